"""The outermost layer: an id for every request, and what must be refused before anything is read."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from memoryhub.accounts.errors import Problem
from memoryhub.api import problems
from memoryhub.api.errors import answer, problem_of
from memoryhub.api.last_resort import is_api, unavailable

KIB = 1024
CLAIM_LIMIT = 64 * KIB
# Bodies that hold more than one thing. The first beginning that fits counts.
LIMITS = [("/api/v1/claims/batch", 8 * KIB * KIB), ("/api/v1/policies", 512 * KIB)]
LONGEST_ADDRESS = 8190
_DIGITS = re.compile(r"[0-9]{1,12}")


class Requests:
    """Gives each request an id, and refuses bad transport under /api/ with a problem instead of a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = str(uuid.uuid4())  # type: ignore[attr-defined]  # requests take attributes
        response = self._refused(request) or self.get_response(request)
        response.headers["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]  # set above
        if is_api(request):
            response.headers.setdefault("Cache-Control", "no-store")
            response.headers.setdefault("X-Content-Type-Options", "nosniff")
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page whose database is away says so with 503; other surprises of pages stay Django's."""
        if is_api(request):
            return answer(problem_of(exception), request)
        if isinstance(exception, (OperationalError, InterfaceError)):
            return unavailable()
        return None

    def _refused(self, request: HttpRequest) -> HttpResponse | None:
        problem = transport_problem(request) if is_api(request) else None
        if problem is None:
            return None
        with translation.override(translation.get_language_from_request(request)):
            return answer(problem, request)


def transport_problem(request: HttpRequest) -> Problem | None:
    """What is wrong with the envelope, or None."""
    try:
        request.get_host()
    except DisallowedHost:
        return problems.BadHost(_("Send the request to the public address of the hub."))
    if len(request.get_full_path()) > LONGEST_ADDRESS:
        return problems.AddressTooLong(_("At most %(most)d bytes are read.") % {"most": LONGEST_ADDRESS})
    # Servers join what was sent twice by a comma.
    if "," in request.headers.get("Authorization", ""):
        return problems.AmbiguousHeader(_("Send one Authorization header."))
    return _length_problem(request)


def _length_problem(request: HttpRequest) -> Problem | None:
    if "Transfer-Encoding" in request.headers:
        # Granian drops a length sent beside it. A body framed by that length then reads as empty.
        if not request.META["wsgi.input"].read(1):
            return problems.BadRequest(_("The body is not framed as its headers say."))
        return problems.LengthRequired(_("Send the body in one piece, with its length in bytes."))
    # Without either header a request has no body (RFC 9112); what needs one says so itself.
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not _DIGITS.fullmatch(length):
        return problems.BadRequest(_("Content-Length is not a number of bytes."))
    limit = limit_for(request.path_info)
    if int(length) <= limit:
        return None
    return problems.PayloadTooLarge(_("At most %(kib)d KiB are taken here.") % {"kib": limit // KIB})


def limit_for(path: str) -> int:
    return next((limit for beginning, limit in LIMITS if path.startswith(beginning)), CLAIM_LIMIT)
