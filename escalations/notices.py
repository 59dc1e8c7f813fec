"""Telling people: a notice in their inbox at once, and later a mail if nobody opened it (`mailing`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from escalations import bell
from escalations.letters.mail_times import URGENT
from escalations.letters.mailing import mail_waiting
from escalations.models import Case, Notice
from memoryhub.accounts.models import Member

__all__ = ["NEVER", "mail_waiting", "tell", "tell_owners"]

# When a notice is seen whose cause was undone.
NEVER = datetime(9999, 12, 31, tzinfo=UTC)
BATCH = 1_000


def tell(
    case: Case,
    at: datetime,
    code: str = "case_opened",
    member: Member | None = None,
    not_before: datetime | None = None,
) -> None:
    """Tell `member`, else whoever the case is put to, once per case and cause.

    Nobody sees it before `not_before`; one that nobody saw yet can be told anew.
    """
    whom = member or case.owner or case.backup
    if whom is None:
        return
    said = {"workspace": case.workspace, "at": at, "not_before": not_before}
    notice, is_new = Notice.objects.get_or_create(case=case, member=whom, code=code, defaults=said)
    if not is_new:
        Notice.objects.filter(pk=notice.pk, not_before__gt=at).update(at=at, not_before=not_before)
    if case.sensitivity == URGENT and not_before is None:
        bell.ring_for_mail(case.workspace_id)


def tell_owners(cases: Sequence[Case], at: datetime) -> None:
    """Tell whoever each of these cases is put to, once per case, in few statements: a change may move thousands."""
    put = [(case, case.owner or case.backup) for case in cases]
    rows = [
        Notice(workspace_id=case.workspace_id, case=case, member=whom, code="case_opened", at=at)
        for case, whom in put
        if whom is not None
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=BATCH)
    for workspace_id in {case.workspace_id for case in cases if case.sensitivity == URGENT}:
        bell.ring_for_mail(workspace_id)
