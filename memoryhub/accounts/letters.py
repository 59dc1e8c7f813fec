"""Mails about signing in. A worker sends them, so that no answer takes longer where there is somebody to write to."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError

from memoryhub.accounts import ways_in
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, User

log = logging.getLogger(__name__)

# By the code of the security event.
CHANGES: dict[str, Words] = {
    "passkey-added": gettext_lazy("A passkey was added: it opens your sign-in."),
    "passkey-removed": gettext_lazy("A passkey was removed: it opens your sign-in no more."),
    "second-factor-on": gettext_lazy("Signing in asks for a code of an app from now on."),
    "second-factor-off": gettext_lazy("Signing in asks for no code of an app any more."),
    "recovery-codes-renewed": gettext_lazy("There are new recovery codes. The old ones open nothing any more."),
    "factors-off": gettext_lazy("Whoever runs the hub took your second factor off, and your passkeys with it."),
}


def ask_for(letter: str, key: UUID, *more: str) -> None:
    """Have a letter sent once the transaction is durable. Lost with the broker, it is asked for again by its reader."""
    transaction.on_commit(lambda: _ring(f"memoryhub.accounts.tasks.{letter}", str(key), *more))


def send_way_back(user_id: UUID) -> None:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is not None:
        with translation.override(user.language or settings.LANGUAGE_CODE):
            body: dict[str, object] = {"link": ways_in.link_for(user)}
            _send(user, _("Your way back into Memory Hub"), "way_back", _("Set the password"), body)


def send_invitation(member_id: UUID) -> None:
    rows = Member.objects.select_related("user", "workspace")
    member = rows.filter(pk=member_id, active=True, user__is_active=True).first()
    if member is None or member.user is None:
        return
    new = not member.user.has_usable_password()
    link = ways_in.link_for(member.user) if new else f"{settings.PUBLIC_URL}{reverse('sign-in')}"
    with translation.override(member.user.language or member.workspace.language):
        subject = _("You are invited to %(workspace)s") % {"workspace": member.workspace.name}
        label = _("Set the password") if new else _("Sign in")
        _send(member.user, subject, "invitation", label, {"member": member, "link": link, "new": new})


def send_change(user_id: UUID, change: str) -> None:
    """To the person alone: somebody at their screen, or with their password, may have been faster."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is not None:
        link = f"{settings.PUBLIC_URL}{reverse('profile')}"
        with translation.override(user.language or settings.LANGUAGE_CODE):
            body: dict[str, object] = {"email": user.email, "what": str(CHANGES[change]), "link": link}
            _send(user, _("The way you sign in to Memory Hub changed"), "sign_in_changed", _("Your profile"), body)


def send_plain(*, to: str, subject: str, text: str, link: str, label: str) -> None:
    """Send one mail that says a few lines and leads to one place: the same words as text and in the frame of mails."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    subject = " ".join(subject.split())
    said = {"subject": subject, "lines": lines, "link": link, "label": label}
    send_mail(subject, text, None, [to], html_message=render_to_string("emails/letter.html", said))


def _send(user: User, subject: str, name: str, label: str, body: dict[str, object]) -> None:
    text = render_to_string(f"emails/{name}.txt", body)
    send_plain(to=user.email, subject=subject, text=text, link=str(body["link"]), label=label)


def _ring(task: str, *said: str) -> None:
    try:
        current_app.send_task(task, said, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("a letter was not asked for: %s", type(error).__name__)
