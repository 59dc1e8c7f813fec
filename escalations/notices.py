"""Telling people: a notice in their inbox at once, and later a mail if nobody opened it (`mailing`)."""

from __future__ import annotations

from datetime import UTC, datetime

from escalations import bell
from escalations.mail_times import URGENT
from escalations.mailing import mail_waiting
from escalations.models import Case, Notice
from memoryhub.accounts.models import Member

__all__ = ["NEVER", "mail_waiting", "tell"]

# When a notice is seen whose cause was undone.
NEVER = datetime(9999, 12, 31, tzinfo=UTC)


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
