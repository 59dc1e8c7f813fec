"""Steps on a case that decide nothing: asking for evidence, handing it to somebody else, putting it off."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations import evidence_requests, handing
from memoryhub.api.case_shapes import CaseOut, brief
from memoryhub.api.cases import visible_case
from memoryhub.api.evidence_shapes import EvidenceRequestOut, asked_for
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Choice, Moment, Text, Whole
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import example, problems_for
from memoryhub.api.permissions import Decides, caller_of
from memoryhub.api.registry.people import acting

REFUSALS = {
    403: [
        example("not-the-owner", 403, "Only the owner of this fact decides it"),
        example("four-eyes-required", 403, "Another person has to confirm this"),
    ],
    409: [
        example("already-decided", 409, "This case was decided already"),
        example("evidence-changed", 409, "This case changed since you opened it"),
    ],
    422: [example("invalid-step", 422, "This step is not possible")],
}
ANSWERS = problems_for(400, 401, 403, 404, 409, 422, extra=REFUSALS)


class Kinds(serializers.ListField):
    child = Choice(choices=list(evidence_requests.MISSING))


class EvidenceAskedIn(Input):
    """What is missing, until when it is awaited, and a note to whoever proposed the newest claim."""

    slug = "invalid-step"

    missing = Kinds(min_length=1, max_length=4)
    due_at = Moment()
    version = Whole(min_value=1, max_value=2**31 - 1)
    note = Text(required=False, allow_null=True, allow_blank=True, max_length=500)


class HandedIn(Input):
    """`to`: the key of a member; null takes the case back."""

    slug = "invalid-step"

    to = Text(allow_null=True, max_length=64)
    version = Whole(min_value=1, max_value=2**31 - 1)


class SnoozedIn(Input):
    """`until`: a moment that is not past the due date; null waits for whatever comes first."""

    slug = "invalid-step"

    until = Moment(allow_null=True)
    version = Whole(min_value=1, max_value=2**31 - 1)
    reason = Text(required=False, allow_null=True, allow_blank=True, max_length=500)


class EvidenceRequests(Explicit):
    """Ask whoever proposed the newest claim for what is missing; the case waits for the answer until `due_at`."""

    permissions = {"POST": Decides}

    @extend_schema(
        operation_id="case_ask_for_evidence",
        tags=["cases"],
        request=EvidenceAskedIn,
        responses={201: EvidenceRequestOut, **ANSWERS},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        case, data = visible_case(caller, case_id), checked(EvidenceAskedIn, request)
        data["note"] = data.get("note") or ""
        asked = evidence_requests.ask(member=acting(caller), case_id=case.pk, **data)
        return Response(asked_for(asked), status=201)


class Delegation(Explicit):
    """Let somebody else decide this one case, or take it back. The owner stays."""

    permissions = {"POST": Decides}

    @extend_schema(operation_id="case_delegate", tags=["cases"], request=HandedIn, responses={200: CaseOut, **ANSWERS})
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        case, data = visible_case(caller, case_id), checked(HandedIn, request)
        to = data["to"] or ""
        handing.delegate(member=acting(caller), case_id=case.pk, to=to, version=data["version"])
        return Response(brief(visible_case(caller, case_id)))


class Snooze(Explicit):
    """Put a case off. Its time runs on, and whatever comes in brings it back."""

    permissions = {"POST": Decides}

    @extend_schema(operation_id="case_snooze", tags=["cases"], request=SnoozedIn, responses={200: CaseOut, **ANSWERS})
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        case, data = visible_case(caller, case_id), checked(SnoozedIn, request)
        data["reason"] = data.get("reason") or ""
        handing.snooze(member=acting(caller), case_id=case.pk, **data)
        return Response(brief(visible_case(caller, case_id)))
