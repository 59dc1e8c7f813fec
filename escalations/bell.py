"""The bell that tells a worker the outbox holds work. It is no memory of work: losing it loses nothing."""

from __future__ import annotations

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def ring() -> None:
    """Ring once the current transaction is durable; a broker that is down is noted, and the sweeper rings later."""
    transaction.on_commit(_ring)


def _ring() -> None:
    try:
        current_app.send_task("escalations.tasks.drain_outbox", ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the bell did not ring: %s", type(error).__name__)
