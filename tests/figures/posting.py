"""Posting at a steady rate, whatever the answers take: a slow answer makes the next ones late, and that counts."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

Body = dict[str, Any]  # any JSON
LANES = 16


@dataclass
class Posted:
    """Seconds from when a claim was due to its answer, and what was no 201 or 202."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Lines:
    """One kept line to the hub per thread."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._own = threading.local()

    def ask(self, method: str, path: str, headers: dict[str, str], body: Body | None = None) -> tuple[int, bytes]:
        """Status and body; 0 and the error's name when the line broke."""
        line: http.client.HTTPConnection | None = getattr(self._own, "line", None)
        if line is None:
            line = self._own.line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        try:
            text = None if body is None else json.dumps(body).encode()
            line.request(method, path, text, {"Content-Type": "application/json", **headers})
            answer = line.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            line.close()
            self._own.line = None
            return 0, type(error).__name__.encode()


def steadily(port: int, rate: float, seconds: float, claim: Callable[[int], tuple[str, Body]]) -> Posted:
    """Post `rate` claims a second; `claim` gives the token and the body of the number-th."""
    posted, lines = Posted(), Lines(port)
    began = time.monotonic() + 0.2

    def one(number: int) -> None:
        due = began + number / rate
        time.sleep(max(0.0, due - time.monotonic()))
        token, body = claim(number)
        status, said = lines.ask("POST", "/api/v1/claims", headers(token, f"steady-{number}"), body)
        posted.seconds.append(time.monotonic() - due)
        if status not in {201, 202}:
            posted.errors.append(f"{status} {said[:200]!r}")

    with ThreadPoolExecutor(LANES) as pool:
        list(pool.map(one, range(int(rate * seconds))))
    return posted


def headers(token: str, key: str, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Idempotency-Key": key, **more}
