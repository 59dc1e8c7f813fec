"""A real S3 server on this machine, over a folder: what a test puts can be looked at, altered and taken away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.local.processes import until

BUCKET = "proofs"
ID, SECRET = "put-only-id", "put-only-secret-of-the-tests"


class Server:
    """It keeps its port and its folder over a stop and a start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / BUCKET
        self.folder.mkdir(parents=True)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port: int = listener.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        return environment(self.port)

    def start(self) -> None:
        program = Path(sys.executable).with_name("rclone")
        where = ["--addr", f"127.0.0.1:{self.port}", "--auth-key", f"{ID},{SECRET}", "--config", ""]
        self._process = subprocess.Popen(
            [program, "serve", "s3", *where, self.folder.parent], stderr=subprocess.DEVNULL, env={"HOME": os.devnull}
        )
        until(self._answers, "the S3 server")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = None

    def objects(self, below: str = "") -> dict[str, bytes]:
        """What lies in the bucket, by name, in the order of the names."""
        files = sorted(path for path in (self.folder / below).rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in files}

    def alter(self, place: int, body: bytes) -> None:
        """Another body for an object, behind the server's back, which begins anew since it remembers lengths."""
        self.stop()
        (self.folder / list(self.objects())[place]).write_bytes(body)
        self.start()

    def _answers(self) -> bool:
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0


def environment(port: int, secret: str = SECRET) -> dict[str, str]:
    """What the library reads of the environment to find a server here."""
    return {
        "AWS_ENDPOINT": f"http://127.0.0.1:{port}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": ID,
        "AWS_SECRET_ACCESS_KEY": secret,
        "NO_PROXY": "127.0.0.1",
    }


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
