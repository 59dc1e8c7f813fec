"""Doorbells: each may ring twice, late or never."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from memoryhub.conversations import listening


@shared_task(name="memoryhub.conversations.tasks.listen", ignore_result=True)
def listen(workspace: str, conversation: str) -> None:
    """Read what was said in a conversation."""
    listening.listen(UUID(workspace), UUID(conversation))
