"""Telling owners: a notice in the application at once, and one mail for it."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from smtplib import SMTPException
from uuid import UUID

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from escalations import links, titles
from escalations.models import Case, Notice
from ledgers import clock
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member
from memoryhub.hooks import mail

log = logging.getLogger(__name__)

BATCH = 100
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


def mail_waiting(workspace_id: UUID) -> int:
    """Send the mail of a workspace's notices that have none yet; each is taken by one sender and given back if sending
    fails. No transaction is open while the mail server takes its time."""
    with walls.inside(workspace_id):
        waiting = Notice.objects.filter(mailed_at__isnull=True, case__state=Case.State.OPEN, member__user__isnull=False)
        found = list(waiting.order_by("id").values_list("id", flat=True)[:BATCH])
    return sum(_send(workspace_id, notice_id) for notice_id in found)


def _send(workspace_id: UUID, notice_id: UUID) -> bool:
    with walls.inside(workspace_id):
        taken = Notice.objects.filter(id=notice_id, mailed_at__isnull=True).update(mailed_at=clock.now())
        letter = _letter(notice_id) if taken else None
    if letter is None:
        return False
    try:
        mail.send(**letter)
    except (SMTPException, OSError) as error:
        log.warning("notice %s was not mailed: %s", notice_id, type(error).__name__)
        with walls.inside(workspace_id):
            Notice.objects.filter(id=notice_id).update(mailed_at=None)
        return False
    return True


def _letter(notice_id: UUID) -> mail.Letter | None:
    rows = Notice.objects.select_related("member__user", "case__slot__subject", "case__slot__workspace")
    notice = rows.get(id=notice_id)
    user, slot = notice.member.user, notice.case.slot
    if user is None:
        return None
    with translation.override(user.language or slot.workspace.language):
        subject = _("%(subject)s: %(kind)s") % {
            "subject": titles.subject_name(slot.subject.shown),
            "kind": titles.KINDS[notice.case.kind],
        }
        link = f"{settings.PUBLIC_URL}{reverse('case-link', args=[links.issue(notice.case, notice.member)])}"
        body = {"notice": notice, "case": notice.case, "slot": slot, "link": link, "zone": slot.workspace.zone}
        return {
            "to": user.email,
            "subject": subject,
            "text": render_to_string("emails/case_opened.txt", body),
            "html": render_to_string("emails/case_opened.html", body),
        }
