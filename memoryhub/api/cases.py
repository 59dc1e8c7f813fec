"""Cases: questions put to owners. Everyone concerned may read them; the signed-in owner decides."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from escalations.deciding.choice import Choice as Pressed
from escalations.deciding.decisions import decide
from escalations.deciding.step_up import asks_again
from escalations.delegation import visible_to
from escalations.errors import StepUpRequired
from escalations.models import Case
from escalations.rights import check_right
from escalations.time import standing_in
from memoryhub.accounts import stepping_up
from memoryhub.api.callers import Caller
from memoryhub.api.case_shapes import CaseOut, WholeCaseOut, brief, whole
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Choice, Identifier, Moment, Text, Texts, Value, Whole
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import PAGE_PARAMETERS, example, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Decides, Reads, caller_of
from memoryhub.api.problems import Invalid
from memoryhub.api.queries import Query
from memoryhub.api.registry.people import acting

KINDS = [str(kind) for kind in Case.Kind]
STATES = [str(state) for state in Case.State]
CHOICES = ["keep", "accept", "other", "both", "still_true", "ended", "done", "same", "another", "refuse"]
FILTERS = ("state", "kind", "subject", "field", "scope", "owner")
LIST_PARAMETERS = [
    *PAGE_PARAMETERS,
    OpenApiParameter("state", OpenApiTypes.STR, enum=STATES, description="open unless said."),
    OpenApiParameter("kind", OpenApiTypes.STR, enum=KINDS),
    OpenApiParameter("subject", OpenApiTypes.STR),
    OpenApiParameter("field", OpenApiTypes.STR),
    OpenApiParameter("scope", OpenApiTypes.STR),
    OpenApiParameter("owner", OpenApiTypes.STR, description="A member's key."),
]
REFUSALS = {
    403: [
        example("not-the-owner", 403, "Only the owner of this fact decides it"),
        example("four-eyes-required", 403, "Another person has to confirm this"),
        example("step-up-required", 403, "Sign in again first"),
    ],
    409: [
        example("already-decided", 409, "This case was decided already"),
        example("evidence-changed", 409, "This case changed since you opened it"),
    ],
    422: [
        example("invalid-decision", 422, "This request breaks a rule"),
        example("invalid-choice", 422, "This case cannot be decided so"),
    ],
}


class DecisionIn(Input):
    """What the owner chose, and what they saw: the version and the digest of the case they decide."""

    slug = "invalid-decision"

    choice = Choice(choices=CHOICES)
    version = Whole(min_value=1, max_value=2**31 - 1)
    evidence_digest = Text(max_length=64)
    decision_key = Identifier(required=False, allow_null=True)
    claim = Identifier(required=False, allow_null=True)
    value = Value(required=False)
    effective_at = Moment(required=False, allow_null=True)
    scopes = Texts(required=False, max_length=2)
    blame = Text(required=False, allow_null=True, max_length=16)
    reason = Text(required=False, allow_null=True, allow_blank=True, max_length=2_000)


class Cases(Explicit):
    """Cases the caller may see, newest first; open ones unless `state` says otherwise."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="case_list",
        tags=["cases"],
        parameters=LIST_PARAMETERS,
        responses={200: paged("case", CaseOut), **problems_for(400, 401)},
    )
    def get(self, request: Request) -> Response:
        query = Query(request, (*PARAMETERS, *FILTERS))
        asked = page(query, "cases")
        rows = asked.cut(_filtered(_visible(caller_of(request)), query))
        standing_in.mark(rows)
        return Response(asked.answer(rows, brief))


class OneCase(Explicit):
    """One case with the fact that stands, the claims that wait, and what the decision has to name."""

    permissions = {"GET": Reads}

    @extend_schema(operation_id="case_read", tags=["cases"], responses={200: WholeCaseOut, **problems_for(401, 404)})
    def get(self, request: Request, case_id: uuid.UUID) -> Response:
        Query(request, ())
        caller = caller_of(request)
        return Response(whole(visible_case(caller, case_id), caller))


class Decision(Explicit):
    """The owner's decision. The same `decision_key` again answers what it answered."""

    permissions = {"POST": Decides}

    @extend_schema(
        operation_id="case_decide",
        tags=["cases"],
        request=DecisionIn,
        responses={200: WholeCaseOut, **problems_for(400, 401, 403, 404, 409, 422, extra=REFUSALS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        case = visible_case(caller, case_id)
        pressed = _pressed(_body(request, case))
        if asks_again(case) and not stepping_up.fresh(request._request):  # noqa: SLF001 - the framework keeps it there
            check_right(case, acting(caller))
            raise StepUpRequired(_("Confirm your password at /sign-in/again/, then send this again."))
        decide(member=acting(caller), case_id=case.pk, choice=pressed)
        return Response(whole(_visible(caller).get(pk=case_id), caller))


def _body(request: Request, case: Case) -> dict[str, Any]:  # Any: checked members
    """The checked body. Who may not decide hears that first, whatever is wrong with the body."""
    try:
        return checked(DecisionIn, request)
    except Invalid:
        check_right(case, acting(caller_of(request)))
        raise


def _pressed(data: dict[str, Any]) -> Pressed:  # Any: checked members
    return Pressed(**{name: value for name, value in data.items() if value is not None or name == "value"})


def _visible(caller: Caller) -> QuerySet[Case]:
    rows = Case.objects.filter(caller.scopes_within("scope"), workspace=caller.workspace)
    if caller.member is not None:
        rows = rows.filter(visible_to(caller.member))
    return rows.select_related(
        "slot__subject", "slot__workspace", "owner", "backup", "assignee", "decided_by", "workspace"
    )


def visible_case(caller: Caller, case_id: uuid.UUID) -> Case:
    case = get_object_or_404(_visible(caller), pk=case_id)
    standing_in.mark([case])
    return case


def _filtered(rows: QuerySet[Case], query: Query) -> QuerySet[Case]:
    rows = rows.filter(state=query.choice("state", STATES) or Case.State.OPEN)
    places = {"slot__subject__key": query.key("subject"), "scope": query.key("scope"),
              "kind": query.choice("kind", KINDS), "field": query.text("field"),
              "owner__key": query.text("owner")}  # fmt: skip
    return rows.filter(**{name: value for name, value in places.items() if value is not None})
