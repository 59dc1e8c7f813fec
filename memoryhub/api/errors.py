"""One shape for every refusal (RFC 9457), made in one place."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import TypedDict

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from memoryhub.accounts import events
from memoryhub.accounts.errors import NotAllowed, Problem, Unauthenticated
from memoryhub.api import problems
from memoryhub.api.callers import Caller

log = logging.getLogger("memoryhub.api")

MEDIA_TYPE = "application/problem+json"
# The database comes back within seconds (a restart, a lock); sooner makes a crowd.
RETRY_AFTER = 5


class ErrorDocument(TypedDict):
    pointer: str
    code: str
    detail: str


class Document(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    instance: str
    request_id: str
    errors: list[ErrorDocument]


# The first class that fits counts, so the special ones stand first.
_KNOWN: list[tuple[type[Exception] | tuple[type[Exception], ...], type[Problem]]] = [
    ((exceptions.NotAuthenticated, exceptions.AuthenticationFailed), Unauthenticated),
    ((exceptions.PermissionDenied, PermissionDenied), NotAllowed),
    ((exceptions.NotFound, Http404), problems.NotFound),
    (exceptions.MethodNotAllowed, problems.MethodNotAllowed),
    (exceptions.NotAcceptable, problems.NotAcceptable),
    (exceptions.UnsupportedMediaType, problems.UnsupportedMediaType),
    (exceptions.Throttled, problems.RateLimited),
    (exceptions.ParseError, problems.MalformedJSON),
    (RequestDataTooBig, problems.PayloadTooLarge),
    ((SuspiciousOperation, UnreadablePostError), problems.BadRequest),
]


def handler(exc: Exception, context: Mapping[str, object]) -> Response:
    """Answer any exception of an API view. What nobody foresaw is logged whole and told as little as possible."""
    request = context["request"]
    assert isinstance(request, Request)  # noqa: S101 - the framework's promise, for the type checker
    set_rollback()
    problem = problem_of(exc)
    # What authentication left; asking for `user` would authenticate, and fail, a second time.
    caller: object = getattr(request, "_user", None)
    if isinstance(caller, Caller):
        events.note(request._request, problem, workspace=caller.workspace, author=caller.key)  # noqa: SLF001
    return Response(
        document(problem, request._request),  # noqa: SLF001 - the framework keeps Django's request there
        status=problem.status,
        headers=headers(problem),
        content_type=MEDIA_TYPE,
    )


def problem_of(exc: Exception) -> Problem:
    """The problem behind an exception, foreseen or not."""
    if isinstance(exc, Problem):
        return exc
    if isinstance(exc, (OperationalError, InterfaceError)):
        log.warning("database out of reach: %s", type(exc.__cause__ or exc).__name__)
        return problems.TemporarilyUnavailable(
            _("Send the same request again in a few seconds."), retry_after=RETRY_AFTER
        )
    if isinstance(exc, exceptions.Throttled):
        return problems.RateLimited(retry_after=int(getattr(exc, "wait", None) or 1))
    known = next((problem for kind, problem in _KNOWN if isinstance(exc, kind)), None)
    if known is not None:
        return known()
    log.error("unforeseen %s", type(exc).__name__, exc_info=exc)
    return problems.InternalError(_("It was logged. Tell support the request_id."))


def document(problem: Problem, request: HttpRequest) -> Document:
    """The problem in the reader's language. `type` and `code` are never translated."""
    title = str(problem.title)
    return {
        "type": f"/problems/{problem.slug}",
        "title": title,
        "status": problem.status,
        "detail": str(problem.detail) or title,
        "instance": request.path,
        "request_id": getattr(request, "request_id", ""),
        "errors": [
            {"pointer": error["pointer"], "code": error["code"], "detail": str(error["detail"])}
            for error in problem.errors
        ],
    }


def headers(problem: Problem) -> dict[str, str]:
    found: dict[str, str] = {}
    if problem.status == 401:
        found["WWW-Authenticate"] = problems.CHALLENGE
    if problem.retry_after is not None:
        found["Retry-After"] = str(problem.retry_after)
    return found


def answer(problem: Problem, request: HttpRequest) -> HttpResponse:
    """The same answer outside the framework's views: middleware and last resort."""
    body = json.dumps(document(problem, request), ensure_ascii=False)
    return HttpResponse(body, status=problem.status, headers=headers(problem), content_type=MEDIA_TYPE)
