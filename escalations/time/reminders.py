"""Reminders: at 50 % and 90 % of a case's time to whoever decides it, at 100 % to the backup too, at 150 % to admins.

A step tells people and does nothing else: it decides no case, moves none and gives nobody a right. That the backup may
decide from the due date on is routing's rule, and what admins may do is name another owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from escalations import cases, notices
from escalations.models import Case
from escalations.time import calendars
from escalations.time.calendars import ALL, STEPS
from memoryhub.accounts.models import Member, Role

BATCH = 500


def due(workspace_id: UUID, now: datetime) -> list[UUID]:
    """The cases of the workspace one is in with a step that is due: one query by index."""
    waiting = Case.objects.filter(workspace=workspace_id, state=Case.State.OPEN, reminds_at__lte=now)
    return list(waiting.order_by("reminds_at").values_list("id", flat=True)[:BATCH])


def remind(case_id: UUID, now: datetime) -> int:
    """Take the steps of one case that are due by now. A reminder that the next step has overtaken is left out."""
    rows = Case.objects.select_related("slot__workspace", "owner", "backup", "assignee")
    case = rows.get(id=case_id)
    calendar = calendars.of(case.slot.workspace)
    due = [
        share
        for share in STEPS
        if share > case.reminded and calendars.reached(share, case.opened_at, case.due_at, calendar) <= now
    ]
    if not due:
        return 0
    following = calendars.next_step(due[-1], case.opened_at, case.due_at, calendar)
    # Who comes second finds the step taken.
    mine = Case.objects.filter(id=case_id, state=Case.State.OPEN, reminded=case.reminded, due_at=case.due_at)
    if not mine.update(reminded=due[-1], reminds_at=following):
        return 0
    steps = [share for share in due if share >= ALL or share == due[-1]]
    for share in steps:
        cases.event(case, now, f"reminded_{share}")
        for member in _told(case, share):
            notices.tell(case, now, f"reminder_{share}", member=member)
    return len(steps)


def _told(case: Case, share: int) -> Iterator[Member]:
    """Whom a step tells: who decides, from the due date on the backup, and in the end the admins."""
    if share > ALL:
        admins = Member.objects.filter(workspace=case.workspace_id, active=True, roles__contains=[Role.ACCOUNT_ADMIN])
        yield from admins.order_by("id")
        return
    people = [case.owner, case.assignee] if case.owner else [case.backup, case.assignee]
    people += [case.backup] if share == ALL else []
    yield from {member.pk: member for member in people if member is not None and member.active}.values()
