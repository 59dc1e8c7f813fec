"""Facts: what is in force, what waits, what was; at any moment, as known at any other."""

from __future__ import annotations

import uuid

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledgers.models import Claim
from ledgers.selectors import facts
from ledgers.selectors.about import Caveat
from ledgers.selectors.facts import LEDGERS, Asked, FactView
from memoryhub.api.callers import Caller
from memoryhub.api.claims_contract import CONTENT_HELP, ERASED_HELP, FLAGS_HELP, AnyValue, SourceOfClaim, TraceOut
from memoryhub.api.explicit import Explicit
from memoryhub.api.fact_shapes import describe, shown
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Reads, caller_of
from memoryhub.api.problems import InvalidQuery, ScopeNotAllowed
from memoryhub.api.queries import Query
from memoryhub.api.why import why

STATUSES = ("accepted", "scheduled", "pending", "superseded", "expired", "corrected", "rejected", "erased")
# Where a status is found: the ledger need not be said with it.
LEDGER_OF = {"accepted": "accepted", "scheduled": "accepted", "pending": "pending"}
MOMENTS = ("as_of", "known_at")
FILTERS = ("subject", "field", "scope", "ledger", "status", *MOMENTS)


class CaveatOut(serializers.Serializer[Caveat]):
    code = serializers.CharField(help_text="Stable, never translated.")
    text = serializers.CharField()
    since = serializers.DateTimeField(allow_null=True)
    case = serializers.UUIDField(allow_null=True)


class FactOut(serializers.Serializer[FactView]):
    id = serializers.UUIDField()
    subject = serializers.CharField()
    field = serializers.CharField()
    scope = serializers.CharField()
    value = AnyValue(help_text="Null where it is sensitive and the signed-in person does not answer for it.")
    ledger = serializers.ChoiceField(choices=LEDGERS)
    status = serializers.ChoiceField(choices=STATUSES)
    valid_from = serializers.DateTimeField(allow_null=True)
    valid_to = serializers.DateTimeField(allow_null=True)
    condition = serializers.CharField(allow_null=True)
    content = serializers.ListField(child=serializers.CharField(), help_text=CONTENT_HELP)
    flags = serializers.ListField(child=serializers.CharField(), help_text=FLAGS_HELP)
    erased_at = serializers.DateTimeField(allow_null=True, help_text=ERASED_HELP)
    source = SourceOfClaim()  # type: ignore[assignment]  # a member of the contract, not the field's argument
    support = serializers.IntegerField(help_text="How many sources say it.")
    owner = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField()
    review_due = serializers.DateTimeField(allow_null=True)
    caveats = CaveatOut(many=True)


class WindowOut(serializers.Serializer[object]):
    fact = serializers.UUIDField()
    value = AnyValue()
    valid_from = serializers.DateTimeField()
    valid_to = serializers.DateTimeField(allow_null=True)
    source = SourceOfClaim()  # type: ignore[assignment]  # a member of the contract, not the field's argument


class ChangeOut(serializers.Serializer[object]):
    recorded_at = serializers.DateTimeField()
    claim = serializers.UUIDField()
    action = serializers.CharField()
    status = serializers.CharField()
    rule = serializers.CharField()
    policy_version = serializers.IntegerField()
    decided_by = serializers.CharField(allow_null=True, help_text="The member who decided; null: a rule did.")
    says = serializers.CharField()


class ToldOut(serializers.Serializer[object]):
    fact = serializers.UUIDField()
    agents = serializers.IntegerField()
    people = serializers.IntegerField()
    behind = serializers.ListField(
        child=serializers.CharField(),
        help_text="Who was told nothing newer in its place: agent:inbox, member:ana.",
    )
    receipts = serializers.CharField(help_text="Where each of them is listed.")


class WhyOut(serializers.Serializer[object]):
    fact = FactOut()
    sentence = serializers.CharField()
    trace = TraceOut(many=True)
    timeline = WindowOut(many=True)
    changes = ChangeOut(many=True)
    told = ToldOut(help_text="Who was told this fact.")
    told_wrong = ToldOut(allow_null=True, help_text="Of a correction: who was told what it corrects.")


MOMENT_PARAMETERS = [
    OpenApiParameter("as_of", OpenApiTypes.STR, description="When it holds: RFC 3339, or a date (start of that day)."),
    OpenApiParameter("known_at", OpenApiTypes.STR, description="As the hub knew it then; same forms."),
]
LIST_PARAMETERS = [
    *PAGE_PARAMETERS,
    OpenApiParameter("subject", OpenApiTypes.STR),
    OpenApiParameter("field", OpenApiTypes.STR),
    OpenApiParameter("scope", OpenApiTypes.STR),
    OpenApiParameter("ledger", OpenApiTypes.STR, enum=LEDGERS, description="accepted (in force) unless said."),
    OpenApiParameter("status", OpenApiTypes.STR, enum=STATUSES, description="scheduled: what is ahead."),
    *MOMENT_PARAMETERS,
]


class Facts(Explicit):
    """Facts of the scopes the caller may read; without `ledger`, those in force."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="fact_list",
        tags=["facts"],
        parameters=LIST_PARAMETERS,
        responses={200: paged("fact", FactOut), **problems_for(400, 401)},
    )
    def get(self, request: Request) -> Response:
        query = Query(request, (*PARAMETERS, *FILTERS))
        caller, asked = caller_of(request), page(query, "facts")
        wanted = _asked(query, caller)
        rows = facts.page(
            caller.workspace,
            caller.scopes,
            wanted,
            limit=asked.limit + 1,
            after=asked.after,
            readable=caller.scopes_within("slot__scope"),
        )
        return Response(asked.answer(shown(caller, rows), lambda row: row.shape))


class OneFact(Explicit):
    """One fact by its public id, which never changes."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="fact_read",
        tags=["facts"],
        parameters=MOMENT_PARAMETERS,
        responses={200: FactOut, **problems_for(400, 401, 403, 404)},
    )
    def get(self, request: Request, fact_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        fact = find(caller, fact_id, _asked(Query(request, MOMENTS), caller))
        return Response(describe(caller, [fact])[0])


class Why(Explicit):
    """Why the hub believes a fact: one sentence, the trace of the decision, and everything that stood in its place."""

    permissions = {"GET": Reads}

    @extend_schema(operation_id="fact_why", tags=["facts"], responses={200: WhyOut, **problems_for(400, 401, 403, 404)})
    def get(self, request: Request, fact_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        return Response(why(caller, find(caller, fact_id, _asked(Query(request, MOMENTS), caller))))


def find(caller: Caller, fact_id: uuid.UUID, asked: Asked) -> FactView:
    """The fact, if it is in this workspace and in a scope the caller may read."""
    claim = Claim.objects.filter(workspace=caller.workspace, pk=fact_id).only("scope").first()
    if claim is None:
        raise Http404
    if not caller.may_use_scope(claim.scope):
        raise ScopeNotAllowed
    found = facts.one(caller.workspace, fact_id, asked)
    if found is None:
        raise Http404
    return found


def _asked(query: Query, caller: Caller) -> Asked:
    ledger = query.choice("ledger", LEDGERS)
    status = query.choice("status", STATUSES) or ""
    home = LEDGER_OF.get(status, "history") if status else ledger or "accepted"
    if ledger is not None and home != ledger:
        raise InvalidQuery(f"status={status}: ledger={home}")
    return Asked(
        subject=query.key("subject") or "",
        field=query.text("field") or "",
        scope=query.key("scope") or "",
        ledger=home,
        status=status,
        as_of=query.moment("as_of", caller.workspace),
        known_at=query.moment("known_at", caller.workspace),
    )
