"""Ringing a worker once the current transaction is durable. A bell is no memory of work: losing it loses nothing."""

from __future__ import annotations

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def ring(task: str, *told: str) -> None:
    """Ring after the commit; a broker that is down is noted, and a sweep finds the work later."""
    transaction.on_commit(lambda: _ring(task, *told))


def _ring(task: str, *told: str) -> None:
    try:
        current_app.send_task(task, told, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the bell did not ring: %s", type(error).__name__)
