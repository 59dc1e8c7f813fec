"""Recall: what an agent is told, and who was told what."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledgers.domain.patterns import fold, is_pattern
from ledgers.selectors.facts import Asked
from ledgers.wording import caveat as caveat_words
from memoryhub.accounts import walls
from memoryhub.api import moments
from memoryhub.api.callers import Caller
from memoryhub.api.claims import author_of
from memoryhub.api.claims_contract import AnyValue
from memoryhub.api.explicit import Apart, Explicit
from memoryhub.api.fact_shapes import describe
from memoryhub.api.facts import FactOut, find
from memoryhub.api.fields import Choice, Instant, Moment, Text, Texts, Truth, Whole
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Reads, caller_of
from memoryhub.api.problems import Invalid, InvalidQuery, ScopeNotAllowed
from memoryhub.api.queries import Query
from memoryhub.recall import context, recalling, receipts
from memoryhub.recall.models import Receipt
from memoryhub.recall.question import AUDIENCES, MOST_ITEMS, MOST_SCOPES, TASK_TYPES, TOKENS, Item, Question, Recalled

Shape = dict[str, Any]  # Any: JSON


class RecallIn(Input):
    slug = "invalid-query"

    query = Text(max_length=2000, help_text="the question, in words")
    scopes = Texts(
        required=False, max_length=MOST_SCOPES, help_text="keys, not patterns; the token's own where none is named"
    )
    subject = Text(required=False, allow_blank=True, max_length=200)
    task_domain = Text(required=False, allow_blank=True, max_length=64, help_text="work, health, … or a tool's name")
    task_type = Choice(required=False, choices=TASK_TYPES)
    audience = Choice(required=False, choices=AUDIENCES, help_text="who reads the answer")
    as_of = Moment(required=False, allow_null=True)
    known_at = Moment(required=False, allow_null=True)
    k = Whole(required=False, min_value=1, max_value=MOST_ITEMS)
    history = Truth(required=False, help_text="superseded facts, too, after those in force")
    max_tokens = Whole(
        required=False, min_value=100, max_value=20_000, help_text=f"of the context; {TOKENS} if not said"
    )


class BesideOut(serializers.Serializer[Any]):
    fact = serializers.UUIDField()
    scope = serializers.CharField()
    value = AnyValue()


class ItemOut(FactOut):
    score = serializers.FloatField(help_text="How near it is to the question, from 0 to 1.")
    gate = serializers.ChoiceField(choices=["allowed", "worded"], help_text="worded: told as somebody's belief only.")
    beside = BesideOut(many=True, help_text="Facts about the same that say something else.")


class LeftOutOut(serializers.Serializer[Any]):
    fact = serializers.UUIDField()
    why = serializers.ChoiceField(choices=["not_admitted", "not_bound", "instruction", "audience", "no_room"])


class RecalledOut(serializers.Serializer[Any]):
    items = ItemOut(many=True)
    left_out = LeftOutOut(many=True)
    context = serializers.CharField(help_text="Ready for a prompt: quoted data, within the budget.")  # type: ignore[assignment]  # a member of the answer
    receipt = serializers.UUIDField()


class Recall(Apart):
    """The facts in force that are near a question, each with its caveats, and a block of text for a prompt."""

    permissions = {"POST": Reads}

    @extend_schema(
        operation_id="recall",
        tags=["recall"],
        request=RecallIn,
        responses={200: RecalledOut, **problems_for(400, 401, 403, 422)},
    )
    def post(self, request: Request) -> Response:
        caller, asked = caller_of(request), _question(caller_of(request), checked(RecallIn, request))
        meaning = recalling.meaning_of(asked)
        with walls.inside(caller.workspace):
            recalled, receipt = recalling.tell(caller.workspace, asked, meaning, author_of(caller))
            return Response({**shown(caller, recalled, asked), "receipt": str(receipt.pk)})


class ReceiptOut(serializers.Serializer[Receipt]):
    """A recall that served the fact."""

    id = serializers.UUIDField()
    at = Instant()
    reader = serializers.CharField(help_text="agent:inbox, member:ana")
    place = serializers.IntegerField()
    task_domain = serializers.CharField()
    task_type = serializers.CharField()


class Receipts(Explicit):
    """Who was told a fact, and when, the latest first."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="receipt_list",
        tags=["recall"],
        parameters=[*PAGE_PARAMETERS, OpenApiParameter("fact", OpenApiTypes.UUID, required=True)],
        responses={200: paged("receipt", ReceiptOut), **problems_for(400, 401, 403, 404)},
    )
    def get(self, request: Request) -> Response:
        query = Query(request, (*PARAMETERS, "fact"))
        caller, asked = caller_of(request), page(query, "receipts")
        found = find(caller, _fact_of(query), Asked())
        rows = asked.cut(receipts.served(caller.workspace, found.id), newest_first=True)
        return Response(asked.answer(rows, _receipt))


