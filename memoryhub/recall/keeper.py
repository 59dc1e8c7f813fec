"""The keeper of the vectors: a thread of every worker that embeds what was recorded since."""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from memoryhub.recall import vectors
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.embedding.embedder import Unavailable

log = logging.getLogger(__name__)
# Seconds between two tries of an embedder that is not there.
LONGEST = 60.0


def start() -> threading.Thread | None:
    """Embed until the process ends; without an embedder there is nothing to do."""
    if embedder() is None:
        return None
    thread = threading.Thread(target=_run, name="vectors", daemon=True)
    thread.start()
    return thread


def _run() -> None:
    pause, chosen, failed = threading.Event(), embedder(), 0
    while chosen is not None and not pause.wait(min(settings.EMBED_SECONDS * 2**failed, LONGEST)):
        try:
            while vectors.follow(chosen):
                continue
            failed = 0
        except (DatabaseError, InterfaceError, Unavailable) as error:
            failed = min(failed + 1, 10)
            log.warning("embedding was cut short and begins again: %s", type(error).__name__)
            connection.close()
