"""Sending the mail of notices: one mail to a member for all that is due to them, and nothing while nothing is."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from smtplib import SMTPException
from uuid import UUID

from escalations.letters import letters, mail_times
from escalations.models import Notice
from ledgers import clock
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.models import Member
from memoryhub.hooks import mail

log = logging.getLogger(__name__)

BATCH = 500


def sweep() -> int:
    """Send what is due in every workspace; the number of mails."""
    now = clock.now()
    # Not the walled manager: it is asked for rows of all workspaces, each inside its own.
    rows = mail_times.due(Notice._base_manager.all(), now)  # noqa: SLF001
    return sum(mail_waiting(workspace_id, now) for workspace_id in workspaces.holding(rows))


def mail_waiting(workspace_id: UUID, now: datetime | None = None) -> int:
    """Send what is due in one workspace. Each notice is taken by one sender, and given back if sending fails; no
    transaction is open while the mail server takes its time."""
    at = now or clock.now()
    with walls.inside(workspace_id):
        rows = mail_times.due(Notice.objects.all(), at).order_by("member_id", "id")
        found = list(rows.values_list("member_id", "id")[:BATCH])
    by_member = groupby(found, key=lambda row: row[0])
    return sum(_send(workspace_id, [row[1] for row in told], at) for _member, told in by_member)


def _send(workspace_id: UUID, notices: Sequence[UUID], at: datetime) -> bool:
    with walls.inside(workspace_id):
        taken = _take(notices, at)
        letter = letters.compose(_reader(taken), taken) if taken else None
    if letter is None:
        return False
    try:
        mail.send(**letter)
    except (SMTPException, OSError) as error:
        log.warning("%s notices were not mailed: %s", len(taken), type(error).__name__)
        with walls.inside(workspace_id):
            Notice.objects.filter(id__in=[notice.id for notice in taken]).update(mailed_at=None)
        return False
    return True


def _take(notices: Sequence[UUID], at: datetime) -> list[Notice]:
    """Those of the notices that nobody else has taken: they are this sender's now."""
    rows = Notice.objects.filter(id__in=notices, mailed_at__isnull=True, read_at__isnull=True).order_by("id")
    mine = list(rows.select_for_update(skip_locked=True).values_list("id", flat=True))
    Notice.objects.filter(id__in=mine).update(mailed_at=at)
    related = ("member__user", "member__workspace", "case__workspace", "case__slot__subject")
    return list(Notice.objects.filter(id__in=mine).select_related(*related).order_by("id"))


def _reader(notices: Sequence[Notice]) -> Member:
    return notices[0].member
