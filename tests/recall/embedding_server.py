"""A small server that speaks as OpenAI's embeddings do, and misbehaves as it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]  # JSON
Vector = Callable[[str], list[float]]
# A status, its headers, and a body as it stands.
Fault = tuple[int, dict[str, str], bytes]


@dataclass
class Server:
    """`faults` are answered in turn before it behaves, and what `refuses` says of texts whenever they come. `vector`
    says which vector a text has; without it they lie on the axes, by the length of the text."""

    faults: list[Fault] = field(default_factory=list)
    dims: int = 4
    pause: float = 0.0
    # Seconds after each byte of an answer.
    trickle: float = 0.0
    got: list[tuple[dict[str, str], Body]] = field(default_factory=list)
    url: str = ""
    vector: Vector | None = None
    refuses: Callable[[list[str]], Fault | None] | None = None

    def answer(self, texts: list[str]) -> Fault | None:
        """What it says instead of vectors."""
        if self.faults:
            return self.faults.pop(0)
        return self.refuses(texts) if self.refuses is not None else None

    def vector_of(self, text: str) -> list[float]:
        """Of length three, unless it was said otherwise."""
        if self.vector is not None:
            return self.vector(text)
        return [3.0 * (place == len(text) % self.dims) for place in range(self.dims)]


@contextmanager
def serving(told: Server | None = None) -> Iterator[Server]:
    told = told or Server()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"told": told}))
    server.daemon_threads = True
    told.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    told: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.told.got.append((dict(self.headers), body))
        time.sleep(self.told.pause)
        status, headers, said = self.told.answer(body["input"]) or (200, {}, self._vectors(body))
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(said))}.items():
            self.send_header(name, value)
        self.end_headers()
        # Whoever asked may have hung up by then.
        with suppress(OSError):
            if not self.told.trickle:
                self.wfile.write(said)
                return
            for byte in said:
                self.wfile.write(bytes([byte]))
                time.sleep(self.told.trickle)

    def _vectors(self, body: Body) -> bytes:
        """The last text first: only the index says which is whose."""
        rows = [{"index": at, "embedding": self.told.vector_of(text)} for at, text in enumerate(body["input"])]
        return json.dumps({"data": rows[::-1], "model": body["model"]}).encode()

    def log_message(self, *_said: object) -> None:
        """Nothing: the test prints what matters."""
