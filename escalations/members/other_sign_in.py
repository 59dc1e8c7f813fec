"""Another sign-in in place of the one somebody had: whoever holds it is that member now. So it is told to those who
would notice that it is somebody else."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from ledgers.models import RegistryChange
from memoryhub.accounts import letters
from memoryhub.accounts.models import Member, Role, User
from memoryhub.hooks.ringing import ring

LETTER = "escalations.tasks.mail_other_sign_in"
# A weekend: long enough for somebody who was told to speak to somebody.
HOLD = timedelta(hours=72)


def had_one(member: Member) -> bool:
    """Whether they came by another login before: then the link to the new one is in its mail alone."""
    return _changes(member).exists()


def held_until(member: Member, now: datetime) -> datetime | None:
    """Until when those who were told have time to object; None where that is over, or there was no change."""
    last = _changes(member).filter(at__gt=now - HOLD).order_by("-at").values_list("at", flat=True).first()
    return last + HOLD if last is not None else None


def tell(member: Member, *, former: User, by: Member) -> None:
    """A mail to the former address and to every other account admin, once the change is durable."""
    others = _admins(member, by).filter(user__isnull=False).values_list("user_id", flat=True)
    for user_id in (former.pk, *others):
        ring(LETTER, str(member.pk), str(by.pk), str(user_id))


def send(member_id: UUID, by_id: UUID, user_id: UUID) -> None:
    member, by = (Member.objects.select_related("workspace").get(pk=key) for key in (member_id, by_id))
    user = User.objects.get(pk=user_id)
    with translation.override(user.language or member.workspace.language):
        link = f"{settings.PUBLIC_URL}{reverse('member', args=[member.pk])}"
        body = {
            "member": member,
            "by": by,
            "admins": ", ".join(_admins(member, by).values_list("name", flat=True)),
            "link": link,
        }
        subject = _("%(name)s has another sign-in at %(workspace)s") % {
            "name": member.name,
            "workspace": member.workspace.name,
        }
        text = render_to_string("emails/other_sign_in.txt", body)
        letters.send_plain(to=user.email, subject=subject, text=text, link=link, label=_("Open their page"))


def _changes(member: Member) -> QuerySet[RegistryChange]:
    """Those that put another login in the place of one, newest last."""
    rows = RegistryChange.objects.filter(workspace=member.workspace_id, kind="member", key=member.key)
    return rows.filter(before__has_key="email").exclude(before__email=None)


def _admins(member: Member, by: Member) -> QuerySet[Member]:
    """The account admins that are neither of the two."""
    rows = Member.objects.filter(workspace=member.workspace_id, active=True, roles__contains=[Role.ACCOUNT_ADMIN])
    return rows.exclude(pk__in=[member.pk, by.pk]).order_by("name", "id")
