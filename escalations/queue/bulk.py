"""One press on several cases, carried out: each case is decided for itself, on what the preview showed of it.

What changed since, and whatever else stands in the way of one case, leaves that case alone and is told; the others go
through. A repeat of the same press does nothing and tells the same.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from escalations import handing, selectors
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import Decided, decide
from escalations.deciding.step_up import asks_again
from escalations.delegation import visible_to
from escalations.errors import InvalidStep, StepUpRequired
from escalations.models import Case
from escalations.queue import bulk_words
from escalations.queue.bulk_preview import ALONE, DECIDING, Seen
from escalations.queue.order import ORDERS
from escalations.queue.shown import field_of
from ledgers.models import Claim
from ledgers.naming import subject_name
from ledgers.services import settle
from ledgers.services.locks import lock
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member


@dataclass(frozen=True, slots=True)
class Press:
    """What was pressed on all of them: `to` is a member's key, `until` an instant; `fresh` as in the preview."""

    action: str
    reason: str = ""
    to: str = ""
    until: dt.datetime | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case, in words: decided where `decided` holds it, left alone where there is a problem."""

    id: uuid.UUID
    subject: str
    field: str
    words: str
    decided: Decided | None = None
    problem: Problem | None = None


@transaction.atomic
def press(*, member: Member, seen: Sequence[Seen], press: Press) -> list[Outcome]:
    """Carry the press out on each case the preview showed."""
    found = selectors.ordered(Case.objects.filter(visible_to(member), pk__in=[one.id for one in seen]), ORDERS["due"])
    cases = {case.pk: case for case in found}
    if press.action in DECIDING:
        _lock(cases.values())
    return [_outcome(member, cases[one.id], one, press) for one in seen if one.id in cases]


def _lock(cases: Iterable[Case]) -> None:
    """All slots at once and in one order: two people who press at the same time never wait for each other in a ring."""
    cases = list(cases)
    waiting = Claim.objects.filter(caseclaim__case__in=cases, caseclaim__left_at__isnull=True)
    lock([*(case.slot_id for case in cases), *settle.reached(list(waiting))])


def _outcome(member: Member, case: Case, seen: Seen, press: Press) -> Outcome:
    told = (case.pk, subject_name(case.slot.subject.shown), field_of(case))
    try:
        with transaction.atomic():
            words, decided = _DOORS[press.action](member, case, seen, press)
    except Problem as problem:
        words = str(problem.errors[0]["detail"] if problem.errors else problem.detail)
        return Outcome(*told, words, problem=problem)
    return Outcome(*told, words, decided)


def _decide(member: Member, case: Case, seen: Seen, press: Press) -> tuple[str, Decided]:
    # Looked at again: whatever a form sends, these are pressed one by one.
    if press.action == "accept" and case.sensitivity in ALONE:
        raise InvalidStep("#/choice", bulk_words.alone())
    if asks_again(case) and not press.fresh:
        raise StepUpRequired(bulk_words.not_fresh())
    choice = Choice(press.action, seen.version, seen.digest, seen.key, claim=seen.claim, reason=press.reason)
    decided = decide(member=member, case_id=case.pk, choice=choice)
    if decided.waits:
        return _("Your approval is recorded; a second person has to confirm it."), decided
    return _("Recorded already.") if decided.repeated else _("Recorded."), decided


def _delegate(member: Member, case: Case, seen: Seen, press: Press) -> tuple[str, None]:
    handed = handing.delegate(member=member, case_id=case.pk, to=press.to, version=seen.version)
    return _("%(who)s may decide it, too.") % {"who": handed.assignee.name if handed.assignee else ""}, None


def _snooze(member: Member, case: Case, seen: Seen, press: Press) -> tuple[str, None]:
    handing.snooze(member=member, case_id=case.pk, until=press.until, version=seen.version, reason=press.reason)
    return _("It is put off."), None


_DOORS: dict[str, Callable[[Member, Case, Seen, Press], tuple[str, Decided | None]]] = {
    "keep": _decide,
    "accept": _decide,
    "delegate": _delegate,
    "snooze": _snooze,
}
