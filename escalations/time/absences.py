"""Absences with what follows for open cases: they go to the stand-in when an absence begins, and come back at its end.

What begins or ends at once moves its cases with the change; what the clock brings, the timekeeper moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from escalations.models import Case
from escalations.rerouting import move, reroute
from ledgers import clock
from ledgers.models import Absence
from ledgers.services import absences as away
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


def follow_begun(workspace_id: UUID, now: datetime) -> int:
    """Move the cases of whoever left or came back in the workspace one is in; how many. Twice moves nothing twice, and
    where nobody is away it is one query."""
    rows = Absence.objects.filter(ended_at__isnull=True, begins__lte=now, workspace=workspace_id)
    begun = list(rows.select_related("workspace", "member", "delegate").order_by("begins", "id"))
    over = [row for row in begun if row.ends <= now]
    for row in over:
        away.mark_ended(row, row.ends)
    gone = [row.member for row in begun if row not in over]
    back = [row.delegate for row in over]
    return move(begun[0].workspace, Case.objects.filter(owner__in=[*gone, *back]), by=None) if begun else 0


def concerned() -> Exists:
    """Whether an absence is known in which the owner of a case is away or stands in."""
    owner, here = OuterRef("owner"), OuterRef("workspace")
    return Exists(Absence.objects.filter(Q(member=owner) | Q(delegate=owner), workspace=here, ended_at__isnull=True))


def follow_clock(case: Case) -> None:
    """Put an open case before whom it belongs to now, if an absence began or ended and no sweep came since: the
    database lets only those decide to whom the case is put."""
    if case.state == Case.State.OPEN:
        move(case.workspace, Case.objects.filter(pk=case.pk), by=None)
