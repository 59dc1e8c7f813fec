"""The keeper of the object store: a thread of every worker that puts checkpoints there, beside the sealer.

A thread of its own, so that a store which is away or hangs holds up neither sealing nor the file.
"""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from ledgers.services import checkpoint_store
from ledgers.services.object_store import StoreFailed

log = logging.getLogger(__name__)

PAUSE = 5.0
# Checkpoints come by the minute: more often there is no use in asking a store that failed, nor in saying so.
AFTER_FAILURE = 60.0


def start() -> threading.Thread | None:
    """Put checkpoints until the process ends; None where no store is set."""
    if not settings.CHECKPOINT_STORE:
        return None
    thread = threading.Thread(target=_run, name="store-keeper", daemon=True)
    thread.start()
    return thread


def keep_up() -> float:
    """Put what waits, and say for how many seconds to pause."""
    try:
        checkpoint_store.put_waiting()
    except (DatabaseError, InterfaceError) as error:
        log.warning("putting checkpoints was cut short and begins again: %s", type(error).__name__)
        connection.close()
    except StoreFailed as error:
        log.error("no checkpoint could be put, and none is lost: %s", error)  # noqa: TRY400 - the reason says it all
        return AFTER_FAILURE
    return PAUSE


def _run() -> None:
    pause, seconds = threading.Event(), PAUSE
    while not pause.wait(seconds):
        seconds = keep_up()
