"""The postman: a thread of every worker that sends what is due, whether or not a bell rang.

One address is served by one thread at a time, and those that failed last have threads of their own: a receiver that is
dead, or answers with its last breath, delays nobody else.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from memoryhub.hooks import sending

log = logging.getLogger(__name__)

SWIFT = 8
SLOW = 4
# So many messages in a row, then others of the same worker have their turn.
TURN = 50
_rung = threading.Event()


def wake() -> None:
    """Look at once instead of at the next round."""
    _rung.set()


def start(clock: Callable[[], datetime]) -> threading.Thread:
    """Send until the process ends; `clock` is the hub's one clock."""
    thread = threading.Thread(target=_run, args=[Postman(clock)], name="postman", daemon=True)
    thread.start()
    return thread


class Postman:
    """Finds what is due and hands it to threads."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._busy: set[UUID] = set()
        self._guard = threading.Lock()
        self._swift = ThreadPoolExecutor(SWIFT, "postman-swift")
        self._slow = ThreadPoolExecutor(SLOW, "postman-slow")

    def go_round(self) -> int:
        """Hand out what is due in every workspace; the number of addresses."""
        now = self._clock()
        waiting = sending.workspaces_due(now)
        return sum(
            self._hand_out(workspace_id, webhook_id, failed)
            for workspace_id in waiting
            for webhook_id, failed in sending.due(workspace_id, now)
        )

    def finish(self) -> None:
        """Wait until everything that was handed out is done, and take nothing more."""
        self._swift.shutdown()
        self._slow.shutdown()

    def _hand_out(self, workspace_id: UUID, webhook_id: UUID, failed: bool) -> bool:
        with self._guard:
            if webhook_id in self._busy:
                return False
            self._busy.add(webhook_id)
        (self._slow if failed else self._swift).submit(self._serve, workspace_id, webhook_id)
        return True

    def _serve(self, workspace_id: UUID, webhook_id: UUID) -> None:
        """Send one address what waits for it, up to the first message it does not take."""
        try:
            for _turn in range(TURN):
                answer = sending.send_next(workspace_id, webhook_id, self._clock())
                if answer is None or not answer.taken:
                    return
            wake()
        except (DatabaseError, InterfaceError) as error:
            log.warning("sending was cut short and begins again: %s", type(error).__name__)
        finally:
            connection.close()
            with self._guard:
                self._busy.discard(webhook_id)


def _run(postman: Postman) -> None:
    while True:
        _rung.wait(settings.DELIVERY_SWEEP_SECONDS)
        _rung.clear()
        try:
            postman.go_round()
        except (DatabaseError, InterfaceError) as error:
            log.warning("the round was cut short and begins again: %s", type(error).__name__)
        finally:
            connection.close()
