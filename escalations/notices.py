"""Telling owners: a notice in the application at once, and one mail for it."""

from __future__ import annotations

import logging
from datetime import datetime
from smtplib import SMTPException

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from escalations import titles
from escalations.models import Case, Notice
from ledgers import clock
from memoryhub.hooks import mail

log = logging.getLogger(__name__)

BATCH = 100


def tell(case: Case, at: datetime, code: str = "case_opened") -> None:
    """Tell whoever the case is put to, once per case and cause."""
    member = case.owner or case.backup
    if member is not None:
        Notice.objects.get_or_create(
            case=case, member=member, code=code, defaults={"workspace": case.workspace, "at": at}
        )


def mail_waiting() -> int:
    """Send the mail of notices that have none yet; each is taken by one sender and given back if sending fails."""
    waiting = Notice.objects.filter(mailed_at__isnull=True, case__state=Case.State.OPEN, member__user__isnull=False)
    rows = waiting.select_related("member__user", "case__slot__subject", "case__slot__workspace").order_by("id")
    return sum(_send(notice) for notice in rows[:BATCH])


def _send(notice: Notice) -> bool:
    if not Notice.objects.filter(id=notice.id, mailed_at__isnull=True).update(mailed_at=clock.now()):
        return False
    try:
        _mail(notice)
    except (SMTPException, OSError) as error:
        log.warning("notice %s was not mailed: %s", notice.id, type(error).__name__)
        Notice.objects.filter(id=notice.id).update(mailed_at=None)
        return False
    return True


def _mail(notice: Notice) -> None:
    user = notice.member.user
    if user is None:
        return
    language = user.language or notice.case.slot.workspace.language
    with translation.override(language):
        slot = notice.case.slot
        subject = _("%(subject)s: %(kind)s") % {
            "subject": titles.subject_name(slot.subject.shown),
            "kind": titles.KINDS[notice.case.kind],
        }
        link = f"{settings.PUBLIC_URL}{reverse('case', args=[notice.case.id])}"
        body = {"notice": notice, "case": notice.case, "slot": slot, "link": link, "zone": slot.workspace.zone}
        mail.send(
            to=user.email,
            subject=subject,
            text=render_to_string("emails/case_opened.txt", body),
            html=render_to_string("emails/case_opened.html", body),
        )
