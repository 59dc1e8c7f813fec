"""I6: a claim whose process died between commit and answer is there once, and its key gives the answer."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from ledgers.models import Claim, Outbox
from tests.api.server import Server, serving
from tests.api.world import build
from tests.invariants.test_i06_idempotency import send
from tests.local.processes import below, gone, until

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def silent_broker() -> Iterator[str]:
    """Takes connections and never says a word: whoever rings it waits, its claim committed and nobody told."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


def test_the_key_of_a_claim_nobody_was_told_of_gives_its_answer(silent_broker: str) -> None:
    world = build()
    with serving(BROKER_URL=silent_broker) as server, ThreadPoolExecutor(1) as pool:
        unanswered = pool.submit(send, server, world, 1, False)
        until(Claim.objects.exists, "the commit")
        kill(server)
        assert unanswered.result()[2:] == (0, b"")
    claim = Claim.objects.get()
    with serving(BROKER_URL="redis://127.0.0.1:1/0") as server:
        _key, _other, status, body = send(server, world, 1, False)
        assert (status, str(claim.id) in body.decode()) == (201, True)
        assert send(server, world, 1, False)[2:] == (201, body)
        assert send(server, world, 1, True)[2] == 422
    assert Claim.objects.get() == claim
    assert Outbox.objects.get().claim == claim


def kill(server: Server) -> None:
    """kill -9 of the web server and its worker."""
    found = [pid for pid, line in below(os.getpid()).items() if re.search(rf"granian.*--port {server.port}\b", line)]
    assert found
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    gone(*found)
