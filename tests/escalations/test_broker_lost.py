"""The broker is only the bell: killed or emptied, it costs no claim. A real Redis, a real worker."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledgers.models import Claim, Fact, Outbox
from tests.api.server import Server, database_url, serving
from tests.api.world import BODY, World, build
from tests.local.processes import until

REDIS = shutil.which("redis-server")
CLAIMS = 12
# A deadline, not a measure: web process and worker start from nothing here, on a machine that may be busy with others.
LONGEST = 900.0
# What a minute is to a firm is a second to this test.
SOON = {"OUTBOX_SWEEP_SECONDS": "0.5", "OUTBOX_LATE_SECONDS": "1"}

pytestmark = [
    pytest.mark.processes,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(REDIS is None, reason="redis-server is not installed"),
]


@dataclass
class Broker:
    """A Redis that keeps nothing on disk: a kill loses all it held."""

    port: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [REDIS or "", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        until(lambda: self.ask(b"PING") == b"+PONG\r\n", "Redis")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def ask(self, command: bytes) -> bytes:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5) as wire:
            wire.sendall(command + b"\r\n")
            return wire.recv(100)
        return b""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    found = Broker(port, tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture
def world(transactional_db: None) -> World:
    return build()


@contextmanager
def working(broker: Broker) -> Iterator[None]:
    """A worker, started again when it ends, as the hub and systemd do: Celery 5.7 gives up when its broker dies just
    while it says that a task is done."""
    over = threading.Event()
    keeper = threading.Thread(target=_keep, args=(broker, over))
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join()


def _keep(broker: Broker, over: threading.Event) -> None:
    command = [sys.executable, "-m", "celery", "--app", "memoryhub", "--quiet", "worker"]
    environment = {**os.environ, "DATABASE_URL": database_url(), "BROKER_URL": broker.url, **SOON}
    while not over.is_set():
        process = subprocess.Popen(
            [*command, "--pool", "threads", "--concurrency", "2", "--loglevel", "CRITICAL"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while process.poll() is None and not over.wait(0.1):
            continue
        process.kill()
        process.wait()


def post(server: Server, world: World, number: int) -> int:
    body = json.dumps({**BODY, "subject": f"customer:c{number}"}).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": f"lost-{number}", **world.headers("agent")}
    return server.send("POST", "/api/v1/claims", headers, body).status


def settled() -> bool:
    return not Outbox.objects.exists() and Fact.objects.count() == CLAIMS


def test_claims_posted_while_the_broker_is_dead_settle_after_it_is_back(world: World, broker: Broker) -> None:
    with serving(BROKER_URL=broker.url) as server, working(broker):
        assert post(server, world, 0) == 201
        until(lambda: not Outbox.objects.exists(), "the first bell", LONGEST)
        broker.kill()
        assert {post(server, world, number) for number in range(1, CLAIMS)} == {201}
        # How many of them still wait says nothing: the sweeper asks no broker, and may be at them already.
        assert Claim.objects.count() == CLAIMS
        broker.start()
        until(settled, "the sweeper", LONGEST)


def test_bells_that_the_broker_forgot_are_rung_again(world: World, broker: Broker) -> None:
    with serving(BROKER_URL=broker.url) as server:
        assert {post(server, world, number) for number in range(CLAIMS)} == {201}
    assert broker.ask(b"LLEN celery") == f":{CLAIMS}\r\n".encode()
    assert broker.ask(b"FLUSHALL") == b"+OK\r\n"
    assert Claim.objects.count() == Outbox.objects.count() == CLAIMS
    with working(broker):
        until(settled, "the sweeper", LONGEST)
