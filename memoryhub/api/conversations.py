"""Conversations: started, added to, and read as the context of the next answer."""

from __future__ import annotations

import uuid
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.accounts import walls
from memoryhub.accounts.models import Member
from memoryhub.api import conversation_shapes as shapes
from memoryhub.api import idempotency
from memoryhub.api.callers import Caller
from memoryhub.api.claims import author_of
from memoryhub.api.explicit import Apart, Explicit
from memoryhub.api.inputs import checked
from memoryhub.api.openapi import example, problems_for
from memoryhub.api.permissions import Posts, Reads, caller_of
from memoryhub.api.problems import Invalid, InvalidQuery, NotFound, ScopeNotAllowed
from memoryhub.api.queries import Query
from memoryhub.api.recall import shown
from memoryhub.conversations import context, speaking
from memoryhub.conversations.errors import TooManyConversations
from memoryhub.conversations.models import Conversation
from memoryhub.conversations.offline.folding import seen
from memoryhub.conversations.speaking import Once, Said
from memoryhub.recall import recalling
from memoryhub.recall.question import TASK_TYPES

Shape = dict[str, Any]  # Any: JSON
KEY = OpenApiParameter(
    "Idempotency-Key", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True,
    description="1 to 255 visible ASCII characters, no comma; the same for a retry.",
)  # fmt: skip
ASKED = {
    "query": "what to recall; the user's last message where nobody asks",
    "task_domain": "what the answer is for: work, health, … or a tool's name",
    "task_type": "ask, answer, draft, decide or call_tool",
}


class Conversations(Explicit):
    """A new conversation of a user with a character. What is remembered goes along from one to the next."""

    permissions = {"POST": Posts}

    @extend_schema(
        operation_id="conversation_start",
        tags=["conversations"],
        parameters=[KEY],
        request=shapes.ConversationIn,
        responses={
            201: shapes.ConversationOut,
            **problems_for(
                400, 401, 403, 409, 422,
                extra={409: [example("too-many-conversations", 409, str(TooManyConversations.title))]},
            ),
        },
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        once = Once(idempotency.key(request), idempotency.digest(request.data))
        caller = caller_of(request)
        said = checked(shapes.ConversationIn, request)
        _may_enter(caller, said["user"], said["character"])
        started, repeated = speaking.start(
            workspace=caller.workspace,
            author=author_of(caller),
            user=said["user"],
            character=said["character"],
            language=said.get("language", ""),
            once=once,
        )
        return Response(shapes.conversation(started), status=201, headers=_headers(repeated))


class Messages(Explicit):
    """Add one message, or an exchange: what the user said and what the character answered."""

    permissions = {"POST": Posts}

    @extend_schema(
        operation_id="conversation_say",
        tags=["conversations"],
        parameters=[KEY],
        request=shapes.MessagesIn,
        responses={
            201: shapes.MessagesOut,
            **problems_for(
                400, 401, 403, 404, 409, 422,
                extra={409: [example("out-of-order", 409, "This message is out of order")]},
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        found = _find(caller, conversation_id)
        once = Once(idempotency.key(request), idempotency.digest(request.data))
        said = [Said(**message) for message in checked(shapes.MessagesIn, request)["messages"]]
        _refuse_blank(said)
        rows, repeated = speaking.say(conversation=found, author=author_of(caller), said=said, once=once)
        return Response({"messages": shapes.messages(rows)}, status=201, headers=_headers(repeated))


class Context(Apart):
    """What the next answer is built from."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="conversation_context",
        tags=["conversations"],
        parameters=[OpenApiParameter(name, OpenApiTypes.STR, description=said) for name, said in ASKED.items()],
        responses={200: shapes.ContextOut, **problems_for(400, 401, 403, 404)},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        query = Query(request, tuple(ASKED))
        caller = caller_of(request)
        with walls.inside(caller.workspace):
            asked = context.question(
                _find(caller, conversation_id),
                query=query.text("query") or "",
                task_domain=_short(query, "task_domain"),
                task_type=query.choice("task_type", TASK_TYPES) or "",
            )
        meaning = recalling.meaning_of(asked)
        with walls.inside(caller.workspace):
            # It may have been erased meanwhile.
            found = _find(caller, conversation_id)
            recalled, receipt = recalling.tell(caller.workspace, asked, meaning, author_of(caller))
            told, layered = shown(caller, recalled, asked), context.layered(found, asked)
            return Response(
                {
                    **shapes.layers(layered),
                    "facts": told["items"],
                    "left_out": told["left_out"],
                    "context": context.block(layered, told["context"]),
                    "receipt": str(receipt.pk),
                }
            )


def _find(caller: Caller, conversation_id: uuid.UUID) -> Conversation:
    """Of a pair that is not the caller's there is nothing here, as of one that is not there."""
    rows = Conversation.objects.select_related("user", "workspace").filter(workspace=caller.workspace)
    found = get_object_or_404(rows, pk=conversation_id, erased_at__isnull=True)
    if not _is_in(caller, found.user, found.character):
        raise NotFound
    return found


def _may_enter(caller: Caller, user: Member, character: str) -> None:
    if not _is_in(caller, user, character):
        raise ScopeNotAllowed(_("Ask for a token with the scope of this pair."))


def _is_in(caller: Caller, user: Member, character: str) -> bool:
    """An agent by its token's scopes, a person in their own conversations alone, whatever their roles."""
    own = caller.member is None or caller.member.pk == user.pk
    return own and caller.may_use_scope(f"pair:{user.key}/{character}")


def _refuse_blank(said: list[Said]) -> None:
    wrong = [place for place, one in enumerate(said) if not seen(one.text).strip() or "\x00" in one.text]
    if wrong:
        detail = _("A message says something.")
        raise Invalid("invalid-claim", [{"pointer": f"#/messages/{wrong[0]}/text", "code": "blank", "detail": detail}])


def _short(query: Query, name: str) -> str:
    found = query.text(name) or ""
    if len(found) > 64:
        raise InvalidQuery(name)
    return found


def _headers(repeated: bool) -> dict[str, str]:
    return {"Idempotency-Replayed": "true"} if repeated else {}
