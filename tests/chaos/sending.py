"""Sending one request again and again, with the same key, until it is answered."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

TIMEOUT = 6.0
PAUSE = 0.1
# "Come back later": not an answer to what was asked.
LATER = {409, 429, 503}
IN_PROGRESS = b"/problems/request-in-progress"


@dataclass(frozen=True)
class Answer:
    """`began` is when the try that was answered began."""

    status: int
    body: bytes
    replayed: bool
    tries: int
    began: float

    @property
    def json(self) -> dict[str, Any]:  # Any: as JSON has it
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class Seen:
    """Every status that came back, and every line that broke, over all senders."""

    statuses: Counter[int] = field(default_factory=Counter)
    broken: int = 0
    worst: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: int, body: bytes) -> None:
        with self._lock:
            self.statuses[status] += 1
            if status >= 500 and status != 503:
                self.worst.append(f"{status} {body[:300]!r}")

    def note_broken(self) -> None:
        with self._lock:
            self.broken += 1


class Sender:
    """One line to the hub at a time, opened again when it breaks."""

    def __init__(self, port: int, seen: Seen, over: threading.Event) -> None:
        self._port = port
        self._seen = seen
        self._over = over
        self._line: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, headers: Mapping[str, str], body: object = None) -> Answer | None:
        """The answer; None when the run ended before there was one."""
        text = None if body is None else json.dumps(body).encode()
        tries = 0
        while not self._over.is_set():
            tries += 1
            began = time.time()
            found = self._try(method, path, headers, text)
            if found is not None and not _later(*found[:2]):
                return Answer(*found, tries=tries, began=began)
            self._over.wait(PAUSE)
        return None

    def _try(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> tuple[int, bytes, bool] | None:
        try:
            if self._line is None:
                self._line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT)
            self._line.request(method, path, body, {"Content-Type": "application/json", **headers})
            reply = self._line.getresponse()
            found = (reply.status, reply.read(), reply.getheader("Idempotency-Replayed") == "true")
        except (OSError, http.client.HTTPException):
            self._seen.note_broken()
            self.close()
            return None
        self._seen.note(found[0], found[1])
        return found

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _later(status: int, body: bytes) -> bool:
    return status in LATER and (status != 409 or IN_PROGRESS in body)
