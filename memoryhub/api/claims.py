"""Claims: posted once per key, settled by the rules or waiting for their owner, and readable for ever."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations import bell, evidence_requests, triage
from escalations.quota import refuse_crowding
from ledgers.domain.patterns import fold
from ledgers.domain.tiers import Tier
from ledgers.models import Claim, Source
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, Submitted, submit
from ledgers.services.intake import refuse_unbound
from memoryhub.accounts import walls
from memoryhub.accounts.models import Role
from memoryhub.api import idempotency
from memoryhub.api.callers import Caller
from memoryhub.api.claims_contract import KINDS, LIST_PARAMETERS, POST_HEADERS, REFUSALS, ClaimOut, SubmittedOut
from memoryhub.api.evidence_shapes import EvidenceRequestOut, asked_for
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Choice, Ending, Fraction, Identifier, Moment, Text, Value
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import paged, problems_for
from memoryhub.api.outcomes import Told, first_told
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Posts, Reads, caller_of
from memoryhub.api.problems import Invalid, ScopeNotAllowed
from memoryhub.api.queries import Query
from memoryhub.api.told_claims import describe
from memoryhub.api.veil import veil

FILTERS = ("id", "subject", "field", "scope", "source", "author")


class EvidenceIn(Input):
    text = Text(required=False, allow_blank=True, max_length=8_000)
    url = Text(required=False, max_length=2_000)
    ref = Text(required=False, max_length=500)


class SaidByIn(Input):
    """`person` names a registered member and carries rank; `name` and `role` are shown only."""

    person = Text(required=False, max_length=64)
    name = Text(required=False, max_length=200)
    role = Text(required=False, max_length=200)


class Identifiers(serializers.ListField):
    child = Identifier()


class ClaimIn(Input):
    """One claim as its author words it. Rank and trust come from the source, never from here."""

    slug = "invalid-claim"

    subject = Text(max_length=200)
    field = Text()
    scope = Text(max_length=200)
    source = Text(max_length=64)  # type: ignore[assignment]  # a member of the body, not the field's argument
    value = Value(required=False)
    effective_at = Moment(required=False, allow_null=True)
    expires_at = Ending(required=False, allow_null=True)
    condition = Text(required=False, allow_null=True, allow_blank=True, max_length=500)
    kind = Choice(required=False, choices=KINDS)
    corrects = Identifier(required=False, allow_null=True)
    evidence = EvidenceIn(required=False, allow_null=True)
    derived_from = Identifiers(required=False, max_length=100)
    said_by = SaidByIn(required=False, allow_null=True)
    confidence = Fraction(required=False, allow_null=True, min_value=0, max_value=1)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # Any: checked members
        if "value" not in attrs and attrs.get("kind") != Claim.Kind.RETRACT:
            # Null is a value somebody sent; nothing at all is a mistake.
            raise serializers.ValidationError({"value": [self.fields["value"].error_messages["required"]]}, "required")
        return attrs


@dataclass(frozen=True, slots=True)
class Posted:
    """A claim that is stored for good, and the author who wants to know what becomes of it."""

    caller: Caller
    submitted: Submitted
    waits: bool

    def answer(self) -> Told:
        """The body of the answer; a claim nobody settles here is left to the workers."""
        workspace = self.caller.workspace
        with timezone.override(workspace.zone):
            body = settled(self.submitted) if self.waits else self.submitted.answer
        claim = self.submitted.claim
        if not self.submitted.replayed and claim.slot_id is not None and body["state"] == "received":
            bell.ring()
        return body_of(body)


class OneClaimOut(ClaimOut):
    evidence_request = EvidenceRequestOut(
        allow_null=True, help_text="What its author is asked for, to its author alone."
    )


class Claims(Explicit):
    """Claims of the scopes the caller may read, newest first; and new ones."""

    permissions = {"GET": Reads, "POST": Posts}
    posted: Posted | None = None

    @classmethod
    def as_view(cls, **given: Any) -> Callable[..., Any]:  # type: ignore[override]  # noqa: ANN401  # a type of the stubs
        return transaction.non_atomic_requests(super().as_view(**given))

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """The claim is durable before it is settled, so a post that waits has two transactions: the first is short, and
        the log's numbers follow the order in which slots were locked."""
        with transaction.atomic():
            response = super().dispatch(request, *args, **kwargs)
        if self.posted is not None and isinstance(response, Response):
            response.data = self.posted.answer()
        return response

    @extend_schema(
        operation_id="claim_list",
        tags=["claims"],
        parameters=LIST_PARAMETERS,
        responses={200: paged("claim", ClaimOut), **problems_for(400, 401)},
    )
    def get(self, request: Request) -> Response:
        query = Query(request, (*PARAMETERS, *FILTERS))
        asked = page(query, "claims")
        rows = asked.cut(_filtered(_readable(caller_of(request)), query))
        shown = dict(zip(rows, veil(caller_of(request), describe(rows)), strict=True))
        return Response(asked.answer(rows, lambda claim: shown[claim]))

    @extend_schema(
        operation_id="claim_post",
        tags=["claims"],
        parameters=POST_HEADERS,
        request=ClaimIn,
        responses={201: SubmittedOut, 202: SubmittedOut, **problems_for(400, 401, 403, 409, 422, 429, extra=REFUSALS)},
    )
    def post(self, request: Request) -> Response:
        key, seconds = idempotency.key(request), idempotency.wait(request)
        caller = caller_of(request)
        data = _body(request, author_of(caller))
        submitted = submit(
            workspace=caller.workspace,
            author=author_of(caller),
            data=_as_input(data),
            idempotency_key=key,
            request_digest=idempotency.digest(request.data),
            admit=lambda source: refuse_crowding(caller.token, caller.key, source),
        )
        self.posted = Posted(caller, submitted, waits=bool(seconds))
        return Response(submitted.answer, status=submitted.status, headers=_headers(submitted, seconds))


