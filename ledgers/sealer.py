"""The sealer: a thread of every worker that seals the log and writes checkpoints outside the database."""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from ledgers.services import checkpoints, sealing
from ledgers.services.signing import BadKey

log = logging.getLogger(__name__)


def start() -> threading.Thread:
    """Seal until the process ends."""
    thread = threading.Thread(target=_run, name="sealer", daemon=True)
    thread.start()
    return thread


def seal() -> int:
    """Seal all that can be sealed, and write the checkpoints that are due; the number of rows sealed."""
    sealed = 0
    while rows := sealing.seal_waiting():
        sealed += rows
    checkpoints.write_due()
    return sealed


def _run() -> None:
    pause = threading.Event()
    while not pause.wait(settings.SEAL_SECONDS):
        try:
            seal()
        except (DatabaseError, InterfaceError) as error:
            log.warning("sealing was cut short and begins again: %s", type(error).__name__)
            connection.close()
        except (OSError, BadKey) as error:
            log.error("no checkpoint could be written: %s", error)  # noqa: TRY400 - the reason says it all