def _question(caller: Caller, said: dict[str, Any]) -> Question:  # Any: checked, read by name
    # As they are written to: however they are spelt.
    named = [fold(one) for one in said.pop("scopes", ())] or [one for one in caller.scopes if not is_pattern(one)]
    if not named:
        raise _wrong("scopes", "required", _("Name the scopes to recall from: this token's are patterns."))
    for number, scope in enumerate(named):
        if is_pattern(scope):
            raise _wrong(f"scopes/{number}", "pattern", _("Name each scope by its key; a pattern is none."))
        if not caller.may_use_scope(scope):
            raise ScopeNotAllowed
    if not said["query"].strip():
        raise _wrong("query", "blank", _("Ask something."))
    said["subject"] = fold(said.get("subject", ""))
    return Question(scopes=tuple(dict.fromkeys(named)), **said)


def _wrong(member: str, code: str, detail: str) -> Invalid:
    return Invalid(RecallIn.slug, [{"pointer": f"#/{member}", "code": code, "detail": detail}])


def shown(caller: Caller, recalled: Recalled, asked: Question) -> Shape:
    views = {view.id: view for item in recalled.items for view in (item.view, *item.beside)}
    shapes = {shape["id"]: shape for shape in describe(caller, list(views.values()))}
    masked = {key for key, view in views.items() if shapes[str(key)]["value"] is None and view.value is not None}
    text, told = context.block(caller.workspace, recalled.items, max_tokens=asked.max_tokens, masked=masked)
    rest = [{"fact": str(item.view.id), "why": "no_room"} for item in recalled.items[told:]]
    return {
        "items": [_item(item, shapes) for item in recalled.items],
        "left_out": [{"fact": str(one.fact), "why": one.why} for one in recalled.left_out] + rest,
        "context": text,
    }


def _item(item: Item, shapes: dict[str, Shape]) -> Shape:
    shape = shapes[str(item.view.id)]
    beside = [shapes[str(view.id)] for view in item.beside]
    differs = {"code": "differs_from", "text": caveat_words("differs_from", None), "since": None, "case": None}
    return {
        **shape,
        "caveats": [*shape["caveats"], *([differs] if beside else [])],
        "score": round(item.score, 4),
        "gate": "worded" if item.worded else "allowed",
        "beside": [{"fact": one["id"], "scope": one["scope"], "value": one["value"]} for one in beside],
    }


def _fact_of(query: Query) -> uuid.UUID:
    text = query.text("fact") or ""
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise InvalidQuery("fact") from error


def _receipt(row: Receipt) -> Shape:
    reader = f"agent:{row.agent.key}" if row.agent else f"member:{row.member.key if row.member else ''}"
    return {
        "id": str(row.pk),
        "at": moments.write(row.at),
        "reader": reader,
        "place": getattr(row, "place", None),
        "task_domain": row.task_domain,
        "task_type": row.task_type,
    }
