"""How often somebody may try: every wrong password and every wrong code counts, per login and address."""

from __future__ import annotations

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest
from django.utils.translation import gettext as _

from memoryhub.accounts import second_factor
from memoryhub.accounts.models import User


def closed(request: HttpRequest, user: User) -> bool:
    return not AxesProxyHandler.is_allowed(request, {"username": user.email})


def wrong_password(request: HttpRequest, user: User, password: str) -> str:
    """What is wrong, in words; nothing where the password is theirs."""
    if authenticate(request, username=user.email, password=password) == user:
        return ""
    return _closing(request) or _("This is not your password. Check it and try again.")


def wrong_code(request: HttpRequest, user: User, code: str) -> str:
    """The same for a code of the app, or one for recovery, which is used up by this."""
    if closed(request, user):
        return _too_many()
    wrong = second_factor.wrong(user, code)
    if wrong:
        user_login_failed.send(sender=__name__, credentials={"username": user.email}, request=request)
    return _closing(request) or wrong


def _closing(request: HttpRequest) -> str:
    """Whether that was one too many. The page says so itself, since a page of axes' own would lose what was typed."""
    if not getattr(request, "axes_locked_out", False):
        return ""
    request.axes_locked_out = False  # type: ignore[attr-defined]  # axes keeps it there for its middleware
    return _too_many()


def _too_many() -> str:
    return _("Too many tries. Wait 15 minutes, then try again; if it was not you, tell an account admin.")
