"""Tokens over REST. The secret is in the answer to the POST and nowhere else."""

from __future__ import annotations

import ipaddress
import uuid
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations.members.people import save_program
from escalations.registry import giving_tokens
from escalations.registry.giving_tokens import LIMITS
from ledgers.models import Source
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Agent, Member, Token
from memoryhub.api.callers import Caller
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Ending, Instant, Text, Texts, Truth, Whole
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import ManagesPeople, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.people import acting
from memoryhub.api.registry.references import KeyOf, MemberKey

STATES = ["valid", "expired", "revoked"]


class TokenIn(Input):
    """For an agent (registered on the way if it is new) or for a member; what is left out is denied."""

    name = Text(max_length=200)
    agent = Text(required=False, max_length=64)
    member = MemberKey(required=False)
    sources = Texts(required=False, default=list, max_length=200)
    scopes = Texts(required=False, default=list, max_length=200)
    may_write = Truth(required=False, default=False)
    expires_at = Ending(required=False, allow_null=True, default=None)
    requests_per_minute = Whole(required=False, allow_null=True, default=None, min_value=0, max_value=1_000_000)
    open_cases = Whole(required=False, allow_null=True, default=None, min_value=0, max_value=1_000_000)
    addresses = Texts(required=False, default=list, max_length=50)

    def validate_addresses(self, ranges: list[str]) -> list[str]:
        for one in ranges:
            try:
                ipaddress.ip_network(one, strict=False)
            except ValueError:
                raise serializers.ValidationError(
                    _("Write an address or a range, such as 10.0.0.0/8."), code="invalid-address"
                ) from None
        return ranges

    def validate_sources(self, keys: list[str]) -> list[str]:
        workspace = caller_of(self.context["request"]).workspace
        known = set(Source.objects.filter(workspace=workspace, key__in=keys).values_list("key", flat=True))
        unknown = [key for key in keys if key not in known | {"*"}]
        if unknown:
            message = _("No source is registered under: %(keys)s.") % {"keys": ", ".join(unknown)}
            raise serializers.ValidationError(message, code="unknown-source")
        return keys

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # Any: checked members
        if ("agent" in attrs) == ("member" in attrs):
            raise serializers.ValidationError(_("Name an agent or a member."), code="one-holder")
        return attrs


class TokenOut(serializers.Serializer[Token]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    prefix = serializers.CharField()
    agent = KeyOf()
    member = KeyOf()
    sources = serializers.ListField(child=serializers.CharField())
    scopes = serializers.ListField(child=serializers.CharField())
    may_write = serializers.BooleanField()
    state = serializers.ChoiceField(choices=STATES)
    created_at = Instant()
    expires_at = Instant(allow_null=True)
    revoked_at = Instant(allow_null=True)
    last_used_at = Instant(allow_null=True)
    requests_per_minute = serializers.IntegerField(allow_null=True, help_text="Null: the hub's setting. 0: no limit.")
    open_cases = serializers.IntegerField(allow_null=True, help_text="Null: the hub's setting. 0: no limit.")
    addresses = serializers.ListField(
        child=serializers.CharField(), help_text="Where it may be used from; empty for anywhere."
    )


class IssuedOut(TokenOut):
    secret = serializers.CharField(help_text="Shown this once.")


class Tokens(Explicit):
    """Tokens of the workspace, newest first, and new ones."""

    permissions = {"GET": ManagesPeople, "POST": ManagesPeople}

    @extend_schema(
        operation_id="token_list",
        tags=["tokens"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("token", TokenOut), **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), "tokens")
        rows = asked.cut(_rows(caller_of(request)))
        return Response(asked.answer(rows, lambda row: TokenOut(row).data))

    @extend_schema(
        operation_id="token_issue",
        tags=["tokens"],
        request=TokenIn,
        responses={201: IssuedOut, **problems_for(400, 401, 403, 422)},
    )
    def post(self, request: Request) -> Response:
        data = checked(TokenIn, request)
        issued = issue(caller_of(request), data)
        return Response({**TokenOut(issued.token).data, "secret": issued.secret}, status=201)


class OneToken(Explicit):
    """One token, and its end."""

    permissions = {"GET": ManagesPeople, "DELETE": ManagesPeople}

    @extend_schema(operation_id="token_read", tags=["tokens"], responses={200: TokenOut, **problems_for(401, 403, 404)})
    def get(self, request: Request, token_id: uuid.UUID) -> Response:
        Query(request, ())
        return Response(TokenOut(get_object_or_404(_rows(caller_of(request)), pk=token_id)).data)

    @extend_schema(
        operation_id="token_revoke",
        tags=["tokens"],
        description="Revokes the token at once. Repeating it changes nothing.",
        responses={204: None, **problems_for(401, 403, 404)},
    )
    def delete(self, request: Request, token_id: uuid.UUID) -> Response:
        token = get_object_or_404(_rows(caller_of(request)), pk=token_id)
        member = acting(caller_of(request))
        giving_tokens.revoke(token=token, by=member)
        return Response(status=204)


def issue(caller: Caller, data: dict[str, Any]) -> tokens.Issued:  # Any: checked members
    by = acting(caller)
    holder: dict[str, Agent | Member] = {"member": data["member"]} if "member" in data else {}
    if "agent" in data:
        known = Agent.objects.filter(workspace=caller.workspace, key=data["agent"], active=True).first()
        holder["agent"] = known or save_program(workspace=caller.workspace, by=by, key=data["agent"])[0]
    grants = {name: data[name] for name in ("name", "sources", "scopes", "may_write", "expires_at", *LIMITS)}
    return giving_tokens.give(by=by, **grants, **holder)  # type: ignore[arg-type]  # by name


def _rows(caller: Caller) -> QuerySet[Token]:
    return tokens.in_workspace(caller.workspace)
