"""How long somebody stays signed in: as long as they use it, and never longer than the lifetime of a session."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.contrib.auth import login
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

from memoryhub.accounts.middleware import LANGUAGE_KEY
from memoryhub.accounts.models import User
from memoryhub.accounts.session_store import mark_of
from memoryhub.logs.peer import peer

BEGAN, SEEN, CONFIRMED, DEVICE, ADDRESS = "began", "seen", "confirmed", "device", "address"
BACKEND = "django.contrib.auth.backends.ModelBackend"
# One write per session and this long, whatever is clicked.
STEP = 300
Page = TypeVar("Page", bound=Callable[..., HttpResponse])


def enter(request: HttpRequest, user: User) -> None:
    """Sign somebody in who has proved who they are: a session with a new id, which knows where it began."""
    keep_mark(request, user)
    login(request, user, backend=BACKEND)
    now = int(time.time())
    request.session.update({BEGAN: now, SEEN: now, CONFIRMED: now})
    request.session[DEVICE] = request.headers.get("User-Agent", "")[:300]
    request.session[ADDRESS] = peer(request)
    if user.language:
        request.session[LANGUAGE_KEY] = user.language


def keep_mark(request: HttpRequest, user: User) -> None:
    """Let the next id of this session bear the mark of its person."""
    request.session.mark = mark_of(user)  # type: ignore[attr-defined]  # our own store


def asked_by_itself(page: Page) -> Page:
    """A page that an open one asks for time and again. Nobody has to be there, so it keeps no session alive."""
    page.by_itself = True  # type: ignore[attr-defined]  # functions take attributes
    return page


class Lifetime:
    """Ends a session that is over before anybody asks it who is signed in, and remembers when it was used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and is_over(request.session, int(time.time())):
            request.session.flush()
        return self.get_response(request)

    def process_view(self, request: HttpRequest, page: Callable[..., HttpResponse], *_given: object) -> None:
        # Asked for by a person, the same address is a page like any other.
        by_itself = getattr(page, "by_itself", False) and "HX-Request" in request.headers
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not by_itself:
            _note_use(request.session, int(time.time()))


def is_over(session: SessionBase, now: int) -> bool:
    """Whether it lay idle for too long or is too old; what nobody signed in through, Django's own date ends."""
    began, seen = session.get(BEGAN), session.get(SEEN)
    if not isinstance(began, int) or not isinstance(seen, int):
        return False
    return bool(now - began >= settings.SESSION_COOKIE_AGE or now - seen >= settings.SESSION_IDLE_SECONDS)


def _note_use(session: SessionBase, now: int) -> None:
    if isinstance(seen := session.get(SEEN), int) and now - seen >= STEP:
        session[SEEN] = now
