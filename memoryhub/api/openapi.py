"""What the OpenAPI file says about every operation: pages, problems, and how to sign in."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from memoryhub.accounts.errors import NotAllowed, Problem, TokenExpired, TokenRevoked, Unauthenticated
from memoryhub.api import problems

SCHEME = dict[str, Any]  # Any: OpenAPI is JSON


class ProblemError(serializers.Serializer[Any]):  # Any: documentation only
    pointer = serializers.CharField(help_text="JSON pointer into the body, or ?name for a query parameter.")
    code = serializers.CharField(help_text="Stable, never translated.")
    detail = serializers.CharField()


class ProblemOut(serializers.Serializer[Any]):  # Any: documentation only
    """RFC 9457 problem details."""

    type = serializers.CharField(help_text="/problems/ and the code of the problem; stable, never translated.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    instance = serializers.CharField()
    request_id = serializers.UUIDField()
    errors = ProblemError(many=True)  # type: ignore[assignment]  # the RFC's member, not the serializer's


PAGE_PARAMETERS = [
    OpenApiParameter("limit", OpenApiTypes.INT, description="Items a page: 1 to 200, 50 unless said."),
    OpenApiParameter("cursor", OpenApiTypes.STR, description="`next` of the page before, unchanged."),
]
# An example for each code a client may meet under a status.
EXAMPLES: dict[int, list[type[Problem]]] = {
    400: [problems.MalformedJSON, problems.DuplicateKey, problems.TooDeep, problems.InvalidQuery,
          problems.UnknownParameter, problems.InvalidCursor, problems.BadHost],
    401: [Unauthenticated, TokenExpired, TokenRevoked],
    403: [NotAllowed, problems.InsufficientScope, problems.ScopeNotAllowed, problems.RoleRequired,
          problems.HumanRequired, problems.CsrfFailed],
    404: [problems.NotFound],
    409: [],
    422: [],
    429: [problems.RateLimited],
    503: [problems.TemporarilyUnavailable],
}  # fmt: skip
EVERYWHERE: dict[int, list[type[Problem]]] = {
    400: [problems.AmbiguousHeader, problems.BadHost],
    405: [problems.MethodNotAllowed],
    406: [problems.NotAcceptable],
    500: [problems.InternalError],
    429: EXAMPLES[429],
    503: EXAMPLES[503],
}
WITH_BODY: dict[int, list[type[Problem]]] = {
    411: [problems.LengthRequired],
    413: [problems.PayloadTooLarge],
    415: [problems.UnsupportedMediaType, problems.UnsupportedEncoding],
}
TITLES = {
    400: "It cannot be parsed, or a header or the query is wrong.",
    401: "No identity.",
    403: "The identity lacks the right.",
    404: "Not there, or another workspace's.",
    405: "The Allow header names the methods that exist.",
    406: "Answers come as JSON only.",
    409: "A race was lost, or what was seen has changed.",
    411: "Content-Length is required.",
    413: "The body is too large.",
    415: "Send application/json in UTF-8, uncompressed.",
    422: "It was parsed and breaks a rule.",
    429: "Too often, or too much at once; Retry-After says when to try again.",
    500: "The last resort.",
    503: "A dependency is down; Retry-After says when to try again.",
}


def example(slug: str, status: int, title: str, errors: list[tuple[str, str, str]] | None = None) -> OpenApiExample:
    """One problem as it is sent. `errors` are (pointer, code, detail)."""
    value = {
        "type": f"/problems/{slug}",
        "title": title,
        "status": status,
        "detail": title,
        "instance": "/api/v1/claims",
        "request_id": "0192f5c8-6f0e-4c1e-9d1a-3b1f0a7c2d55",
        "errors": [{"pointer": place, "code": code, "detail": detail} for place, code, detail in errors or []],
    }
    return OpenApiExample(slug, value=value, response_only=True, status_codes=[str(status)], media_type=MEDIA)


MEDIA = "application/problem+json"


def problems_for(*statuses: int, extra: dict[int, list[OpenApiExample]] | None = None) -> dict[Any, Any]:
    """Documented refusals of an operation; `extra` adds the examples that only it can give."""
    found: dict[Any, Any] = {}
    for status in statuses:
        known = [example(problem.slug, status, str(problem.title)) for problem in EXAMPLES.get(status, [])]
        found[(status, MEDIA)] = OpenApiResponse(
            ProblemOut, TITLES[status], examples=[*known, *(extra or {}).get(status, [])]
        )
    return found


def paged(name: str, shown: type[serializers.BaseSerializer[Any]]) -> serializers.BaseSerializer[Any]:  # Any: any row
    """A page of these items."""
    return inline_serializer(
        f"{name.title().replace('_', '')}Page",
        {"items": shown(many=True), "next": serializers.CharField(allow_null=True)},
    )


class Schema(AutoSchema):
    """Adds to every operation the refusals that any request may meet."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> SCHEME:
        bodies: SCHEME = super()._get_response_bodies(direction)
        shared = {
            **EVERYWHERE,
            **(WITH_BODY if self.method in {"POST", "PUT", "PATCH"} else {}),
        }
        for status, known in shared.items():
            examples = [example(problem.slug, status, str(problem.title)) for problem in known]
            response = OpenApiResponse(ProblemOut, TITLES[status], examples=examples)
            body = self._get_response_for_code(response, str(status), [MEDIA])  # type: ignore[no-untyped-call]
            bodies.setdefault(str(status), body)
        return bodies


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the package's own metaclass
    target_class = "memoryhub.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> SCHEME:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "mh_pat_"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the package's own metaclass
    target_class = "memoryhub.api.authentication.MemberAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> SCHEME:
        return {"type": "apiKey", "in": "cookie", "name": "session"}
