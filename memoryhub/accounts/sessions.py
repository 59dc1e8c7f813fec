"""How long somebody stays signed in: as long as they use it, and never longer than the lifetime of a session."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

BEGAN, SEEN = "began", "seen"
# One write per session and this long, whatever is clicked.
STEP = 300


def begin(request: HttpRequest) -> None:
    """Called at sign-in, which gave the session a new id."""
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


class Lifetime:
    """Ends a session that is over before anybody asks it who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            _look_at(request.session, int(time.time()))
        return self.get_response(request)


def _look_at(session: SessionBase, now: int) -> None:
    began, seen = session.get(BEGAN), session.get(SEEN)
    if not isinstance(began, int) or not isinstance(seen, int):
        # Nobody has signed in through it yet; Django's own date ends it.
        return
    if now - began >= settings.SESSION_COOKIE_AGE or now - seen >= settings.SESSION_IDLE_SECONDS:
        session.flush()
    elif now - seen >= STEP:
        session[SEEN] = now
