"""I6: one (workspace, author, key) never makes two claims, whoever repeats it and however many at once.

60 threads send 20 keys, a quarter of the requests with another body: 20 claims, 20 outbox rows, and every answer is
the stored one or a refusal of the other body.
"""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from ledgers.models import Claim, Outbox
from tests.api.server import Server, serving
from tests.api.world import BODY, World, build

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]

THREADS, KEYS, ROUNDS = 60, 20, 3


def test_sixty_threads_on_twenty_keys_make_twenty_claims() -> None:
    world = build()
    with serving(BROKER_URL="redis://127.0.0.1:1/0") as server, ThreadPoolExecutor(THREADS) as pool:
        jobs = [(number % KEYS, number // KEYS % 4 == 3) for number in range(THREADS * ROUNDS)]
        # The first request of a key decides its body: send those that repeat it before any that differ.
        found = list(pool.map(lambda job: send(server, world, *job), sorted(jobs, key=lambda job: job[1])))
    assert Claim.objects.count() == KEYS
    assert Outbox.objects.count() == KEYS
    statuses = Counter(status for _key, _other, status, _body in found)
    assert set(statuses) <= {201, 409, 422}, statuses
    check_answers(found)


def check_answers(found: list[tuple[int, bool, int, bytes]]) -> None:
    """All who got a claim under one key got the same bytes; the other bodies were refused by name."""
    for key in range(KEYS):
        taken = {body for number, _other, status, body in found if number == key and status == 201}
        assert len(taken) == 1, key
    refused = [json.loads(body)["type"] for _key, _other, status, body in found if status == 422]
    assert set(refused) == {"/problems/idempotency-key-reused"}
    assert len(refused) > 0


def send(server: Server, world: World, key: int, other: bool) -> tuple[int, bool, int, bytes]:
    body = {**BODY, "subject": f"customer:c{key}", "value": "10:00" if other else "09:00"}
    headers = {"Content-Type": "application/json", "Idempotency-Key": f"key-{key}", **world.headers("agent")}
    reply = server.send("POST", "/api/v1/claims", headers, json.dumps(body).encode())
    return key, other, reply.status, reply.body
