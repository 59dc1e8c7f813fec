"""Conversations in the shape of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from ledgers.formats.keys import subject_key
from memoryhub.api import moments
from memoryhub.api.fields import Choice, Instant, Text, Whole
from memoryhub.api.inputs import Input
from memoryhub.api.recall import ItemOut, LeftOutOut
from memoryhub.api.registry.references import MemberKey
from memoryhub.conversations.context import Layered
from memoryhub.conversations.models import Conversation, Message
from memoryhub.conversations.speaking import LONGEST, MOST_AT_ONCE

Shape = dict[str, Any]  # Any: JSON
CHARACTER = RegexValidator(r"\A[a-z0-9][a-z0-9_-]{0,63}\Z", code="invalid-key")
LANGUAGES = ("en", "pt-br")


class ConversationIn(Input):
    slug = "invalid-conversation"

    user = MemberKey(help_text="the key of a member")
    character = Text(validators=[CHARACTER], help_text="small letters, digits, - and _; at most 64")
    language = Choice(required=False, choices=LANGUAGES, help_text="where a message's own words do not tell")


class ConversationOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    user = serializers.CharField()
    character = serializers.CharField()
    scope = serializers.CharField(help_text="where all that is remembered of it holds")
    language = serializers.CharField()
    started_at = Instant()


class MessageIn(Input):
    slug = "invalid-claim"

    role = Choice(choices=Message.Role.values)
    text = Text(max_length=LONGEST)
    seq = Whole(required=False, min_value=1, max_value=10**6, help_text="refused unless it is the next number")


class MessagesIn(MessageIn):
    """One message, or in `messages` an exchange: at most two."""

    role = Choice(required=False, choices=Message.Role.values)
    text = Text(required=False, max_length=LONGEST)
    messages = serializers.ListField(child=MessageIn(), required=False, min_length=1, max_length=MOST_AT_ONCE)

    def validate(self, attrs: Shape) -> Shape:
        alone = {name for name in ("role", "text", "seq") if name in attrs}
        if "messages" in attrs and alone:
            raise serializers.ValidationError({"messages": _("Send one message, or several here.")}, "ambiguous")
        if "messages" not in attrs:
            missing = {name: [_("This member is required.")] for name in ("role", "text") if name not in attrs}
            if missing:
                raise serializers.ValidationError(missing, "required")
            return {"messages": [attrs]}
        return attrs


class MessageOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Message.Role.values)
    text = serializers.CharField()
    said_at = Instant()


class MessagesOut(serializers.Serializer[Any]):
    messages = MessageOut(many=True)


class SummaryOut(serializers.Serializer[Any]):
    until = serializers.IntegerField(help_text="the number of the last message it covers; 0: none")
    text = serializers.CharField()
    offline = serializers.BooleanField(help_text="no language model wrote it")


class ContextOut(serializers.Serializer[Any]):
    window = MessageOut(many=True, help_text="the last 12, word for word")
    waiting = MessageOut(many=True, help_text="left the window and not summed up yet: 19 at most")
    summary = SummaryOut()
    facts = ItemOut(many=True, help_text="what is remembered and nearest to the question: 5 at most")
    left_out = LeftOutOut(many=True)
    context = serializers.CharField(help_text="Ready for a prompt: all of it as quoted data.")  # type: ignore[assignment]  # a member of the answer
    receipt = serializers.UUIDField()
    offline = serializers.BooleanField(help_text="patterns, and no language model, read these messages")


def conversation(row: Conversation) -> Shape:
    return {
        "id": str(row.pk),
        "user": row.user.key,
        "character": row.character,
        "scope": subject_key(row.scope)[0],
        "language": row.language,
        "started_at": moments.write(row.started_at),
    }


def messages(rows: Sequence[Message]) -> list[Shape]:
    return [
        {
            "id": str(row.pk),
            "number": row.number,
            "role": row.role,
            "text": row.text,
            "said_at": moments.write(row.said_at),
        }
        for row in rows
    ]


def layers(found: Layered) -> Shape:
    text = "\n".join(line.text for line in found.summary.lines)
    read = [row.offline for row in (*found.waiting, *found.window) if row.offline is not None]
    return {
        "window": messages(found.window),
        "waiting": messages(found.waiting),
        "summary": {"until": found.summary.until, "text": text, "offline": found.summary.offline},
        "offline": all(read),
    }
