"""A server on loopback that answers as it was told, in turn: refusals, rubbish, silence, or what a real hub says."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Say:
    """An answer. A body that is no text is sent as JSON, and a problem where it is refused."""

    status: int = 200
    body: object = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Drop:
    """The connection ends without an answer."""


@dataclass(frozen=True)
class Silence:
    """Nothing comes for so many seconds, and then the connection ends."""

    seconds: float


@dataclass(frozen=True)
class Pass:
    """Ask the hub itself; its answer is lost on the way unless it is to arrive."""

    hub: str
    arrives: bool


Step = Say | Drop | Silence | Pass


@dataclass(frozen=True)
class Got:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float


@dataclass
class Script:
    """The last step is repeated for ever. `got` is what arrived."""

    steps: list[Step]
    got: list[Got] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def keys(self) -> list[str]:
        return [got.headers.get("idempotency-key", "") for got in self.got]

    def next(self) -> Step:
        return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]


def problem(status: int, slug: str, *, errors: object = (), **headers: str) -> Say:
    """A refusal as the hub words it."""
    said = {"type": f"/problems/{slug}", "title": slug.title(), "status": status, "detail": f"about {slug}",
            "instance": "/api/v1/claims", "request_id": "r-1", "errors": list(errors)}  # type: ignore[call-overload]  # fmt: skip
    return Say(status, said, {"Content-Type": "application/problem+json", **headers})


@contextmanager
def scripted(*steps: Step) -> Iterator[Script]:
    script = Script(list(steps))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"script": script}))
    server.daemon_threads = True
    script.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.script.got.append(Got(self.command, self.path, headers, body, time.monotonic()))
        step = self.script.next()
        if isinstance(step, Pass):
            step = _passed(step, self.script.got[-1])
        if isinstance(step, Say):
            self._say(step)
            return
        if isinstance(step, Silence):
            time.sleep(step.seconds)
        self.close_connection = True
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _say(self, said: Say) -> None:
        body = said.body.encode() if isinstance(said.body, str) else json.dumps(said.body).encode()
        self.send_response(said.status)
        for name, value in {"Content-Type": "application/json", **said.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        pass


def _passed(step: Pass, got: Got) -> Say | Drop:
    where = urlsplit(step.hub)
    wire = http.client.HTTPConnection(where.hostname or "", where.port, timeout=20)
    kept = {name: got.headers[name] for name in got.headers.keys() - {"host", "connection", "content-length"}}
    try:
        wire.request(got.method, got.path, got.body or None, kept)
        answer = wire.getresponse()
        said = Say(answer.status, answer.read().decode(), {"Content-Type": answer.headers["Content-Type"]})
    finally:
        wire.close()
    return said if step.arrives else Drop()
