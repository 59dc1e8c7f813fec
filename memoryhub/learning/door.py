"""The public API as a program outside sees it: one connection, one token, and what it answers."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

TIMEOUT = 60
# A hub that asks for patience gets it this often before the run is given up.
TRIES = 20
BUSY = {409, 429, 503}


class Refused(Exception):
    """An answer that is no success; carries the problem as the hub worded it."""

    def __init__(self, method: str, path: str, status: int, problem: object) -> None:
        super().__init__(f"{method} {path} was answered {status}: {problem}")
        self.status = status


@dataclass
class Door:
    """Requests with one token. The connection is kept; `status` and `replayed` tell of the last answer."""

    url: str
    token: str = field(repr=False)
    status: int = 0
    replayed: bool = False

    def __post_init__(self) -> None:
        where = urlsplit(self.url)
        self._connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=TIMEOUT)

    def post(self, path: str, body: object, **headers: str) -> dict[str, Any]:  # Any: JSON
        """Send one body; `Prefer` and `Idempotency_Key` are given as keywords."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._ask("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json", **named})

    def get(self, path: str, **query: str) -> dict[str, Any]:  # Any: JSON
        return self._ask("GET", f"{path}?{urlencode(query)}" if query else path, None, {})

    def pages(self, path: str, **query: str) -> Iterator[dict[str, Any]]:  # Any: JSON
        """Every item of a list, page after page."""
        cursor: str | None = ""
        while cursor is not None:
            answer = self.get(path, limit="200", **query, **({"cursor": cursor} if cursor else {}))
            yield from answer["items"]
            cursor = answer["next"]

    def close(self) -> None:
        self._connection.close()

    def _ask(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> dict[str, Any]:  # Any: JSON
        named = {"Authorization": f"Bearer {self.token}", "Accept": "application/json", **headers}
        for _try in range(TRIES):
            response, text = self._exchange(method, f"/api/v1{path}", body, named)
            self.status, self.replayed = response.status, response.headers.get("Idempotency-Replayed") == "true"
            if self.status not in BUSY:
                break
            time.sleep(float(response.headers.get("Retry-After") or 1))
        answer: dict[str, Any] = json.loads(text)
        if not 200 <= self.status < 300:
            raise Refused(method, path, self.status, answer)
        return answer

    def _exchange(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """One request and its answer. A connection that the server closed while it was idle is opened again; the
        idempotency key makes that safe for a claim too."""
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        except ConnectionError:
            self._connection.close()
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        return response, response.read()
