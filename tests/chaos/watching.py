"""Looks at the outbox all the time: how long did the oldest claim ever wait to be decided?"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass, field

import psycopg

from tests.chaos.stack import Stack


@dataclass
class Watch:
    """`oldest` is the longest wait seen, in seconds."""

    stack: Stack
    over: threading.Event
    oldest: float = 0.0
    looks: int = 0
    _thread: threading.Thread = field(init=False)

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self.over.wait(0.5):
            with suppress(psycopg.Error):
                self.oldest = max(self.oldest, self.stack.oldest_waiting())
                self.looks += 1
