"""A sign-in that somebody uses already becomes a member's when its owner says so: until then nothing of the member
changes, nothing here opens to it, and no mail about a case goes there.

Nothing is kept of a link but whom it asks; it ends with another invitation, with the answer, and after three days.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from ledgers.models import RegistryChange
from ledgers.services.registry_changes import record
from memoryhub.accounts import letters, walls
from memoryhub.accounts.models import Member, User, Workspace
from memoryhub.hooks.ringing import ring

LETTER = "escalations.tasks.mail_joining"
LASTS = timedelta(hours=72)
SALT = "memoryhub.joining"
# What the registry keeps of it: the e-mail that was asked last.
ASKED = "invited"


@dataclass(frozen=True, slots=True)
class Joining:
    """Somebody is asked to be this member; `by` asks."""

    member: Member
    by: Member


def ask(member: Member, user: User, by: Member) -> None:
    """Ask the owner of a sign-in; in the registry it stands who asked whom."""
    before = {ASKED: asked_of(member) or None}
    record(workspace=member.workspace, by=by, kind="member", key=member.key, before=before, after={ASKED: user.email})
    ring(LETTER, str(member.pk), str(user.pk), str(by.pk))


def send(member_id: UUID, user_id: UUID, by_id: UUID) -> None:
    member, by = (Member.objects.select_related("workspace").get(pk=key) for key in (member_id, by_id))
    user = User.objects.get(pk=user_id)
    with translation.override(user.language or member.workspace.language):
        subject = _("You are invited to %(workspace)s") % {"workspace": member.workspace.name}
        link = f"{settings.PUBLIC_URL}{reverse('join', args=[link_text(member, user, by)])}"
        body = {"member": member, "by": by, "email": user.email, "link": link}
        text = render_to_string("emails/joining.txt", body)
        letters.send_plain(to=user.email, subject=subject, text=text, link=link, label=_("Look at it"))


def link_text(member: Member, user: User, by: Member) -> str:
    return signing.dumps([str(member.pk), str(user.pk), str(by.pk)], salt=SALT)


def find(text: str, user: User) -> Joining | None:
    """What a link asks of this person; nothing where it is somebody else's, was answered, or is over."""
    try:
        member_id, user_id, by_id = signing.loads(text, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    rows = Member.objects.select_related("workspace", "user").filter(active=True)
    member, by = rows.filter(pk=member_id).first(), rows.filter(pk=by_id).first()
    if member is None or by is None or user_id != str(user.pk):
        return None
    with walls.inside(member.workspace):
        return Joining(member, by) if asked_of(member) == user.email else None


def asked_of(member: Member) -> str:
    """The e-mail whose owner is asked to be this member; nothing where nobody is, or who was asked is it by now."""
    return waits_for(member, asked_in(member.workspace, key=member.key))


def waits_for(member: Member, asked: Mapping[str, str]) -> str:
    email = asked.get(member.key, "")
    return "" if member.user is not None and member.user.email == email else email


def member_asked(workspace: Workspace, email: str) -> Member | None:
    """The member whom the owner of an e-mail is asked to be."""
    asked = asked_in(workspace, after__contains={ASKED: email.casefold()})
    rows = Member.objects.filter(workspace=workspace, active=True, key__in=asked).select_related("user", "workspace")
    return next((row for row in rows if asked_of(row) == email.casefold()), None)


def asked_in(workspace: Workspace, **narrowed: object) -> dict[str, str]:
    """By the keys of members the e-mail that was asked last."""
    rows = RegistryChange.objects.filter(workspace=workspace, kind="member", after__has_key=ASKED, **narrowed)
    return {row.key: str(row.after[ASKED]) for row in rows.order_by("at", "id")}
