"""The bell that tells a worker that something was said. It is no memory of work: losing it loses nothing."""

from __future__ import annotations

from memoryhub.conversations.models import Conversation
from memoryhub.hooks import ringing


def ring(conversation: Conversation) -> None:
    """Ring once the current transaction is durable; the sweep finds what a lost bell left."""
    ringing.ring("memoryhub.conversations.tasks.listen", str(conversation.workspace_id), str(conversation.pk))
