"""A page as a browser without scripts asks for it: kept line, cookies, forms sent with what stands hidden in them."""

from __future__ import annotations

import gzip
import http.client
import time
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.screens.reading import form_in


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer: what travelled, what it says, and the seconds from question to answer."""

    status: int
    content: bytes
    travelled: int
    seconds: float


class Visitor:
    """Somebody who is signed in."""

    def __init__(self, port: int, cookies: dict[str, str]) -> None:
        self._port, self._cookies = port, dict(cookies)
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, path: str, **headers: str) -> Seen:
        return self._ask("GET", path, None, headers)

    def decide(self, card: str, choice: str, reason: str) -> Seen:
        """Press what the card offers; the time is that of the press alone."""
        form = form_in(self.get(card))
        return self._ask("POST", f"{card}decide", {**form.fields, "choice": choice, "reason": reason}, {})

    def _ask(self, method: str, path: str, form: dict[str, str] | None, headers: dict[str, str]) -> Seen:
        body = urlencode(form).encode() if form is not None else None
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        sent = {"Cookie": cookies, "Accept-Encoding": "gzip", **headers}
        if body is not None:
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{self._port}"}
        began = time.perf_counter()
        self._line.request(method, path, body, sent)
        answer = self._line.getresponse()
        content = answer.read()
        seconds = time.perf_counter() - began
        for line in answer.headers.get_all("Set-Cookie") or []:
            self._cookies |= {name: cookie.value for name, cookie in SimpleCookie(line).items()}
        packed = answer.headers.get("Content-Encoding") == "gzip"
        travelled = len(content) if packed else len(gzip.compress(content))
        return Seen(answer.status, gzip.decompress(content) if packed else content, travelled, seconds)
