"""Tasks to bring systems of record in line with decisions, for their connectors."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations import write_back_tasks
from escalations.delegation import visible_to
from escalations.models import Case, WriteBack
from ledgers import clock
from ledgers.models import Claim
from memoryhub.accounts.patterns import covers
from memoryhub.api import moments
from memoryhub.api.callers import Caller
from memoryhub.api.explicit import Explicit
from memoryhub.api.fact_shapes import Row
from memoryhub.api.fields import Instant, Value
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Posts, Reads, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.veil import veil


class WriteBackOut(serializers.Serializer[Any]):  # Any: JSON
    id = serializers.UUIDField()
    source = serializers.CharField(help_text="The system to bring in line.")  # type: ignore[assignment]  # a member of the answer
    subject = serializers.CharField()
    field = serializers.CharField()
    scope = serializers.CharField()
    fact = serializers.UUIDField()
    case = serializers.UUIDField()
    value = Value(help_text="What to enter there; null with `remove`, or where the caller may not read it.")
    remove = serializers.BooleanField(help_text="Whether the system is to hold no value any more.")
    opened_at = Instant()
    due_at = Instant()
    done_at = Instant(allow_null=True)


class WriteBacks(Explicit):
    """Open tasks, oldest first: for a token those of the sources it may post through."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="write_back_list",
        tags=["write-backs"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("write_back", WriteBackOut), **problems_for(400, 401)},
    )
    def get(self, request: Request) -> Response:
        asked, caller = page(Query(request, PARAMETERS), "write-backs"), caller_of(request)
        rows = asked.cut(_of(caller, write_back_tasks.open_tasks(caller.workspace, clock.now())), newest_first=False)
        return Response(asked.answer(_shown(caller, rows), lambda row: row.shape))


class Done(Explicit):
    """The system says by now what was decided. Repeating it changes nothing."""

    permissions = {"POST": Posts}

    @extend_schema(
        operation_id="write_back_done",
        tags=["write-backs"],
        request=None,
        responses={200: WriteBackOut, **problems_for(401, 403, 404)},
    )
    def post(self, request: Request, task_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        rows = WriteBack.objects.filter(workspace=caller.workspace).select_related("source")
        found = get_object_or_404(_of(caller, rows), pk=task_id)
        member = caller.member if caller.agent is None else None
        row = write_back_tasks.finish(member=member, task_id=found.pk, workspace=caller.workspace)
        return Response(_shown(caller, [row])[0].shape)


def _of(caller: Caller, rows: QuerySet[WriteBack]) -> QuerySet[WriteBack]:
    """A token's own: those of its sources, in its scopes. A person's: those of cases they may see."""
    rows = rows.filter(caller.scopes_within("slot__scope"))
    if caller.token is not None and not covers(caller.token.sources, "*"):
        rows = rows.filter(source__key__in=caller.token.sources)
    if caller.member is not None:
        rows = rows.filter(case__in=Case.objects.filter(visible_to(caller.member)).values("pk"))
    return rows


def _shown(caller: Caller, rows: Sequence[WriteBack]) -> list[Row]:
    claims = {claim.id: claim for claim in Claim.objects.filter(id__in=[row.fact for row in rows])}
    shapes = veil(caller, [_shape(row, claims[row.fact]) for row in rows])
    for shape in shapes:
        del shape["content"]
    return [Row(row.pk, shape) for row, shape in zip(rows, shapes, strict=True)]


def _shape(row: WriteBack, claim: Claim) -> dict[str, Any]:  # Any: JSON
    remove = claim.kind == Claim.Kind.RETRACT
    return {
        "id": str(row.id),
        "source": row.source.key,
        "subject": claim.subject,
        "field": row.slot.field,
        "scope": row.slot.scope,
        "fact": str(row.fact),
        "case": str(row.case_id),
        "value": None if remove else claim.value,
        "remove": remove,
        "opened_at": moments.write(row.opened_at),
        "due_at": moments.write(row.due_at),
        "done_at": moments.write(row.done_at) if row.done_at else None,
        # For the veil, and taken out again.
        "content": list(claim.content),
    }
