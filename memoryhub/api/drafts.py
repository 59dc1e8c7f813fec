"""Drafts of the policy: the list, one of them, and writing in it. What may be written is for the services to say."""

from __future__ import annotations

import uuid
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ledgers.models import DraftEdit, PolicyDraft, PolicyVersion
from ledgers.policies import toml
from ledgers.selectors.drafts import drafts
from ledgers.services.drafts import editing, rolling_back
from memoryhub.api.callers import Caller
from memoryhub.api.draft_shapes import (
    DraftOut,
    EditIn,
    EditOut,
    SaveIn,
    SeenIn,
    StartIn,
    TomlOut,
    WholeDraftOut,
)
from memoryhub.api.explicit import Explicit
from memoryhub.api.inputs import checked
from memoryhub.api.openapi import PAGE_PARAMETERS, example, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import IsMember, MemberWrites, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.people import acting

REFUSALS = {
    403: [
        example("not-allowed", 403, "You may not do this"),
        example("not-an-author", 403, "You are not an author of this draft"),
    ],
    409: [
        example("draft-changed", 409, "This draft changed since you opened it"),
        example("draft-over", 409, "This draft is over"),
    ],
    422: [
        example("draft-blocked", 422, "This draft cannot go on as it stands"),
        example("invalid-draft", 422, "This request breaks a rule"),
        example("invalid-edit", 422, "This edit is not possible"),
    ],
}
STEP = problems_for(400, 401, 403, 404, 409, 422, extra=REFUSALS)


class Drafts(Explicit):
    """Drafts, newest first, and new ones on the version in force."""

    permissions = {"GET": IsMember, "POST": MemberWrites}

    @extend_schema(
        operation_id="draft_list",
        tags=["policies"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("draft", DraftOut), **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), "drafts")
        rows = asked.cut(
            drafts(caller_of(request).workspace).defer("document", "base__document", "activated__document")
        )
        return Response(asked.answer(rows, lambda row: DraftOut(row).data))

    @extend_schema(
        operation_id="draft_start", tags=["policies"], request=StartIn, responses={201: WholeDraftOut, **STEP}
    )
    def post(self, request: Request) -> Response:
        caller = caller_of(request)
        data = checked(StartIn, request)
        return Response(shown(caller, _started(caller, data).pk), status=201)


class OneDraft(Explicit):
    """One draft with its document; a whole document in its place."""

    permissions = {"GET": IsMember, "POST": MemberWrites}

    @extend_schema(
        operation_id="draft_read", tags=["policies"], responses={200: WholeDraftOut, **problems_for(401, 403, 404)}
    )
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        Query(request, ())
        return Response(shown(caller_of(request), draft_id))

    @extend_schema(operation_id="draft_save", tags=["policies"], request=SaveIn, responses={200: WholeDraftOut, **STEP})
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(SaveIn, request)
        document = data["document"] if "document" in data else data["toml"]
        kind = "save" if "document" in data else "import"
        editing.save(member=acting(caller), draft_id=draft.pk, version=data["version"], document=document, kind=kind)
        return Response(shown(caller, draft_id))


class Edits(Explicit):
    """Who changed what, oldest first; and one edit more, by its name."""

    permissions = {"GET": IsMember, "POST": MemberWrites}

    @extend_schema(
        operation_id="draft_edits",
        tags=["policies"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("edit", EditOut), **problems_for(400, 401, 403, 404)},
    )
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        draft = visible(caller_of(request), draft_id)
        asked = page(Query(request, PARAMETERS), "draft-edits")
        rows = DraftEdit.objects.filter(draft=draft).select_related("member")
        return Response(asked.answer(asked.cut(rows, newest_first=False), lambda row: EditOut(row).data))

    @extend_schema(operation_id="draft_edit", tags=["policies"], request=EditIn, responses={200: WholeDraftOut, **STEP})
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(EditIn, request)
        editing.edit(
            member=acting(caller),
            draft_id=draft.pk,
            version=data["version"],
            kind=data["edit"],
            params=data["params"],
        )
        return Response(shown(caller, draft_id))


class Join(Explicit):
    """Become an author of somebody's draft. An author does not approve it."""

    permissions = {"POST": MemberWrites}

    @extend_schema(
        operation_id="draft_join",
        tags=["policies"],
        request=None,
        responses={200: WholeDraftOut, **problems_for(401, 403, 404, 409, extra=REFUSALS)},
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        editing.join(member=acting(caller), draft_id=visible(caller, draft_id).pk)
        return Response(shown(caller, draft_id))


class Withdraw(Explicit):
    """Give a draft up; it stays to be read."""

    permissions = {"POST": MemberWrites}

    @extend_schema(
        operation_id="draft_withdraw", tags=["policies"], request=SeenIn, responses={200: WholeDraftOut, **STEP}
    )
    def post(self, request: Request, draft_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        draft, data = visible(caller, draft_id), checked(SeenIn, request)
        editing.withdraw(member=acting(caller), draft_id=draft.pk, version=data["version"])
        return Response(shown(caller, draft_id))


class DraftToml(Explicit):
    """The draft as a file."""

    permissions = {"GET": IsMember}

    @extend_schema(
        operation_id="draft_toml", tags=["policies"], responses={200: TomlOut, **problems_for(401, 403, 404)}
    )
    def get(self, request: Request, draft_id: uuid.UUID) -> Response:
        Query(request, ())
        return Response({"toml": toml.write(visible(caller_of(request), draft_id).document)})


def visible(caller: Caller, draft_id: uuid.UUID) -> PolicyDraft:
    return get_object_or_404(drafts(caller.workspace), pk=draft_id)


def shown(caller: Caller, draft_id: uuid.UUID) -> dict[str, Any]:  # Any: JSON
    return dict(WholeDraftOut(visible(caller, draft_id)).data)


def _started(caller: Caller, data: dict[str, Any]) -> PolicyDraft:  # Any: checked members
    member = acting(caller)
    if "of" in data:
        rows = PolicyVersion.objects.filter(workspace=caller.workspace)
        found = get_object_or_404(rows, version=data["of"])
        return rolling_back.roll_back(member=member, version=found.version, title=data["title"])
    document = data.get("document", data.get("toml"))
    kind = "start" if document is None else "import"
    return editing.start(member=member, title=data["title"], document=document, kind=kind)
