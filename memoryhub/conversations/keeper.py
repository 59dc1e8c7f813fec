"""The listener's sweep: a thread of every worker that reads what a lost bell left, asking no broker for anything."""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from memoryhub.conversations import listening

log = logging.getLogger(__name__)


def start() -> threading.Thread:
    """Sweep until the process ends."""
    thread = threading.Thread(target=_run, name="conversations", daemon=True)
    thread.start()
    return thread


def _run() -> None:
    pause = threading.Event()
    while not pause.wait(settings.OUTBOX_SWEEP_SECONDS):
        try:
            while listening.sweep() >= listening.BATCH:
                continue
        except (DatabaseError, InterfaceError) as error:
            log.warning("reading was cut short and begins again: %s", type(error).__name__)
        finally:
            # A connection kept through a pause may be dead at the next sweep.
            connection.close()
