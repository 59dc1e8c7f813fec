"""What owners ask the authors of claims for. An answer is kept for the owner to read, and changes no claim."""

from __future__ import annotations

import uuid
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations import evidence_requests
from escalations.models import EvidenceRequest
from memoryhub.api import moments
from memoryhub.api.claims import EvidenceIn, SaidByIn
from memoryhub.api.evidence_shapes import EvidenceRequestOut, asked_for
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Moment, Text
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import PAGE_PARAMETERS, example, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Posts, Reads, caller_of
from memoryhub.api.queries import Query

REFUSALS = {
    409: [example("evidence-request-closed", 409, "This evidence is no longer awaited")],
    422: [example("invalid-evidence", 422, "This request breaks a rule")],
}


class EvidenceAnswerIn(Input):
    """What the claim rests on, and whatever else was asked for. All of it is shown as outside text."""

    slug = "invalid-evidence"

    evidence = EvidenceIn()
    effective_at = Moment(required=False, allow_null=True)
    said_by = SaidByIn(required=False, allow_null=True)
    note = Text(required=False, allow_null=True, allow_blank=True, max_length=2_000)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # Any: checked members
        if not any(attrs["evidence"].values()):
            raise serializers.ValidationError(
                {"evidence": [self.fields["evidence"].error_messages["required"]]}, "required"
            )
        return attrs


class EvidenceRequests(Explicit):
    """The open requests that wait for the caller's answer, newest first."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="evidence_request_list",
        tags=["evidence"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("evidence_request", EvidenceRequestOut), **problems_for(400, 401)},
    )
    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), "evidence-requests")
        caller = caller_of(request)
        rows = evidence_requests.put_to(caller.workspace, agent=caller.agent, member=caller.member)
        return Response(asked.answer(asked.cut(rows.filter(caller.scopes_within("claim__scope"))), asked_for))


class Answer(Explicit):
    """The answer of whoever was asked, once."""

    permissions = {"POST": Posts}

    @extend_schema(
        operation_id="evidence_request_answer",
        tags=["evidence"],
        request=EvidenceAnswerIn,
        responses={200: EvidenceRequestOut, **problems_for(400, 401, 403, 404, 409, 422, extra=REFUSALS)},
    )
    def post(self, request: Request, request_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        get_object_or_404(EvidenceRequest, workspace=caller.workspace, pk=request_id)
        data = checked(EvidenceAnswerIn, request)
        answered = evidence_requests.answer(
            workspace=caller.workspace,
            request_id=request_id,
            said=_kept(data),
            agent=caller.agent,
            member=caller.member,
        )
        return Response(asked_for(answered))


def _kept(data: dict[str, Any]) -> dict[str, Any]:  # Any: JSON
    """What was sent and says something, as JSON."""
    said = {name: value for name, value in data.items() if value}
    if since := said.get("effective_at"):
        said["effective_at"] = moments.write(since)
    return said
