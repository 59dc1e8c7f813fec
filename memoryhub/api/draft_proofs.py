"""What is found out about a draft before anybody approves it: lint, comparison, backtest."""

from __future__ import annotations

import uuid

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ledgers.models import Backtest, DraftVerdict
from ledgers.selectors import backtests, draft_comparison, drafts
from ledgers.services.drafts import trying
from memoryhub.api.draft_shapes import (
    BacktestIn,
    BacktestOut,
    ComparisonOut,
    LineOut,
    LintOut,
    NotesIn,
    VerdictOut,
)
from memoryhub.api.drafts import STEP, visible
from memoryhub.api.explicit import Explicit
from memoryhub.api.inputs import checked
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, stretch
from memoryhub.api.permissions import IsMember, MemberWrites, Reads, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.people import acting

READ = problems_for(401, 403, 404)
LIST = OpenApiParameter("name", OpenApiTypes.STR, "path", enum=sorted(backtests.LISTS))


class Lint(Explicit):
    """What blocks the draft and what deserves a second look, with the registries as they are."""

    permissions = {"GET": IsMember}

    @extend_schema(operation_id="draft_lint", tags=["policies"], responses={200: LintOut, **READ})
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        Query(request, ())
        found = drafts.findings(visible(caller_of(request), draft_id))
        return Response(LintOut({"findings": found}).data)


class Diff(Explicit):
    """Every case that would end otherwise than under the draft's base, over what is registered now."""

    permissions = {"GET": IsMember}

    @extend_schema(operation_id="draft_diff", tags=["policies"], responses={200: ComparisonOut, **READ})
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        Query(request, ())
        return Response(draft_comparison.as_json(draft_comparison.comparison(visible(caller_of(request), draft_id))))


class VersionDiff(Explicit):
    """What a version changed, as the person who approved it saw it."""

    permissions = {"GET": Reads}

    @extend_schema(operation_id="policy_diff", tags=["policies"], responses={200: VerdictOut, **problems_for(401, 404)})
    def get(self, request: Request, version: int) -> Response:
        Query(request, ())
        rows = DraftVerdict.objects.filter(workspace=caller_of(request).workspace, approved=True)
        rows = rows.filter(draft__activated__version=min(version, 2**31 - 1)).order_by("-id")
        verdict = rows.select_related("member", "base").first()
        return Response(VerdictOut(verdict or get_object_or_404(rows.none())).data)


class Backtests(Explicit):
    """The last run over history, its long lists apart; a new one; and its end."""

    permissions = {"GET": IsMember, "POST": MemberWrites, "DELETE": MemberWrites}

    @extend_schema(operation_id="draft_backtest", tags=["policies"], responses={200: BacktestOut, **READ})
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        Query(request, ())
        return Response(BacktestOut(_newest(request, draft_id)).data)

    @extend_schema(
        operation_id="draft_backtest_start",
        tags=["policies"],
        request=BacktestIn,
        responses={202: BacktestOut, **STEP},
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(BacktestIn, request)
        asked = trying.ask(member=acting(caller), draft_id=draft.pk, **data)
        return Response(BacktestOut(asked).data, status=202)

    @extend_schema(
        operation_id="draft_backtest_cancel",
        tags=["policies"],
        description="Stops it within a second. Repeating it changes nothing.",
        responses={204: None, **problems_for(401, 403, 404, 409)},
    )
    def delete(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        trying.cancel(member=acting(caller), draft_id=visible(caller, draft_id).pk)
        return Response(status=204)


class BacktestList(Explicit):
    """A list out of the last run, in pages: the decisions that would come out otherwise, and what belongs to them."""

    permissions = {"GET": IsMember}

    @extend_schema(
        operation_id="draft_backtest_list",
        tags=["policies"],
        parameters=[*PAGE_PARAMETERS, LIST],
        responses={200: paged("backtest_line", LineOut), **problems_for(400, 401, 403, 404)},
    )
    def get(self, request: Request, draft_id: uuid.UUID, name: str) -> Response:
        if name not in backtests.LISTS:
            raise Http404
        newest = _newest(request, draft_id)
        asked = stretch(Query(request, PARAMETERS), f"backtest-{newest.pk}-{name}")
        return Response(asked.answer(backtests.lines(newest, name, asked.begin, asked.limit + 1)))


class Notes(Explicit):
    """Answer for the decisions of people that the draft contradicts."""

    permissions = {"POST": MemberWrites}

    @extend_schema(
        operation_id="draft_acknowledge", tags=["policies"], request=NotesIn, responses={200: BacktestOut, **STEP}
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(NotesIn, request)
        return Response(
            BacktestOut(trying.acknowledge(member=acting(caller), draft_id=draft.pk, notes=data["notes"])).data
        )


def _newest(request: Request, draft_id: uuid.UUID) -> Backtest:
    """The newest run of a draft; there may be none yet."""
    draft = visible(caller_of(request), draft_id)
    rows = backtests.backtests(draft.workspace).filter(draft=draft)
    return rows.order_by("-id").first() or get_object_or_404(rows.none())
