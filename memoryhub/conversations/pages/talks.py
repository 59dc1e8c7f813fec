"""A person's own conversations, and what was said in one of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max, QuerySet
from django.urls import reverse

from ledgers.leaves import Quote
from memoryhub.accounts.models import Member
from memoryhub.conversations.models import Conversation, Message

LISTED = 20
PAGE = 40
# As the evidence of what is remembered names a message.
SAID = re.compile(r"chat:([0-9a-f-]{36})/([0-9]{1,9})")


def own(member: Member) -> QuerySet[Conversation]:
    """Those that were not erased."""
    return Conversation.objects.filter(workspace=member.workspace_id, user=member, erased_at__isnull=True)


def latest(member: Member, begin: int = 0) -> list[Conversation]:
    """The newest first, each with the day of its last message as `spoken_at`; one more than a page tells of others."""
    rows = own(member).annotate(spoken_at=Max("messages__said_at")).order_by("-pk")
    return list(rows[begin : begin + LISTED + 1])


def addresses(member: Member, quotes: Collection[Quote]) -> dict[str, str]:
    """Where each message stands that something is remembered from, by its reference; erased ones stand nowhere."""
    found = {quote.ref: said for quote in quotes if (said := SAID.fullmatch(quote.ref))}
    kept = set(own(member).filter(pk__in={UUID(said[1]) for said in found.values()}).values_list("pk", flat=True))
    return {ref: address(UUID(said[1]), int(said[2])) for ref, said in found.items() if UUID(said[1]) in kept}


def address(conversation: UUID, number: int) -> str:
    """The page on which that message stands, at the message."""
    first = (max(number, 1) - 1) // PAGE * PAGE + 1
    return f"{reverse('conversation', args=[conversation])}?from={first}#said-{number}"


@dataclass(frozen=True, slots=True)
class Part:
    """Some messages of a conversation in their order, and where those before and after them begin."""

    messages: list[Message]
    before: int | None
    after: int | None


def part(conversation: Conversation, first: int) -> Part:
    first = min(max(first, 1), max(conversation.last, 1))
    rows = Message.objects.filter(conversation=conversation, number__gte=first, number__lt=first + PAGE)
    after = first + PAGE
    return Part(
        list(rows.order_by("number")),
        max(first - PAGE, 1) if first > 1 else None,
        after if after <= conversation.last else None,
    )
