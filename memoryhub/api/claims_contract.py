"""What the OpenAPI file says about claims."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from ledgers.domain.tiers import Tier
from memoryhub.api.openapi import PAGE_PARAMETERS, example

KINDS = ["assert", "retract", "correct"]
STATES = ["received", "pending", "settled"]


class TraceOut(serializers.Serializer[Any]):  # Any: documentation only
    step = serializers.CharField()
    code = serializers.CharField(help_text="Stable, never translated.")
    params = serializers.DictField()
    says = serializers.CharField(help_text="The same in the reader's language.")


class OutcomeOut(serializers.Serializer[Any]):  # Any: documentation only
    action = serializers.ChoiceField(choices=["append", "noop", "revise", "reject_conflict", "defer_verify"])
    status = serializers.CharField()
    rule = serializers.CharField()
    policy_version = serializers.IntegerField()
    fact = serializers.UUIDField(allow_null=True)
    replaced = serializers.UUIDField(allow_null=True)
    case = serializers.UUIDField(allow_null=True)
    trace = TraceOut(many=True)


class SubmittedOut(serializers.Serializer[Any]):  # Any: documentation only
    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=STATES)
    reason = serializers.CharField(required=False, allow_null=True, help_text="Why a person comes first.")
    outcome = OutcomeOut(allow_null=True)


class SourceOfClaim(serializers.Serializer[Any]):  # Any: documentation only
    key = serializers.CharField()
    tier = serializers.ChoiceField(choices=[str(tier) for tier in Tier])
    external = serializers.BooleanField()


@extend_schema_field(OpenApiTypes.ANY)
class AnyValue(serializers.JSONField):
    """Any JSON."""


ERASED_HELP = "When what it said was erased for good; null where it was not."
CONTENT_HELP = "Classes of sensitive content found in the value or its condition."
FLAGS_HELP = "instruction_like: the text reads like an instruction. It is data, and weighs nothing."


class ClaimOut(SubmittedOut):
    kind = serializers.ChoiceField(choices=KINDS)
    subject = serializers.CharField()
    field = serializers.CharField()
    scope = serializers.CharField()
    value = AnyValue()
    condition = serializers.CharField(allow_null=True)
    content = serializers.ListField(child=serializers.CharField(), help_text=CONTENT_HELP)
    flags = serializers.ListField(child=serializers.CharField(), help_text=FLAGS_HELP)
    erased_at = serializers.DateTimeField(allow_null=True, help_text=ERASED_HELP)
    source = SourceOfClaim()  # type: ignore[assignment]  # a member of the contract, not the field's argument
    author = serializers.CharField()
    speaker = serializers.CharField(allow_null=True)
    said_by = serializers.DictField()
    effective_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    date_assumed = serializers.BooleanField()
    corrects = serializers.UUIDField(allow_null=True)
    evidence = serializers.DictField()
    derived_from = serializers.ListField(child=serializers.UUIDField())
    confidence = serializers.FloatField(allow_null=True)
    received_at = serializers.DateTimeField()


POST_HEADERS = [
    OpenApiParameter(
        "Idempotency-Key",
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        required=True,
        description="1 to 255 visible ASCII characters, no comma; new for each claim, the same for a retry.",
    ),
    OpenApiParameter(
        "Prefer", OpenApiTypes.STR, OpenApiParameter.HEADER, description="wait=5 answers with the outcome."
    ),
]
LIST_PARAMETERS = [
    *PAGE_PARAMETERS,
    OpenApiParameter("id", OpenApiTypes.UUID),
    OpenApiParameter("subject", OpenApiTypes.STR),
    OpenApiParameter("field", OpenApiTypes.STR),
    OpenApiParameter("scope", OpenApiTypes.STR),
    OpenApiParameter("source", OpenApiTypes.STR),
    OpenApiParameter("author", OpenApiTypes.STR, description="agent:key or member:key"),
]
REFUSALS = {
    400: [
        example("idempotency-key-required", 400, "The Idempotency-Key header is missing"),
        example("invalid-idempotency-key", 400, "The Idempotency-Key cannot be used"),
    ],
    403: [example("source-not-allowed", 403, "This token may not post through that source")],
    409: [example("request-in-progress", 409, "The first request with this key is still running")],
    429: [example("too-many-open-cases", 429, "Too many of your claims wait for their owners")],
    422: [
        example(
            "naive-datetime",
            422,
            "This request breaks a rule",
            [("#/effective_at", "naive-datetime", "Add the offset from UTC, such as -03:00 or Z.")],
        ),
        example(
            "invalid-claim",
            422,
            "This request breaks a rule",
            [("#/subject", "required", "This field is required.")],
        ),
        example(
            "server-owned-member",
            422,
            "This request breaks a rule",
            [("#/tier", "server-owned-member", "The hub sets this itself. Leave it out.")],
        ),
        example("unknown-scope", 422, "This claim cannot be taken"),
        example("invalid-value", 422, "This value cannot be kept"),
        example("idempotency-key-reused", 422, "This idempotency key was used for another request"),
    ],
}