class OneClaim(Explicit):
    """One claim: what was said, and what became of it."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="claim_read", tags=["claims"], responses={200: OneClaimOut, **problems_for(401, 403, 404)}
    )
    def get(self, request: Request, claim_id: uuid.UUID) -> Response:
        Query(request, ())
        caller = caller_of(request)
        claim = get_object_or_404(Claim.objects.filter(workspace=caller.workspace), pk=claim_id)
        if not caller.may_use_scope(claim.scope):
            raise ScopeNotAllowed
        return Response({**veil(caller, describe([claim]))[0], "evidence_request": _asked_for(caller, claim)})


def _asked_for(caller: Caller, claim: Claim) -> Told | None:
    """What its author is asked for while it waits; nobody else's business."""
    rows = evidence_requests.put_to(caller.workspace, agent=caller.agent, member=caller.member)
    found = rows.filter(claim=claim).first()
    return asked_for(found) if found else None


def _body(request: Request, author: Author) -> dict[str, Any]:  # Any: checked members
    """The checked body. Who may not post there hears that first, whatever else is wrong with the body."""
    try:
        return checked(ClaimIn, request)
    except Invalid:
        refuse_unbound(author, request.data)
        raise


def author_of(caller: Caller) -> Author:
    """Through which sources and in which scopes the caller may post: the token's grants, else the person's own."""
    if caller.token is not None:
        return Author(caller.agent, caller.member, caller.token.sources, caller.token.scopes)
    own = Q(person=caller.member) | Q(person__isnull=True)
    sources = Source.objects.filter(own, workspace=caller.workspace, tier=Tier.AUTHORIZED_PERSON)
    keys = list(sources.values_list("key", flat=True))
    return Author(member=caller.member, sources=keys, scopes=["*"], private=not caller.has_role(Role.AUDITOR))


def settled(submitted: Submitted) -> Told:
    """The outcome for an author who waits. A slot that stays locked leaves the claim received."""
    if submitted.claim.slot_id is None:
        return submitted.answer
    # A replay too: the first try may have ended before it was settled. Whoever comes second changes nothing.
    triage.settle_waiting(submitted.claim)
    with walls.inside(submitted.claim.workspace_id):
        return first_told(submitted.claim) or submitted.answer


def body_of(answer: Told) -> Told:
    """The members in one order: the database keeps its own, and a replay repeats the first answer byte for byte."""
    return {name: answer[name] for name in ("id", "state", "reason", "outcome") if name in answer}


def _as_input(data: dict[str, Any]) -> ClaimInput:  # Any: checked members
    said = {name: value for name, value in data.items() if value is not None or name == "value"}
    said["derived_from"] = tuple(said.get("derived_from", ()))
    return ClaimInput(**said)


def _headers(submitted: Submitted, seconds: int) -> dict[str, str]:
    found = {"Location": f"/api/v1/claims/{submitted.claim.pk}"}
    if submitted.replayed:
        found["Idempotency-Replayed"] = "true"
    if seconds:
        found["Preference-Applied"] = f"wait={seconds}"
    return found


def _readable(caller: Caller) -> QuerySet[Claim]:
    return Claim.objects.filter(caller.scopes_within("scope"), workspace=caller.workspace)


def _filtered(rows: QuerySet[Claim], query: Query) -> QuerySet[Claim]:
    if (subject := query.text("subject")) is not None:
        rows = rows.filter(Q(slot__subject__key=fold(subject)) | Q(slot__isnull=True, subject=subject))
    if (found := query.identifier("id")) is not None:
        rows = rows.filter(pk=found)
    exact = {"scope": query.key("scope"), **{name: query.text(name) for name in ("field", "source", "author")}}
    return rows.filter(**{name: value for name, value in exact.items() if value is not None})
