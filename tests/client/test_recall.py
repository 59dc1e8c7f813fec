"""Recall and its receipts through the client: as the contract words it, and against a hub that answers."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from pytest_django.live_server_helper import LiveServer

from memoryhub.client import Invalid, NotAllowed
from tests.api.world import World
from tests.client.both import Asker
from tests.client.scripted import Say, scripted

FACT = {
    "id": "f-1", "subject": "customer:acme", "field": "contact.primary", "scope": "client:acme", "value": "Dana",
    "ledger": "accepted", "status": "accepted", "valid_from": "2026-11-01T00:00:00Z", "valid_to": None,
    "condition": None, "source": {"key": "crm", "tier": "system_of_record", "external": False}, "support": 1,
    "owner": "ana", "recorded_at": "2026-11-01T09:00:00Z", "review_due": None, "content": [], "flags": [],
    "erased_at": None,
    "caveats": [{"code": "under_review", "text": "Under review.", "since": "2026-11-16T00:00:00Z", "case": "c-1"}],
}  # fmt: skip
ANSWER = {
    "items": [{**FACT, "score": 0.83, "gate": "allowed", "beside": [{"fact": "f-3", "scope": "t:a", "value": "Lee"}]}],
    "left_out": [{"fact": "f-2", "why": "not_admitted"}],
    "context": "“Dana”",
    "receipt": "r-1",
}  # fmt: skip


def test_what_is_asked_and_what_comes_back(by: Asker) -> None:
    with scripted(Say(200, ANSWER)) as server:
        at = dt.datetime(2026, 11, 20, 9, tzinfo=dt.UTC)
        found = by(
            server.url,
            "mh_pat_a",
            lambda hub: hub.recall("Who is the contact?", ["client:acme"], task_domain="work", as_of=at, k=3),
        )
    (got,) = server.got
    assert (got.method, got.path) == ("POST", "/api/v1/recall")
    assert json.loads(got.body) == {
        "query": "Who is the contact?", "scopes": ["client:acme"], "task_domain": "work",
        "as_of": "2026-11-20T09:00:00+00:00", "k": 3,
    }  # fmt: skip
    (item,) = found.items
    assert (item.value, item.score, item.gate, item.beside[0].value) == ("Dana", 0.83, "allowed", "Lee")
    assert (item.caveats[0].code, item.caveats[0].case) == ("under_review", "c-1")
    assert [(left.fact, left.why) for left in found.left_out] == [("f-2", "not_admitted")]
    assert (found.context, found.receipt) == ("“Dana”", "r-1")


def test_a_hub_that_answers(world: World, live_server: LiveServer, by: Asker) -> None:
    token = world.secrets["agent"]
    fact = json.loads(world.claim(value="09:00").content)["id"]
    found = by(live_server.url, token, lambda hub: hub.recall("preferred time of acme", ["team:sales"], k=3))
    assert [item.id for item in found.items] == [fact]
    assert "09:00" in found.context
    (receipt,) = by(live_server.url, token, lambda hub: hub.receipts(fact))
    assert (receipt.id, receipt.reader) == (found.receipt, "agent:agent")

    with pytest.raises(NotAllowed):
        by(live_server.url, token, lambda hub: hub.recall("when", ["team:finance"]))
    with pytest.raises(Invalid) as invalid:
        by(live_server.url, token, lambda hub: hub.recall("when", ["team:sales"], k=0))
    assert invalid.value.errors[0].pointer == "#/k"
