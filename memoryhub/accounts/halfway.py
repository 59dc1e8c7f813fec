"""Between the password and the code: who gave the right password, for a few minutes, and where they wanted to go."""

from __future__ import annotations

import time

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from memoryhub.accounts.models import User

HALFWAY = "halfway"
LASTS = 600


def begin(request: HttpRequest, user: User, wanted: str) -> None:
    # Whoever fixed the id of this session before shall not share what comes.
    request.session.cycle_key()
    request.session[HALFWAY] = {
        "user": str(user.pk),
        "password": user.get_session_auth_hash(),
        "at": int(time.time()),
        "next": wanted,
    }


def waiting(request: HttpRequest) -> User | None:
    """The person who waits for their code; nobody after a while, or once their password is another."""
    held = request.session.get(HALFWAY, {})
    if time.time() - int(held.get("at", 0)) > LASTS:
        return None
    user = User.objects.filter(pk=held["user"], is_active=True).first()
    same = user is not None and constant_time_compare(held["password"], user.get_session_auth_hash())
    return user if same else None


def end(request: HttpRequest) -> str:
    """Forget it; where they wanted to go."""
    return str(request.session.pop(HALFWAY, {}).get("next", ""))
