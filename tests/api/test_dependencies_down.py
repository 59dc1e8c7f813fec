"""A first request that hangs, a database or a broker that is away: nothing is lost and nothing is doubled."""

from __future__ import annotations

import json
import threading
import time

import pytest
from django.db import connection, transaction

from escalations import sweeper
from ledgers.models import Claim, Outbox
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts.models import Token
from memoryhub.api import idempotency
from memoryhub.api.callers import Caller
from memoryhub.api.claims import author_of
from tests.api.server import Server, serving
from tests.api.world import BODY, World, build

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(transactional_db: None) -> World:
    return build()


def posted(server: Server, world: World, key: str) -> tuple[int, dict[str, str], bytes]:
    headers = {"Content-Type": "application/json", "Idempotency-Key": key, **world.headers("agent")}
    reply = server.send("POST", "/api/v1/claims", headers, json.dumps(BODY).encode())
    return reply.status, reply.headers, reply.body


def test_a_key_whose_first_request_hangs_answers_409_and_when_to_come_back(world: World) -> None:
    stored, release = threading.Event(), threading.Event()
    holder = threading.Thread(target=hold_a_claim, args=(world, "k2", stored, release))
    holder.start()
    assert stored.wait(10)
    begun = time.monotonic()
    answer = world.claim(key="k2", wait=0)
    assert time.monotonic() - begun < 5
    release.set()
    holder.join()
    assert (answer.status_code, json.loads(answer.content)["type"]) == (409, "/problems/request-in-progress")
    assert int(answer.headers["Retry-After"]) > 0
    assert Claim.objects.count() == 1


def test_without_a_broker_a_claim_is_still_taken_and_settles_later(world: World) -> None:
    with serving(BROKER_URL="redis://127.0.0.1:1/0") as server:
        begun = time.monotonic()
        status, _headers, body = posted(server, world, "k11")
        assert time.monotonic() - begun < 2
    assert status == 201
    claim = json.loads(body)["id"]
    assert Outbox.objects.filter(claim=claim).exists()
    # Nobody rang. The sweeper finds what is late.
    Outbox.objects.filter(claim=claim).update(queued_at="2026-01-01T00:00:00Z")
    assert sweeper.sweep() == 1
    assert not Outbox.objects.filter(claim=claim).exists()
    assert [fact["id"] for fact in world.facts()] == [claim]


def hold_a_claim(world: World, key: str, stored: threading.Event, release: threading.Event) -> None:
    """Store a claim with this key and keep its transaction open until told."""
    token = Token.objects.select_related("workspace", "agent", "member").get(agent__key="agent")
    caller = Caller(token.workspace, agent=token.agent, token=token)
    data = ClaimInput(BODY["subject"], BODY["field"], BODY["scope"], BODY["source"], value=BODY["value"])
    try:
        with transaction.atomic():
            submit(
                workspace=caller.workspace,
                author=author_of(caller),
                data=data,
                idempotency_key=key,
                request_digest=idempotency.digest(BODY),
            )
            stored.set()
            release.wait(10)
    finally:
        connection.close()
