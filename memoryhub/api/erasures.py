"""Erasing a person: first how much it is, then, confirmed, the act and its certificate."""

from __future__ import annotations

import uuid
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations.erasing import erase
from escalations.errors import StepUpRequired
from ledgers.errors import InvalidClaim
from ledgers.formats.keys import subject_key
from ledgers.formats.refusal import InvalidKey
from ledgers.models import Erasure
from ledgers.selectors.erasures import certificates
from ledgers.services.erasing import reach
from memoryhub.accounts import stepping_up
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Choice, Instant, Text, Whole
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import PAGE_PARAMETERS, example, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Erases, ReadsLog, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.references import KeyOf

REFUSALS = {403: [example("step-up-required", 403, "Sign in again first")]}


class ErasureIn(Input):
    slug = "invalid-erasure"

    subject = Text(max_length=200)
    reason = Choice(choices=Erasure.Reason.values)
    confirm = Whole(
        required=False, min_value=0, max_value=10**9, help_text="the number of claims that the preview told"
    )


class PreviewOut(serializers.Serializer[Any]):
    """What an erasure would take; nothing has happened."""

    subject = serializers.CharField()
    claims = serializers.IntegerField()
    slots = serializers.IntegerField()
    conversations = serializers.IntegerField(required=False, help_text="of a user or a person")
    messages = serializers.IntegerField(required=False, help_text="in these conversations")


class ErasureOut(serializers.Serializer[Erasure]):
    """The certificate: that it happened, not what it was."""

    id = serializers.UUIDField()
    at = Instant()
    by = KeyOf()
    reason = serializers.CharField()
    mark = serializers.CharField(help_text="what stands where the person's name stood")
    counts = serializers.DictField(child=serializers.IntegerField())
    claims = serializers.ListField(child=serializers.UUIDField())
    digest = serializers.CharField(help_text="SHA-256 over the ids of the claims, one a line, in order")
    last_seq = serializers.IntegerField(
        help_text="how far the log was sealed then; what was recorded so far still verifies"
    )


class Erasures(Explicit):
    """Certificates, newest first; and the act itself, by an account admin who is signed in."""

    permissions = {"GET": ReadsLog, "POST": Erases}

    @extend_schema(
        operation_id="erasure_list",
        tags=["erasures"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("erasure", ErasureOut), **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), "erasures")
        rows = certificates(caller_of(request).workspace)
        shown: Any = ErasureOut  # Any: one serializer class, called per row
        return Response(asked.answer(asked.cut(rows), lambda row: shown(row).data))

    @extend_schema(
        operation_id="erasure_create",
        tags=["erasures"],
        request=ErasureIn,
        responses={
            200: OpenApiResponse(PreviewOut, "without `confirm`: what it would take"),
            201: OpenApiResponse(ErasureOut, "done"),
            **problems_for(400, 401, 403, 422, extra=REFUSALS),
        },
    )
    def post(self, request: Request) -> Response:
        caller = caller_of(request)
        said = checked(ErasureIn, request)
        try:
            shown = subject_key(said["subject"])[1]
        except InvalidKey as error:
            raise InvalidClaim("#/subject", error.detail) from error
        if "confirm" not in said or caller.member is None:
            found = reach(caller.workspace, said["subject"])
            return Response({"subject": shown, **found.counts})
        if not stepping_up.fresh(request._request):  # noqa: SLF001 - the framework keeps it there
            raise StepUpRequired(_("Confirm your password at /sign-in/again/, then send this again."))
        done = erase(
            workspace=caller.workspace,
            by=caller.member,
            subject=said["subject"],
            reason=said["reason"],
            confirmed=said["confirm"],
        )
        return Response(ErasureOut(done).data, status=201)


class OneErasure(Explicit):
    """One certificate."""

    permissions = {"GET": ReadsLog}

    @extend_schema(
        operation_id="erasure_read", tags=["erasures"], responses={200: ErasureOut, **problems_for(401, 403, 404)}
    )
    def get(self, request: Request, erasure_id: uuid.UUID) -> Response:
        Query(request, ())
        rows = certificates(caller_of(request).workspace)
        return Response(ErasureOut(get_object_or_404(rows, id=erasure_id)).data)
