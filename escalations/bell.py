"""The bell that tells a worker the outbox holds work. It is no memory of work: losing it loses nothing."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def ring() -> None:
    """Ring once the current transaction is durable; a broker that is down is noted, and the sweeper rings later."""
    transaction.on_commit(lambda: _ring("drain_outbox"))


def ring_for_mail(workspace_id: UUID) -> None:
    """The same for notices of a workspace that are to be mailed."""
    transaction.on_commit(lambda: _ring("mail_notices", str(workspace_id)))


def _ring(task: str, *told: str) -> None:
    try:
        current_app.send_task(f"escalations.tasks.{task}", told, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the bell did not ring: %s", type(error).__name__)
