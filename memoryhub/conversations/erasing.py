"""Erasing the words of a conversation: one of them for its user; all of a person's go with the person, by a trigger."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q

from ledgers import clock
from memoryhub.accounts.models import Member
from memoryhub.conversations.models import Conversation, Message, Summary, Unread


@transaction.atomic
def erase(*, user: Member, conversation: UUID) -> None:
    """Empty the messages and the summary of one conversation of this user, and end it. What is remembered stays.

    Whoever adds a message or writes a summary holds the same row, so nothing of it comes after.
    """
    rows = Conversation.objects.select_for_update(of=("self",)).filter(user=user, erased_at__isnull=True)
    held = rows.get(pk=conversation)
    Unread.objects.filter(message__conversation=held).delete()
    Message.objects.filter(conversation=held).update(text="", idempotency_key="", request_digest=b"")
    Summary.objects.filter(conversation=held).update(lines=[])
    held.erased_at, held.idempotency_key, held.request_digest = clock.now(), f"erased:{held.pk}", b""
    held.save(update_fields=["erased_at", "idempotency_key", "request_digest"])


def kept(workspace_id: UUID, person: str) -> dict[str, int]:
    """How many conversations and messages a person has that an erasure would empty."""
    own = Q(user__key__iexact=person, erased_at__isnull=True)
    rows = Conversation.objects.filter(own, workspace=workspace_id)
    return rows.aggregate(conversations=Count("pk", distinct=True), messages=Count("messages"))
