"""The sweeper: settles claims whose bell was lost, without asking the broker for anything.

A thread of every worker. A broker that is down, empty or back but silent (a consumer may reconnect and hear nothing)
delays a claim by OUTBOX_LATE_SECONDS and one sweep, and costs none.
"""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from escalations import triage
from escalations.letters import mailing

log = logging.getLogger(__name__)


def start() -> threading.Thread:
    """Sweep until the process ends."""
    thread = threading.Thread(target=_run, name="sweeper", daemon=True)
    thread.start()
    return thread


def sweep() -> int:
    """Settle what waits longer than a bell takes, and send the mail that was not sent; the number settled."""
    settled = triage.drain() if triage.late() else 0
    mailing.sweep()
    return settled


def _run() -> None:
    pause = threading.Event()
    while not pause.wait(settings.OUTBOX_SWEEP_SECONDS):
        try:
            while sweep() >= triage.BATCH:
                continue
        except (DatabaseError, InterfaceError) as error:
            log.warning("the sweep was cut short and begins again: %s", type(error).__name__)
        finally:
            # A connection kept through a pause may be dead at the next sweep.
            connection.close()
