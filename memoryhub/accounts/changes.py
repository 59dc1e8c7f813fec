"""A change of how somebody signs in: kept as a security event, and told to them by mail, whoever it was."""

from __future__ import annotations

from django.http import HttpRequest

from memoryhub.accounts import events, letters
from memoryhub.accounts.models import User


def changed(request: HttpRequest, user: User, change: str) -> None:
    events.happened(request, change)
    letters.ask_for("mail_change", user.pk, change)
