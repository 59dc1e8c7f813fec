"""A web process and a worker over the test database, on a day, and agents that talk to them over HTTP."""

from __future__ import annotations

import itertools
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from memoryhub.conversations.models import Unread
from memoryhub.local.children import children
from memoryhub.local.places import Home
from tests.api.server import database_url, serving
from tests.local.processes import PATIENCE, SOURCES, until

Told = dict[str, Any]  # JSON
_keys = itertools.count(1)


@dataclass
class Running:
    """What answers on this day, and who answers: the number of no process of an earlier day."""

    http: httpx.Client
    worker: subprocess.Popen[bytes]

    def start(self, secret: str, user: str, character: str, language: str) -> str:
        body = {"user": user, "character": character, "language": language}
        return str(self._post(secret, "conversations", body)["id"])

    def exchange(self, secret: str, conversation: str, said: str, answered: str) -> None:
        both = [{"role": "user", "text": said}, {"role": "character", "text": answered}]
        self._post(secret, f"conversations/{conversation}/messages", {"messages": both})

    def context(self, secret: str, conversation: str, **asked: str) -> Told:
        answer = self.http.get(f"conversations/{conversation}/context", params=asked, headers=_signed(secret))
        assert answer.status_code == 200, answer.text
        found: Told = answer.json()
        return found

    def wait_until_read(self) -> None:
        """Until the worker has read all that was said."""

        def read() -> bool:
            assert self.worker.poll() is None, "the worker ended"
            return not Unread.objects.exists()

        until(read, "the worker to read what was said")

    def _post(self, secret: str, path: str, body: Told) -> Told:
        headers = _signed(secret) | {"Idempotency-Key": f"ten-minutes-{next(_keys)}"}
        answer = self.http.post(path, json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        found: Told = answer.json()
        return found


@contextmanager
def running(folder: Path, day: str) -> Iterator[Running]:
    """Both on this day until they are ended, the worker in order: what it has in hand it finishes."""
    home = Home(folder)
    home.make()
    environment = {
        "MEMORYHUB_HOME": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.conversations.ten_minutes.settings",
        "TEN_MINUTES_DAY": day,
    }
    with serving(log=home.logs / "web.log", **environment) as server, _worker(home, environment) as worker:
        address = f"http://localhost:{server.port}/api/v1/"
        with httpx.Client(base_url=address, timeout=PATIENCE) as http:
            yield Running(http, worker)


@contextmanager
def _worker(home: Home, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    [child] = [one for one in children(home.logs, {}, host="", port=0) if one.name == "worker"]
    known = {**os.environ, "DATABASE_URL": database_url(), **environment}
    with child.log.open("ab") as log:
        process = subprocess.Popen(child.command, cwd=SOURCES, env=known, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()


def _signed(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}
