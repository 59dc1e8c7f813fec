"""The queue as it is shown: rows whose sensitive values are masked, and the words around them."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from escalations import presence
from escalations.models import Case, CaseClaim
from escalations.presence import There
from escalations.queue.order import RISK, risk_of
from escalations.selectors import Page
from escalations.time import standing_in
from escalations.time.due import Due, due
from escalations.titles import KINDS, question
from ledgers.models import Claim, Fact
from ledgers.models.registries import SENSITIVITIES
from ledgers.naming import field_name, subject_name
from ledgers.showing import masked, shown
from ledgers.wording import reason, tier
from memoryhub.accounts.errors import Words

LONGEST = 80
NAMES = dict(SENSITIVITIES)
MOST = max(RISK.values())
TABS: dict[str, Words] = {
    "mine": _("Mine"),
    "late": _("Late"),
    "payments": _("Payments"),
    "all": _("My team"),
    "waiting": _("Waiting"),
}
SORTS: dict[str, Words] = {
    "due": _("due soonest"),
    "risk": _("risk"),
    "age": _("oldest"),
    "account": _("account"),
}
WHY: dict[str, Words] = {
    "due": _(
        "Overdue first, then due soonest. What is due at the same moment goes by risk, then the older case comes first."
    ),
    "risk": _("The greater risk comes first. Of equal risk, what is due sooner."),
    "age": _("What was opened first comes first, whenever it is due."),
    "account": _("By account, from A to Z; within one account, what is due sooner."),
    "closed": _("What was decided or closed last comes first."),
}
DUES: dict[str, Words] = {"late": _("late"), "today": _("today"), "week": _("this week")}
AGES: dict[str, Words] = {
    "1": _("a day and older"),
    "3": _("3 days and older"),
    "7": _("a week and older"),
    "30": _("a month and older"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """A value in a row and where it comes from."""

    text: str
    source: str
    tier: str


@dataclass(frozen=True, slots=True)
class Row:
    id: uuid.UUID
    seen: str
    url: str
    question: str
    subject: str
    about: str
    due: Due
    opened_at: dt.datetime
    owner: str
    assignee: str
    looking: There
    current: Side | None
    proposed: list[Side]
    more: int
    why: str
    snoozed_until: dt.datetime | None
    evidence_until: dt.datetime | None
    half_approved: bool
    decided_by: str

    @property
    def sources(self) -> list[str]:
        """Whose words meet here, each once, the one in force first."""
        sides = [*([self.current] if self.current else []), *self.proposed]
        return list(dict.fromkeys(f"{side.source} ({side.tier})" for side in sides))


def rows(page: Page) -> list[Row]:
    now = timezone.now()
    # Rows were read with whether their owner may stand in for somebody; mostly nobody does.
    standing_in.mark([case for case in page.cases if getattr(case, "stands_in", True)])
    return [row(case, page, now) for case in page.cases]


def row(case: Case, page: Page, now: dt.datetime, *, plain: bool = False) -> Row:
    """`plain`: on a page of what its reader is about to decide sensitive values stand as on the card."""
    kind = getattr(case, "field_type", None) or "text"
    hide = bool(case.sensitivity) and not plain
    standing = page.standing.get(case.slot_id, [])
    waiting = page.candidates.get(case.pk, [])
    return Row(
        id=case.pk,
        seen=f"{case.pk}:{case.version}",
        url=reverse("case", args=[case.pk]),
        question=question(case, field_of(case)),
        subject=subject_name(case.slot.subject.shown),
        about=_about(case),
        due=due(case.due_at, now),
        opened_at=case.opened_at,
        owner=standing_in.owner_name(case),
        assignee=case.assignee.name if case.assignee else "",
        looking=presence.of(case),
        current=_side(standing[0], standing[0].carrier, kind, hide=hide) if standing else None,
        proposed=[_side(entry, entry.claim, kind, hide=hide) for entry in waiting[:2]],
        more=max(0, len(waiting) - 2),
        why=_why(waiting),
        snoozed_until=_ahead(case.snoozed_until, now),
        evidence_until=_ahead(getattr(case, "evidence_until", None), now),
        half_approved=bool(getattr(case, "half_approved", False)),
        decided_by=case.decided_by.name if case.decided_by else "",
    )


def field_of(case: Case) -> str:
    """The name of the case's field; the row was read with the registry's names beside it."""
    return field_name(case.slot.field, getattr(case, "field_name", None), getattr(case, "field_name_pt", None))


def _about(case: Case) -> str:
    """What kind of case it is, the account, how sensitive its field is, and what hangs on it."""
    account = getattr(case, "account_name", None) or ""
    parts = (str(KINDS[case.kind]), account, str(sensitivity_name(case.sensitivity)), _stakes(case))
    return " · ".join(part for part in parts if part)


def _stakes(case: Case) -> str:
    """How grave a wrong answer is, where that is more than usual."""
    if not case.sensitivity and not case.dependents:
        return ""
    risk = gettext("risk %(n)s") % {"n": risk_of(case)}
    if not case.dependents:
        return risk
    hangs = ngettext("%(n)s claim hangs on it", "%(n)s claims hang on it", case.dependents) % {"n": case.dependents}
    return f"{risk}, {hangs}"


def sensitivity_name(sensitivity: str) -> Words:
    return NAMES[sensitivity] if sensitivity else ""


def _side(entry: Fact | CaseClaim, claim: Claim, kind: str, *, hide: bool) -> Side:
    text = shown(claim.value, kind)
    source = getattr(entry, "source_name", None) or claim.source
    return Side(masked(text) if hide else _short(text), source, tier(claim.tier))


def _why(waiting: list[CaseClaim]) -> str:
    """Why the newest claim was left to a person."""
    code = getattr(waiting[-1], "waits_because", None) if waiting else None
    return reason(code) if code else ""


def _ahead(instant: dt.datetime | None, now: dt.datetime) -> dt.datetime | None:
    return instant if instant is not None and instant > now else None


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
