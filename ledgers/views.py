"""Pages of facts."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse

from memoryhub.accounts.access import member_required


@member_required
def facts(request: HttpRequest) -> HttpResponse:
    return HttpResponse("facts")


@member_required
def fact(request: HttpRequest, fact_id: uuid.UUID) -> HttpResponse:
    return HttpResponse("fact")
