"""A real web process on a free port, over the test database, and a socket to speak to it byte by byte."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from memoryhub.accounts.roles import APP
from memoryhub.local.children import LINES
from tests.local.processes import PATIENCE


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Server:
    port: int

    def raw(self, request: bytes) -> Reply:
        """Send these bytes as they are and read one answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=15) as wire:
            with suppress(BrokenPipeError, ConnectionResetError):
                wire.sendall(request)
            return _reply(wire)

    def send(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Reply:
        sent = {"Host": "localhost", "Connection": "close", **headers}
        if body:
            sent["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        return self.raw(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)


@contextmanager
def serving(*, log: Path | None = None, **environment: str) -> Iterator[Server]:
    """Granian with one worker, as the hub runs it."""
    port = _free_port()
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
        *("--workers", "1", "--blocking-threads", "8", "memoryhub.wsgi:application"),
    ]
    known = {**os.environ, "DATABASE_URL": database_url(), "DEBUG": "1", "LOG_LEVEL": "CRITICAL", **environment}
    command[3:3] = ["--log-config", str(LINES)]
    written = log.open("wb") if log else subprocess.DEVNULL
    process = subprocess.Popen(command, env=known, stdout=written, stderr=written)
    try:
        _wait(process, port)
        yield Server(port)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if not isinstance(written, int):
            written.close()


def database_url() -> str:
    """The address of the database the tests use, for another process: as web and workers sign in."""
    said = connection.settings_dict
    host, port = quote(said["HOST"], safe=""), said["PORT"]
    return f"postgres://{APP}@{host}{f':{port}' if port else ''}/{said['NAME']}"


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError):
            # 503: it answers, and its database is away.
            if Server(port).send("GET", "/api/v1/claims", {}).status in {401, 503}:
                return
        time.sleep(0.1)
    raise AssertionError("the web process did not answer")


def _reply(wire: socket.socket) -> Reply:
    received = b""
    with suppress(ConnectionResetError):
        while part := wire.recv(65_536):
            received += part
            if _complete(received):
                break
    head, _blank, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _colon, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = _unchunked(body)
    return Reply(int(first.split()[1]) if first else 0, headers, body)


def _complete(received: bytes) -> bool:
    head, blank, body = received.partition(b"\r\n\r\n")
    if not blank:
        return False
    if b"transfer-encoding: chunked" in head.lower():
        return body.endswith(b"0\r\n\r\n")
    lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(lengths) and len(body) >= int(lengths[0])


def _unchunked(body: bytes) -> bytes:
    found = b""
    while body:
        size, _line, rest = body.partition(b"\r\n")
        length = int(size, 16)
        found, body = found + rest[:length], rest[length + 2 :]
        if length == 0:
            break
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
