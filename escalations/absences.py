"""Absences with what follows for open cases: they go to the stand-in when an absence begins, and come back at its end.

What begins or ends at once moves its cases with the change; what the clock brings, the sweep moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from escalations.models import Case
from escalations.rerouting import move, reroute
from ledgers import clock
from ledgers.models import Absence
from ledgers.services import absences as away
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.models import Member


@transaction.atomic
def begin(
    *, member: Member, by: Member, delegate: Member, begins: datetime, ends: datetime, fields: Sequence[str] = ()
) -> Absence:
    row = away.save_absence(member=member, by=by, delegate=delegate, begins=begins, ends=ends, fields=fields)
    if begins <= clock.now():
        reroute(workspace=by.workspace, by=by)
    return row


@transaction.atomic
def end(*, absence: Absence, by: Member) -> bool:
    if not away.end_absence(absence=absence, by=by):
        return False
    reroute(workspace=by.workspace, by=by)
    return True


def sweep() -> int:
    """Move the cases of whoever left or came back since; how many moved."""
    return sum(sweep_workspace(workspace_id) for workspace_id in workspaces.ids())


def sweep_workspace(workspace_id: UUID) -> int:
    """The same in one workspace: one query where nobody is away. Doing it twice moves nothing twice."""
    with walls.inside(workspace_id):
        rows = Absence.objects.filter(ended_at__isnull=True).select_related("workspace", "member", "delegate")
        known = list(rows.order_by("begins", "id"))
        now = clock.now() if known else None
        begun = [row for row in known if now is not None and row.begins <= now]
        if not begun or now is None:
            return 0
        over = [row for row in begun if row.ends <= now]
        for row in over:
            away.mark_ended(row, row.ends)
        gone = [row.member for row in begun if row not in over]
        back = [row.delegate for row in over]
        return move(begun[0].workspace, Case.objects.filter(owner__in=[*gone, *back]), by=None)


def follow_clock(case: Case) -> None:
    """Put a case before whom it belongs to now, if an absence began or ended and no sweep came since: the database lets
    only those decide to whom the case is put."""
    if case.owner_id is None or case.state != Case.State.OPEN:
        return
    concerned = Absence.objects.filter(
        Q(member=case.owner_id) | Q(delegate=case.owner_id), workspace=case.workspace_id, ended_at__isnull=True
    )
    if concerned.exists():
        move(case.workspace, Case.objects.filter(pk=case.pk), by=None)
