"""Checks: questions the clock asks about a fact, one for each fact and cause."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from escalations import blocked, cases, evidence_requests, handing, write_backs
from escalations.models import Case, CaseClaim, WriteBack
from ledgers import clock
from ledgers.models import Fact
from ledgers.selectors import book, reviews
from ledgers.services.locks import lock
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.models import Workspace

CHECKS = (Case.Kind.REVIEW_DUE, Case.Kind.RETURNED, Case.Kind.WRITE_BACK)
# Checks one sweep of a workspace opens at most, and how many are compared with the cases that are there at a time.
MOST = 1000
CHUNK = 500


class Due(NamedTuple):
    """A check the clock asks for: about which fact of which slot, and the cause by which it is asked only once."""

    slot: UUID
    fact: str
    kind: Case.Kind
    cause: str


def sweep() -> int:
    """Open every check that is due by now, and close those whose fact ran out meanwhile; the number opened."""
    return sum(sweep_workspace(workspace_id) for workspace_id in workspaces.ids())


def sweep_workspace(workspace_id: UUID) -> int:
    """The same in one workspace. What is due is read at once; each is then looked at again in a transaction of its own,
    so that no slot is held for longer than its own check takes. Of very many the next sweep opens the rest."""
    with walls.inside(workspace_id):
        now = clock.now()
        handing.wake_due(now)
        evidence_requests.close_due(now)
        run_out = list(Case.objects.filter(state=Case.State.OPEN, kind__in=CHECKS))
        due = list(itertools.islice(_not_asked(_due(Workspace.objects.get(pk=workspace_id), now)), MOST))
        returning = list(_returning(now)[:MOST])
    for found in run_out:
        with walls.inside(workspace_id):
            _close_if_run_out(found, now)
    opened = asked = 0
    for one in due:
        with walls.inside(workspace_id):
            opened += _open(one)
    for row in returning:
        with walls.inside(workspace_id):
            asked += _ask(row, now)
    return opened + asked


def _due(workspace: Workspace, now: datetime) -> Iterator[Due]:
    """Every check the clock asks for."""
    for slot_id, fact, due in reviews.past(workspace, now):
        yield Due(slot_id, fact, Case.Kind.REVIEW_DUE, due.date().isoformat())
    for row in reviews.returned(workspace, now):
        yield Due(row.slot_id, str(row.carrier_id), Case.Kind.RETURNED, row.begins.isoformat())
    for task in WriteBack.objects.filter(done_at__isnull=True, due_at__lte=now):
        yield Due(task.slot_id, str(task.fact), Case.Kind.WRITE_BACK, str(task.id))


def _not_asked(due: Iterator[Due]) -> Iterator[Due]:
    """Without those that a case asks about, or has asked; looked up some hundred at a time."""
    while chunk := list(itertools.islice(due, CHUNK)):
        known = Case.objects.filter(slot__in={one.slot for one in chunk}, kind__in=CHECKS)
        asked = {(case.slot_id, str(case.fact), case.kind, _cause(case)) for case in known.iterator(CHUNK)}
        yield from (one for one in chunk if asked.isdisjoint({one, (*one[:-1], Case.ASKED)}))


def _cause(case: Case) -> str:
    """By what it stands for others; where a person asks the same already, no date asks again."""
    return Case.ASKED if case.asked_for and case.state == Case.State.OPEN else case.cause


def _close_if_run_out(found: Case, now: datetime) -> None:
    slot = lock([found.slot_id])[found.slot_id]
    write_backs.drop_replaced(slot, now)
    case = Case.objects.select_for_update(of=("self",)).get(id=found.id)
    if case.state == Case.State.OPEN and not cases.still_asks(case, slot, now):
        cases.close(case, now, because="dates.ran_out")


def _open(due: Due) -> bool:
    # Where a person asks the same already, the date does not ask again.
    asked = Q(cause=due.cause) | Q(cause__startswith=Case.ASKED, state=Case.State.OPEN)
    known = Case.objects.filter(asked, slot_id=due.slot, fact=due.fact, kind=due.kind)
    if known.exists():
        return False
    slot = lock([due.slot])[due.slot]
    at = clock.now()
    window = book.in_force(slot, at)
    gone = due.kind != Case.Kind.WRITE_BACK and (window is None or window.carrier != due.fact)
    write_backs.drop_replaced(slot, at)
    gone = gone or (due.kind == Case.Kind.WRITE_BACK and not write_backs.is_open(due.cause))
    if gone or known.exists():
        return False
    blocked.look([cases.open_case(slot, kind=due.kind, at=at, fact=due.fact, cause=due.cause)], at)
    return True


def _returning(now: datetime) -> QuerySet[Fact]:
    """What would come back in a guarded field, and whose time has begun."""
    waiting = Fact.objects.filter(
        standing=Fact.Standing.PENDING,
        recorded_during__upper_inf=True,
        reason="would_return",
        valid_during__startswith__lte=now,
    )
    return waiting.select_related("claim").order_by("recorded_at", "id")


def _ask(row: Fact, now: datetime) -> bool:
    """Put it to its owner, unless it is asked already."""
    slot = lock([row.slot_id])[row.slot_id]
    asked = CaseClaim.objects.filter(claim=row.claim, left_at__isnull=True, case__state="open").exists()
    if asked or book.in_force(slot, now) is not None:
        return False
    blocked.look([cases.ask(slot, row.claim, clock.now())], now)
    return True
