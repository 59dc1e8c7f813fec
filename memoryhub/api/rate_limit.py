"""The limit of requests per token, before anything of the request is read."""

from __future__ import annotations

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from memoryhub.accounts import rates
from memoryhub.api.errors import answer, problem_of
from memoryhub.api.last_resort import is_api
from memoryhub.api.problems import RateLimited


class RateLimit:
    """Answers 429 with Retry-After to a token that asks too often. Others notice nothing.

    A batch counts as one request. People with a session and strangers have no count here: pages are asked by hand, and
    signing in has its own lock-out.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            wait = rates.refused(bearer(request)) if is_api(request) else None
        except (OperationalError, InterfaceError) as away:
            # Nobody passes uncounted; outside a view the framework would answer with a page of its own.
            return answer(problem_of(away), request)
        if wait is None:
            return self.get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            detail = _("This token has asked as often as it may within a minute. Wait %(seconds)d s.")
            return answer(RateLimited(detail % {"seconds": wait}, retry_after=wait), request)


def bearer(request: HttpRequest) -> str:
    """The token as it was sent, good or not; empty where none was."""
    scheme, _blank, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""
