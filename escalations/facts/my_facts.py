"""What somebody owns, and their word that it is still true: each goes through a review case of its own into the log."""

from __future__ import annotations

import datetime as dt
import uuid
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from escalations import evidence
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import Decided, decide
from escalations.errors import InvalidStep
from escalations.facts.asking import open_review
from escalations.models import Case
from ledgers.facts_list import Row, rows
from ledgers.models import Fact, Slot
from ledgers.selectors import facts
from ledgers.selectors.facts import Asked, FactView
from ledgers.selectors.finding import Owned, is_sensitive, owned
from ledgers.selectors.owned import owned_by
from ledgers.services.locks import lock
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member

PAGE = 50


@dataclass(frozen=True, slots=True)
class Mine:
    """A fact in the list. One that is sensitive, or that somebody disputes, is looked at on a page of its own."""

    row: Row
    overdue: bool
    case: uuid.UUID | None
    disputed: bool
    key: uuid.UUID = field(default_factory=uuid.uuid4)

    @property
    def simple(self) -> bool:
        return not self.row.sensitive and not self.disputed

    @property
    def seen(self) -> str:
        """What the form sends back; the key makes a repeat do nothing."""
        return f"{self.row.id}:{self.key}"


@dataclass(frozen=True, slots=True)
class Listed:
    facts: list[Mine]
    overdue: int
    onward: str


@dataclass(frozen=True, slots=True)
class Said:
    """What became of one "still true"."""

    fact: uuid.UUID
    done: bool
    words: str
    decided: Decided | None = None


def listed(member: Member, text: str = "", after: str = "") -> Listed:
    """A page of what the member owns, overdue first."""
    moment = facts.moment(Asked())
    found = owned(member, text, moment)
    begins = bisect_right([_place(one) for one in found], after) if after else 0
    page = found[begins : begins + PAGE]
    views = {view.id: view for view in facts.views(member.workspace, [one.id for one in page], moment)}
    shown = [views[one.id] for one in page if one.id in views]
    open_now = _open(member, shown)
    return Listed(
        facts=[
            _mine(row, open_now.get(view.claim.slot_id, []), view, moment.now)
            for row, view in zip(rows(member, shown), shown, strict=True)
        ],
        overdue=sum(one.due is not None and one.due <= moment.now for one in found),
        onward=_place(page[-1]) if begins + PAGE < len(found) else "",
    )


def _place(one: Owned) -> str:
    never, due, key = one.place
    return f"{int(never)}{due}/{key}"


def _open(member: Member, views: Sequence[FactView]) -> Mapping[uuid.UUID | None, list[Case]]:
    """The open cases of the slots of these facts."""
    slots = [view.claim.slot_id for view in views]
    found: dict[uuid.UUID | None, list[Case]] = {}
    for case in Case.objects.filter(workspace=member.workspace_id, slot__in=slots, state=Case.State.OPEN):
        found.setdefault(case.slot_id, []).append(case)
    return found


def _mine(row: Row, open_now: Sequence[Case], view: FactView, now: dt.datetime) -> Mine:
    asked = next((case for case in open_now if case.kind in Case.QUESTIONS), None)
    check = next((case for case in open_now if _checks(case, view.id)), None)
    leads = asked or check
    overdue = view.review_due is not None and view.review_due <= now
    return Mine(row, overdue, leads.pk if leads else None, disputed=asked is not None)


def _checks(case: Case, fact: uuid.UUID) -> bool:
    return case.kind == Case.Kind.REVIEW_DUE and case.fact == fact


@transaction.atomic
def still_true(*, member: Member, asked: Sequence[tuple[uuid.UUID, uuid.UUID]]) -> list[Said]:
    """The member's word on each of these facts, named with the key of the press; a repeat of it does nothing."""
    places = Fact.objects.filter(
        owned_by(member),
        workspace=member.workspace_id,
        carrier__in=[fact for fact, _key in asked],
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
    )
    slot_of = dict(places.values_list("carrier_id", "slot_id"))
    # All at once and in one order, so that two people who press at the same time never wait for each other in a ring.
    slots = lock(slot_of.values())
    return [_said(member, slots.get(slot_of.get(fact, fact)), fact, key) for fact, key in asked]


def _said(member: Member, slot: Slot | None, fact: uuid.UUID, key: uuid.UUID) -> Said:
    if slot is None:
        return Said(fact, done=False, words=_("It is not in force any more, or not yours."))
    if Case.objects.filter(slot=slot, decision_key=key, decided_by=member).exists():
        return Said(fact, done=True, words=_("Recorded already."))
    try:
        with transaction.atomic():
            decided = _confirm(member, slot, fact, key)
    except (Problem, Http404) as problem:
        words = problem.errors[0]["detail"] if isinstance(problem, Problem) and problem.errors else ""
        return Said(fact, done=False, words=str(words or getattr(problem, "detail", "")))
    words = _("A second person has to confirm it.") if decided.waits else ""
    return Said(fact, done=not decided.waits, words=words, decided=decided)


def _confirm(member: Member, slot: Slot, fact: uuid.UUID, key: uuid.UUID) -> Decided:
    view = facts.one(member.workspace, fact)
    if view is None or view.status != "accepted":
        raise InvalidStep("#/fact", _("It is not in force any more."))
    if is_sensitive(view):
        raise InvalidStep("#/fact", _("It is sensitive: look at it on a page of its own."))
    waiting = Case.objects.filter(slot=slot, state=Case.State.OPEN)
    if waiting.filter(kind__in=Case.QUESTIONS).exists():
        raise InvalidStep("#/fact", _("Another value waits for a decision: decide that first."))
    # Nobody asked yet: the log has a case for every word of an owner, and tells nobody of one that is answered.
    case = waiting.filter(kind=Case.Kind.REVIEW_DUE, fact=fact).first() or open_review(slot, fact, quiet=True)
    case.slot = slot
    return decide(
        member=member,
        case_id=case.pk,
        choice=Choice("still_true", case.version, evidence.digest(case), key),
    )
