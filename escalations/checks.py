"""Checks: questions the clock asks about a fact, one for each fact and cause."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db import transaction

from escalations import cases, write_backs
from escalations.models import Case, CaseClaim, WriteBack
from ledgers import clock
from ledgers.models import Fact
from ledgers.selectors import book, reviews
from ledgers.services.locks import lock

CHECKS = (Case.Kind.REVIEW_DUE, Case.Kind.RETURNED, Case.Kind.WRITE_BACK)


def sweep() -> int:
    """Open every check that is due by now, and close those whose fact ran out meanwhile; the number opened."""
    now = clock.now()
    _close_run_out(now)
    return sum(_open(*due) for due in _due(now)) + _ask_returning(now)


def _due(now: datetime) -> Iterator[tuple[UUID, str, Case.Kind, str]]:
    """(slot, fact, kind, cause) of every check the clock asks for."""
    for slot_id, fact, due in reviews.past(now):
        yield slot_id, fact, Case.Kind.REVIEW_DUE, due.date().isoformat()
    for row in reviews.returned(now):
        yield row.slot_id, str(row.carrier_id), Case.Kind.RETURNED, row.begins.isoformat()
    for task in WriteBack.objects.filter(done_at__isnull=True, due_at__lte=now):
        yield task.slot_id, str(task.fact), Case.Kind.WRITE_BACK, str(task.id)


def _close_run_out(now: datetime) -> None:
    for found in Case.objects.filter(state=Case.State.OPEN, kind__in=CHECKS):
        with transaction.atomic():
            slot = lock([found.slot_id])[found.slot_id]
            write_backs.drop_replaced(slot, now)
            case = Case.objects.select_for_update(of=("self",)).get(id=found.id)
            if case.state == Case.State.OPEN and not cases.still_asks(case, slot, now):
                cases.close(case, now, because="dates.ran_out")


def _open(slot_id: UUID, fact: str, kind: Case.Kind, cause: str) -> bool:
    known = Case.objects.filter(slot_id=slot_id, fact=fact, kind=kind, cause=cause)
    if known.exists():
        return False
    with transaction.atomic():
        slot = lock([slot_id])[slot_id]
        at = clock.now()
        window = book.in_force(slot, at)
        gone = kind != Case.Kind.WRITE_BACK and (window is None or window.carrier != fact)
        write_backs.drop_replaced(slot, at)
        gone = gone or (kind == Case.Kind.WRITE_BACK and not write_backs.is_open(cause))
        if gone or known.exists():
            return False
        cases.open_case(slot, kind=kind, at=at, fact=fact, cause=cause)
    return True


def _ask_returning(now: datetime) -> int:
    """What would come back in a guarded field is put to its owner when its time begins."""
    waiting = Fact.objects.filter(
        standing=Fact.Standing.PENDING,
        recorded_during__upper_inf=True,
        reason="would_return",
        valid_during__startswith__lte=now,
    )
    asked = 0
    for row in waiting.select_related("claim"):
        with transaction.atomic():
            slot = lock([row.slot_id])[row.slot_id]
            if (
                book.in_force(slot, now) is None
                and not CaseClaim.objects.filter(claim=row.claim, left_at__isnull=True, case__state="open").exists()
            ):
                cases.ask(slot, row.claim, clock.now())
                asked += 1
    return asked
