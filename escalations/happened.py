"""What happened to a case, in words: since someone opened it, and over its whole life."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from escalations.models import Case, CaseEvent
from escalations.titles import CHOICES
from ledgers.models import Claim, Source
from ledgers.wording import rule
from memoryhub.accounts.errors import Words

WORDS: dict[str, Words] = {
    "opened": _("The case was opened."),
    "claim_joined": _("A newer claim came from %(source)s."),
    "claim_settled": _("A claim from %(source)s was settled by rule and left the case."),
    "facts_changed": _("The facts around this case changed: %(source)s said something new."),
    "closed_by_rule": _("The case was closed by rule: %(rule)s."),
    "decided": _("%(who)s %(choice)s."),
    "rerouted": _("The case has another owner now."),
    "undone": _("%(who)s took the decision back."),
    "approved_first": _("%(who)s approved it first: %(choice)s. A different person has to confirm."),
    "approved_second": _("%(who)s confirmed it as the second person."),
    "approval_cleared": _("The first approval no longer counts: the case changed, or it was taken back."),
}


@dataclass(frozen=True, slots=True)
class Happened:
    at: dt.datetime
    text: str


def since(case: Case, seen_at: str) -> list[Happened]:
    """What changed after the page that was submitted had been read; everything where it does not say when."""
    events = case.events.select_related("member").order_by("at", "id")
    try:
        events = events.filter(at__gt=dt.datetime.fromisoformat(seen_at))
    except (ValueError, TypeError):
        events = events.exclude(code="opened")
    return words(list(events))


def words(events: Iterable[CaseEvent]) -> list[Happened]:
    events = list(events)
    ids = [event.params["claim"] for event in events if event.params.get("claim")]
    claims = {str(claim.pk): claim for claim in Claim.objects.filter(pk__in=ids)}
    keys = {claim.source for claim in claims.values()}
    workspace = next((claim.workspace_id for claim in claims.values()), None)
    names = dict(Source.objects.filter(workspace=workspace, key__in=keys).values_list("key", "name"))
    return [Happened(event.at, _word(event, claims, names)) for event in events]


def _word(event: CaseEvent, claims: Mapping[str, Claim], names: Mapping[str, str]) -> str:
    claim = claims.get(event.params.get("claim", ""))
    said = {
        "source": (names.get(claim.source) or claim.source) if claim else "",
        "who": event.member.name if event.member else "",
        "choice": CHOICES.get(str(event.params.get("choice", "")), ""),
        "rule": rule(str(event.params.get("rule", ""))),
    }
    return str(WORDS.get(event.code, _("The case changed."))) % said
