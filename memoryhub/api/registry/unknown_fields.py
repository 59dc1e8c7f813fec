"""Fields that claims used and nobody registered: the list, and its three answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations.registry.registering import map_unknown, register_unknown
from ledgers.models import Claim, Field, UnknownField
from ledgers.selectors.near import nearest, sensitive_keys
from ledgers.services.registries import refuse_unknown
from memoryhub.api.callers import Caller
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Choice, Instant
from memoryhub.api.inputs import checked
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import IsMember, ManagesRegistry, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.fields import FieldMembers
from memoryhub.api.registry.references import KeyOf, Reference


class FieldReference(Reference):
    def rows(self) -> QuerySet[Field]:
        return Field.objects.filter(workspace=caller_of(self.context["request"]).workspace)


class AnswerIn(FieldMembers):
    """`register` takes the members of a field, `map` the key of a registered one, `refuse` nothing."""

    choice = Choice(choices=["register", "map", "refuse"])
    field = FieldReference(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # Any: checked members
        extra = set(attrs) - {"choice"}
        taken = {"register": extra - {"field"}, "map": {"field"}, "refuse": set[str]()}[attrs["choice"]]
        if extra != taken:
            message = _("Choice %(choice)s takes other members.") % {"choice": attrs["choice"]}
            raise serializers.ValidationError(message, code="choice-and-members")
        return attrs


class UnknownFieldOut(serializers.Serializer[UnknownField]):
    key = serializers.CharField()
    claims = serializers.IntegerField(help_text="How many claims wait for it.")
    first_seen = Instant()
    answer = serializers.SerializerMethodField()
    answered_at = Instant(allow_null=True)
    answered_by = KeyOf()
    mapped_to = KeyOf()
    looks_like = serializers.SerializerMethodField(help_text="The sensitive field whose key it resembles.")

    def get_looks_like(self, row: UnknownField) -> str | None:
        return nearest(row.key, self.context["sensitive"]) or None

    def get_answer(self, row: UnknownField) -> str | None:
        return row.answer or None


class UnknownFields(Explicit):
    """What waits for an answer, in the order it was first seen; `state=answered` what was answered."""

    permissions = {"GET": IsMember}

    @extend_schema(
        operation_id="unknown_field_list",
        tags=["registry"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("unknown_field", UnknownFieldOut), **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        query = Query(request, (*PARAMETERS, "state"))
        answered = query.choice("state", ("waiting", "answered")) == "answered"
        asked = page(query, "unknown-fields")
        rows = _rows(caller_of(request)).filter(answered_at__isnull=not answered)
        shown = _shapes(caller_of(request))
        return Response(asked.answer(asked.cut(rows, newest_first=False), shown))


class OneUnknownField(Explicit):
    """The answer to one unknown field. What waited for it is settled like any other claim."""

    permissions = {"POST": ManagesRegistry}

    @extend_schema(
        operation_id="unknown_field_answer",
        tags=["registry"],
        request=AnswerIn,
        responses={200: UnknownFieldOut, **problems_for(400, 401, 403, 404, 422)},
    )
    def post(self, request: Request, key: str) -> Response:
        caller = caller_of(request)
        unknown = get_object_or_404(_rows(caller), key=key)
        answer(caller, unknown, checked(AnswerIn, request))
        return Response(_shapes(caller)(get_object_or_404(_rows(caller), key=key)))


def answer(caller: Caller, unknown: UnknownField, data: dict[str, Any]) -> None:  # Any: checked members
    choice = data.pop("choice")
    if choice == "register":
        register_unknown(unknown=unknown, by=caller.member, **data)
    elif choice == "map":
        map_unknown(unknown=unknown, by=caller.member, field=_named(data))
    else:
        refuse_unknown(unknown=unknown, by=caller.member)


def _named(data: dict[str, Any]) -> Field:  # Any: checked members
    if "field" not in data:
        raise serializers.ValidationError({"field": [_("Name the registered field.")]}, code="required")
    return cast("Field", data["field"])


def _shapes(caller: Caller) -> Callable[[UnknownField], dict[str, Any]]:  # Any: JSON
    context = {"sensitive": sensitive_keys(caller.workspace)}
    return lambda row: UnknownFieldOut(row, context=context).data


def _rows(caller: Caller) -> QuerySet[UnknownField]:
    waiting = Claim.objects.filter(
        workspace=OuterRef("workspace"), field=OuterRef("key"), slot__isnull=True, erased_at__isnull=True
    )
    counted = waiting.order_by().values("field").annotate(count=Count("pk")).values("count")
    rows = UnknownField.objects.filter(workspace=caller.workspace).select_related("answered_by", "mapped_to")
    return rows.annotate(claims=Coalesce(Subquery(counted), 0))
