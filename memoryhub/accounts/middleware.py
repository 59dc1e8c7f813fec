"""Who asks, and in which language to answer."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from memoryhub.accounts import events, walls
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.membership import current_member

Answer = Callable[[HttpRequest], HttpResponse]
LANGUAGE_KEY = "language"


class Walls:
    """Around everything that reads or writes: a request begins in no workspace, and what it was refused is written
    once its own transaction is over."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with walls.outside():
            response = self.get_response(request)
        events.write(request)
        return response


class Language:
    """A signed-in person's choice, else the cookie, else Accept-Language (any Portuguese gets Brazilian Portuguese)."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = self._chosen(request) or translation.get_language_from_request(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ["Accept-Language"])
        return response

    def _chosen(self, request: HttpRequest) -> str:
        # The session holds the choice since sign-in, so that the language needs no query of its own. Programs say
        # what they want with each request.
        if request.path_info.startswith("/api/") or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return ""
        return str(request.session.get(LANGUAGE_KEY, ""))


class CurrentMember:
    """Gives a page's request its `member` and `workspace` (None for strangers), and keeps it inside that workspace.

    The page has a savepoint of its own (ATOMIC_REQUESTS), so that a page that fails still gets its frame.

    The API asks `current_member` itself, after it has looked for a token.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        member = None if request.path_info.startswith("/api/") else current_member(request)
        request.member = member  # type: ignore[attr-defined]  # requests take attributes
        request.workspace = member.workspace if member else None  # type: ignore[attr-defined]  # as above
        if member is None:
            return self.get_response(request)
        with walls.inside(member.workspace_id):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """A change refused on a page (in the back office too) leaves the trace that the API leaves."""
        member = getattr(request, "member", None)
        if member is not None and isinstance(exception, PermissionDenied):
            events.note(request, NotAllowed(), workspace=member.workspace, author=f"member:{member.key}")
