"""The bell that tells a worker the outbox holds work. It is no memory of work: losing it loses nothing."""

from __future__ import annotations

from uuid import UUID

from memoryhub.hooks import ringing


def ring() -> None:
    """Ring once the current transaction is durable; the sweeper rings later where the broker is down."""
    ringing.ring("escalations.tasks.drain_outbox")


def ring_for_mail(workspace_id: UUID) -> None:
    """The same for notices of a workspace that are to be mailed."""
    ringing.ring("escalations.tasks.mail_notices", str(workspace_id))
