"""The steps of a draft to being the policy: submitted, judged by a second person, brought up to date, in force."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations import reevaluating
from escalations.errors import StepUpRequired
from escalations.registry.registering import activate_draft
from ledgers.models import DraftVerdict
from ledgers.selectors.policies import active_version
from ledgers.services.drafts import activating, judging, rebasing, rights, submitting
from ledgers.services.drafts.judging import Seen
from memoryhub.accounts import stepping_up
from memoryhub.api.draft_shapes import (
    ActivateIn,
    ChoicesIn,
    RebaseOut,
    ReevaluateIn,
    SeenIn,
    VerdictIn,
    VerdictOut,
    WholeDraftOut,
)
from memoryhub.api.drafts import REFUSALS, shown, visible
from memoryhub.api.explicit import Explicit
from memoryhub.api.inputs import checked
from memoryhub.api.openapi import PAGE_PARAMETERS, example, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Decides, IsMember, MemberWrites, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.people import acting

JUDGED = {
    403: [
        *REFUSALS[403],
        example("author-cannot-judge", 403, "Authors do not judge their own draft"),
        example("step-up-required", 403, "Sign in again first"),
    ],
    409: [
        *REFUSALS[409],
        example("base-moved", 409, "Another version came into force meanwhile"),
        example("draft-not-there-yet", 409, "This step does not follow from where the draft stands"),
        example("backtest-missing", 409, "What this draft would do has to be known first"),
        example("backtest-stale", 409, "What this draft would do has to be known first"),
        example("backtest-going", 409, "This draft is being tried on history"),
        example("control-differs", 409, "What this draft would do has to be known first"),
        example("contradictions-unacknowledged", 409, "What this draft would do has to be known first"),
        example("rebase-clashes", 409, "The draft and the version in force changed the same places"),
    ],
    422: REFUSALS[422],
}
STEP = problems_for(400, 401, 403, 404, 409, 422, extra=JUDGED)

AFTER = OpenApiParameter("after", OpenApiTypes.UUID, description="`next` of the preview before.")


class ReevaluationClosingOut(serializers.Serializer[Any]):  # Any: a plain record
    case = serializers.UUIDField(source="case.pk")
    field = serializers.CharField(source="case.field")
    scope = serializers.CharField(source="case.scope")
    rule = serializers.CharField()


class ReevaluationPreviewOut(serializers.Serializer[Any]):  # Any: a plain record
    policy_version = serializers.IntegerField(source="version")
    looked = serializers.IntegerField()
    closes = ReevaluationClosingOut(many=True)
    next = serializers.UUIDField(allow_null=True, help_text="The next preview goes on `after` this case.")


class ReevaluationOut(serializers.Serializer[Any]):  # Any: a plain dictionary
    closed = serializers.IntegerField()


class Submit(Explicit):
    """Put the draft before a second person."""

    permissions = {"POST": MemberWrites}

    @extend_schema(
        operation_id="draft_submit", tags=["policies"], request=SeenIn, responses={200: WholeDraftOut, **STEP}
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(SeenIn, request)
        submitting.submit(member=acting(caller), draft_id=draft.pk, version=data["version"])
        return Response(shown(caller, draft_id))


class Approve(Explicit):
    """Let the draft pass, as it was seen. Whoever wrote in it does not."""

    permissions = {"POST": Decides}

    @extend_schema(
        operation_id="draft_approve", tags=["policies"], request=VerdictIn, responses={201: VerdictOut, **STEP}
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(VerdictIn, request)
        reason = data.pop("reason")
        verdict = judging.approve(member=acting(caller), draft_id=draft.pk, seen=Seen(**data), reason=reason)
        return Response(VerdictOut(verdict).data, status=201)


class SendBack(Explicit):
    """Send the draft back to its authors, with the reason."""

    permissions = {"POST": Decides}

    @extend_schema(
        operation_id="draft_send_back", tags=["policies"], request=VerdictIn, responses={201: VerdictOut, **STEP}
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(VerdictIn, request)
        reason = data.pop("reason")
        verdict = judging.send_back(member=acting(caller), draft_id=draft.pk, seen=Seen(**data), reason=reason)
        return Response(VerdictOut(verdict).data, status=201)


class Verdicts(Explicit):
    """What was said of the draft, newest first, each with the comparison of that moment."""

    permissions = {"GET": IsMember}

    @extend_schema(
        operation_id="draft_verdicts",
        tags=["policies"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("verdict", VerdictOut), **problems_for(400, 401, 403, 404)},
    )
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        draft = visible(caller_of(request), draft_id)
        asked = page(Query(request, PARAMETERS), "draft-verdicts")
        rows = DraftVerdict.objects.filter(draft=draft).select_related("member", "base")
        return Response(asked.answer(asked.cut(rows), lambda row: VerdictOut(row).data))


class Activate(Explicit):
    """Put the approved draft in force, now or at a time, shortly after signing in."""

    permissions = {"POST": Decides}

    @extend_schema(
        operation_id="draft_activate", tags=["policies"], request=ActivateIn, responses={200: WholeDraftOut, **STEP}
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(ActivateIn, request)
        if not stepping_up.fresh(request._request):  # noqa: SLF001 - the framework keeps it there
            rights.may_activate(draft, acting(caller))
            raise StepUpRequired(_("Confirm your password at /sign-in/again/, then send this again."))
        named = {"member": acting(caller), "draft_id": draft.pk, "version": data["version"]}
        if "at" in data:
            activating.schedule(**named, at=data["at"])
        else:
            activate_draft(**named)
        return Response(shown(caller, draft_id))


class Rebase(Explicit):
    """Where the draft and the version in force changed the same places; and bringing the draft up to it."""

    permissions = {"GET": IsMember, "POST": MemberWrites}

    @extend_schema(
        operation_id="draft_rebase_preview",
        tags=["policies"],
        responses={200: RebaseOut, **problems_for(401, 403, 404)},
    )
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        Query(request, ())
        caller = caller_of(request)
        draft, active = visible(caller, draft_id), active_version(caller.workspace)
        clashes = rebasing.planned(draft).clashes
        return Response(RebaseOut({"base": active.version if active else 0, "clashes": clashes}).data)

    @extend_schema(
        operation_id="draft_rebase", tags=["policies"], request=ChoicesIn, responses={200: WholeDraftOut, **STEP}
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, member = visible(caller, draft_id), acting(caller)
        rights.may_write_in(draft, member)
        data = checked(ChoicesIn, request)
        choices = data.get("choices", {})
        rebasing.rebase(member=member, draft_id=draft.pk, version=data["version"], choices=choices)
        return Response(shown(caller, draft_id))


class Reevaluation(Explicit):
    """What the version in force would close of the questions that are open; and looking at them again."""

    permissions = {"GET": IsMember, "POST": Decides}

    @extend_schema(
        operation_id="policy_reevaluation_preview",
        tags=["policies"],
        parameters=[AFTER],
        responses={200: ReevaluationPreviewOut, **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        after = Query(request, ("after",)).identifier("after")
        return Response(
            ReevaluationPreviewOut(reevaluating.preview(member=acting(caller_of(request)), after=after)).data
        )

    @extend_schema(
        operation_id="policy_reevaluation",
        tags=["policies"],
        request=ReevaluateIn,
        responses={200: ReevaluationOut, **problems_for(400, 401, 403, 409, 422, extra={409: JUDGED[409][:1]})},
    )
    def post(self, request: Request) -> Response:
        data = checked(ReevaluateIn, request)
        member = acting(caller_of(request))
        closed = reevaluating.carry_out(member=member, version=data["policy_version"], wanted=data["cases"])
        return Response({"closed": closed})
