"""The OpenAPI file and a page to read it on, both served from here: no address outside is ever asked."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator


@transaction.non_atomic_requests
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.1, in English: codes and names are the contract, their words are not."""
    with translation.override("en"):
        document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # untyped
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False})


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html")
