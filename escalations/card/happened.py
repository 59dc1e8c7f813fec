"""What happened to a case, in words: since someone opened it, and over its whole life."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

from escalations.models import Approval, Case, CaseEvent
from escalations.titles import chosen
from ledgers.models import Claim, Source
from ledgers.wording import rule
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member

WORDS: dict[str, Words] = {
    "opened": _("The case was opened."),
    "review_asked": _("%(who)s asked whether it is still true."),
    "claim_joined": _("A newer claim came from %(source)s."),
    "claim_settled": _("A claim from %(source)s was settled by rule and left the case."),
    "facts_changed": _("The facts around this case changed: %(source)s said something new."),
    "closed_by_rule": _("The case was closed by rule: %(rule)s."),
    "decided": _("%(who)s %(choice)s."),
    "rerouted": _("The case has another owner now."),
    "reminded_50": _("Half of the time was over: a reminder went out."),
    "reminded_90": _("Nine tenths of the time were over: a reminder went out."),
    "reminded_100": _("The time was over: the backup was told and may decide."),
    "reminded_150": _("It stayed undecided: the account admins were told."),
    "blocked": _("Nobody may decide it: the account admins were told."),
    "evidence_asked": _("%(who)s asked %(whom)s for evidence, until %(until)s."),
    "evidence_answered": _("%(who)s answered what was asked."),
    "evidence_due": _("No evidence came in time."),
    "handed_on": _("%(who)s handed it to %(to)s, who may decide it too."),
    "handing_ended": _("It is no longer handed to anybody: it has another owner now."),
    "taken_back": _("%(who)s took it back from whom it was handed to."),
    "snoozed": _("%(who)s put it off until %(until)s."),
    "woken": _("It is back: the time it was put off is over."),
    "revealed": _("%(who)s looked at the masked values."),
    "undone": _("%(who)s took the decision back."),
    "approved_first": _("%(who)s approved it first: %(choice)s. A different person has to confirm."),
    "approved_second": _("%(who)s confirmed it as the second person."),
    "approval_cleared": _("The first approval no longer counts: the case changed, or it was taken back."),
}
# Who cleared a first approval, where somebody did.
CLEARED = {
    "sent_back": _("%(who)s sent it back: the first approval no longer counts."),
    "withdrawn": _("%(who)s took the first approval back."),
}


@dataclass(frozen=True, slots=True)
class Happened:
    at: dt.datetime
    text: str
    note: str = ""


def since(case: Case, seen_at: str) -> list[Happened]:
    """What changed after the page that was submitted had been read; everything where it does not say when."""
    events = case.events.select_related("member", "agent").order_by("at", "id")
    try:
        events = events.filter(at__gt=dt.datetime.fromisoformat(seen_at))
    except (ValueError, TypeError):
        events = events.exclude(code="opened")
    return words(list(events))


def words(events: Iterable[CaseEvent]) -> list[Happened]:
    events = list(events)
    claims, notes = _claims(events), _notes(events)
    names = _sources(claims.values()) | _people(events)
    return [Happened(event.at, _word(event, claims, names), notes.get(event.pk, "")) for event in events]


def second_person(events: Iterable[CaseEvent]) -> str:
    """Who confirmed the decision of somebody else, where two people had to agree."""
    names = [event.member.name for event in events if event.code == "approved_second" and event.member]
    return names[-1] if names else ""


def _claims(events: Sequence[CaseEvent]) -> dict[str, Claim]:
    ids = [event.params["claim"] for event in events if event.params.get("claim")]
    return {str(claim.pk): claim for claim in Claim.objects.filter(pk__in=ids)}


def _notes(events: Sequence[CaseEvent]) -> dict[UUID, str]:
    """What was said when a first approval was sent back; it stands with the approval."""
    given = {event.params["approval"]: event.pk for event in events if event.params.get("approval")}
    rows = Approval.objects.filter(pk__in=given) if given else ()
    return {given[str(row.pk)]: str(row.choice.get("note", "")) for row in rows}


def _sources(claims: Collection[Claim]) -> dict[str, str]:
    workspace = next((claim.workspace_id for claim in claims), None)
    keys = {claim.source for claim in claims}
    return dict(Source.objects.filter(workspace=workspace, key__in=keys).values_list("key", "name"))


def _people(events: Sequence[CaseEvent]) -> dict[str, str]:
    """Names of those a case was handed to, by their keys as they stand in the events."""
    keys = {str(event.params["to"]) for event in events if event.code == "handed_on"}
    if not keys:
        return {}
    rows = Member.objects.filter(workspace__case=events[0].case_id, key__in=keys)
    return {f"member:{key}": name for key, name in rows.values_list("key", "name")}


def _word(event: CaseEvent, claims: Mapping[str, Claim], names: Mapping[str, str]) -> str:
    claim, to = claims.get(event.params.get("claim", "")), str(event.params.get("to", ""))
    said = {
        "source": (names.get(claim.source) or claim.source) if claim else "",
        "who": event.member.name if event.member else event.agent.name if event.agent else "",
        "choice": chosen(event.case, str(event.params.get("choice", ""))),
        "rule": rule(str(event.params.get("rule", ""))),
        "to": names.get(f"member:{to}", to),
        "whom": str(event.params.get("of", "")).partition(":")[2],
        "until": _day(str(event.params.get("until", ""))),
    }
    known = WORDS.get(event.code, _("The case changed."))
    return str(CLEARED.get(str(event.params.get("because", "")), known)) % said


def _day(text: str) -> str:
    try:
        return formats.date_format(timezone.localtime(dt.datetime.fromisoformat(text)), "DATETIME_FORMAT")
    except ValueError:
        return ""
