"""A database that is really stopped: 503 with Retry-After, and the same key makes one claim once it is back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from memoryhub.local.places import Home
from memoryhub.local.server import Server as Database
from tests.api.server import Reply, Server, serving
from tests.api.world import BODY

pytestmark = [pytest.mark.processes, pytest.mark.long]

BUILD = "import django; django.setup(); from tests.api.world import build; print(build().secrets['agent'])"


@dataclass(frozen=True)
class Built:
    """A stopped database with a workspace in it, and the token of its agent."""

    home: Home
    secret: str


@pytest.fixture(scope="module")
def once() -> Iterator[Built]:
    with _folder() as home:
        yield Built(home, _build(home))


@pytest.fixture
def built(once: Built) -> Iterator[Built]:
    """A copy of it, owners and permissions included."""
    with _folder() as home:
        subprocess.run(["cp", "-a", f"{once.home.root}/.", str(home.root)], check=True)
        yield Built(home, once.secret)


@contextmanager
def _folder() -> Iterator[Home]:
    root = Path(tempfile.mkdtemp(prefix="memoryhub-down-"))
    home = Home(root)
    home.make()
    try:
        yield home
    finally:
        shutil.rmtree(root)


def test_a_stopped_database_answers_503_and_the_same_key_later_makes_one_claim(built: Built) -> None:
    home, secret = built.home, built.secret
    with serving(DATABASE_URL=home.app_database_url) as server:
        away = post(server, secret)
        assert (away.status, json.loads(away.body)["type"]) == (503, "/problems/temporarily-unavailable")
        assert away.headers["content-type"] == "application/problem+json"
        assert int(away.headers["retry-after"]) > 0
        watched = server.send("GET", "/metrics", {})
        assert (watched.status, watched.body.split(b"\n")[2]) == (200, b"memoryhub_database_up 0")
        with running(home):
            first, second = post(server, secret), post(server, secret)
            assert (first.status, second.status) == (201, 201)
            assert first.body == second.body
            assert len(claims(server, secret)) == 1
        assert post(server, secret).status == 503


def test_a_role_that_no_wall_holds_is_refused_once_the_database_is_back(built: Built) -> None:
    """As it is at the start of a process that finds its database there."""
    home, secret, log = built.home, built.secret, built.home.root / "web.log"
    with serving(log=log, DATABASE_URL=home.database_url, LOG_LEVEL="ERROR") as server, running(home):
        refused = [post(server, secret), post(server, secret), server.send("GET", "/readyz", {})]
        assert [one.status for one in refused] == [503, 503, 503]
        assert json.loads(refused[0].body)["type"] == "/problems/temporarily-unavailable"
        assert b"is a superuser" in log.read_bytes()
        assert b"superuser" not in refused[0].body
        assert server.send("GET", "/sign-in/", {}).status == 503


def test_a_worker_uses_no_such_role_either(built: Built) -> None:
    home = built.home
    given = {"DATABASE_URL": home.database_url, "BROKER_URL": "memory://", "OUTBOX_SWEEP_SECONDS": "1"}
    command = [sys.executable, "-m", "celery", "--app", "memoryhub", "worker", "--pool", "threads"]
    with subprocess.Popen(
        command, env={**os.environ, **given}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as worker:
        # Its last word is its end, so that nobody waits for what it never says.
        end = threading.Timer(40, worker.kill)
        end.start()
        try:
            said = iter(lambda: worker.stdout.readline() if worker.stdout else b"", b"")
            assert any(b"looked at later" in line for line in said)
            with running(home):
                assert any(b"not used" in line and b"is a superuser" in line for line in said)
        finally:
            end.cancel()
            worker.kill()


def _build(home: Home) -> str:
    """Make the database and the workspace, and stop it again; the token of its agent."""
    with running(home):
        environment = {**os.environ, "DATABASE_URL": home.database_url, "DJANGO_SETTINGS_MODULE": "memoryhub.settings"}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], env=environment, check=True)
        subprocess.run([sys.executable, "manage.py", "roles", "--login"], env=environment, check=True)
        build = subprocess.run([sys.executable, "-c", BUILD], env=environment, check=True, capture_output=True)
        return build.stdout.decode().strip()


@contextmanager
def running(home: Home) -> Iterator[None]:
    database = Database(home, print, durable=False)
    database.join()
    try:
        yield
    finally:
        database.leave()


def post(server: Server, secret: str) -> Reply:
    headers = {"Content-Type": "application/json", "Idempotency-Key": "k10", "Authorization": f"Bearer {secret}"}
    return server.send("POST", "/api/v1/claims", headers, json.dumps(BODY).encode())


def claims(server: Server, secret: str) -> list[object]:
    reply = server.send("GET", "/api/v1/claims", {"Authorization": f"Bearer {secret}"})
    found: list[object] = json.loads(reply.body)["items"]
    return found
