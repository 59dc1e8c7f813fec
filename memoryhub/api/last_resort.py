"""Answers outside any view: an address that does not exist, a surprise in a middleware, a database that is away."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from memoryhub.api import problems
from memoryhub.api.errors import RETRY_AFTER, answer, problem_of


def is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return answer(problems.NotFound(_("The API begins at /api/v1/; its reference is at /api/v1/docs.")), request)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the exception is being handled; what it was decides the answer."""
    exception = sys.exception()
    if is_api(request):
        return answer(problem_of(exception) if isinstance(exception, Exception) else problems.InternalError(), request)
    if isinstance(exception, (OperationalError, InterfaceError)):
        return unavailable()
    return defaults.server_error(request)


def unavailable() -> HttpResponse:
    """A page without a base, since the base asks the database who is signed in."""
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(RETRY_AFTER)})
