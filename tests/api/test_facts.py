"""GET /facts: in force, pending, past and ahead, seen from any moment, and why."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.utils import timezone

from tests.api.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(world: World) -> World:
    """09:00 since March, 10:00 since April, 11:00 from tomorrow on."""
    world.claim(value="09:00", effective_at="2026-03-01")
    world.claim(value="10:00", effective_at="2026-04-01")
    world.claim(value="11:00", effective_at=(timezone.now() + dt.timedelta(days=1)).isoformat())
    return world


def test_what_is_in_force_is_the_default(three: World) -> None:
    [fact] = three.facts()
    assert (fact["value"], fact["ledger"], fact["status"]) == ("10:00", "accepted", "accepted")
    assert (fact["valid_from"], fact["owner"], fact["support"]) == ("2026-04-01T03:00:00Z", "owner", 1)
    assert fact["source"] == {"key": "crm-main", "tier": "system_of_record", "external": False}


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ({"as_of": "2026-03-15"}, ["09:00"]),
        ({"as_of": "2026-02-01"}, []),
        ({"status": "scheduled"}, ["11:00"]),
        ({"ledger": "history"}, ["09:00"]),
        ({"status": "superseded"}, ["09:00"]),
        ({"ledger": "pending"}, []),
        ({"known_at": "2026-01-01"}, []),
        ({"subject": "CUSTOMER: ACME"}, ["10:00"]),
        ({"field": "notes.general"}, []),
        ({"scope": "team:sales"}, ["10:00"]),
    ],
)
def test_each_question_has_its_facts(three: World, query: dict[str, str], values: list[str]) -> None:
    assert [fact["value"] for fact in three.facts(**query)] == values


def test_what_waits_is_pending_and_the_fact_in_force_says_so(world: World) -> None:
    world.claim(field="contact.email", value="dana@acme.example")
    world.claim("agent_2", field="contact.email", value="lee@acme.example", effective_at="2026-05-01")
    [pending] = world.facts(ledger="pending")
    assert pending["value"] == "lee@acme.example"
    [fact] = world.facts()
    assert [caveat["code"] for caveat in fact["caveats"]] == ["under_review"]
    assert fact["caveats"][0]["text"]
    assert fact["caveats"][0]["case"]


def test_the_id_of_a_fact_is_that_of_its_claim_and_stays(three: World) -> None:
    [fact] = three.facts()
    [past] = three.facts(ledger="history")
    assert json.loads(three.get(f"/facts/{fact['id']}").content) == fact
    assert json.loads(three.get(f"/facts/{past['id']}?as_of=2026-03-15").content)["status"] == "accepted"


def test_why_tells_a_sentence_the_trace_and_everything_that_stood(three: World) -> None:
    [fact] = three.facts()
    found = json.loads(three.get(f"/facts/{fact['id']}/why").content)
    assert found["fact"] == fact
    assert "crm-main" in found["sentence"]
    assert [window["value"] for window in found["timeline"]] == ["09:00", "10:00", "11:00"]
    assert [change["rule"] for change in found["changes"]][1] == "dates.later_effective"
    assert all(line["says"] for line in found["trace"])


def test_why_speaks_the_language_of_the_reader(three: World) -> None:
    [fact] = three.facts()
    answer = three.get(f"/facts/{fact['id']}/why", **{"Accept-Language": "pt-BR"})
    assert answer.headers["Content-Language"] == "pt-br"


@pytest.mark.parametrize(
    "query",
    ["?as_of=banana", "?as_of=2026-01-01T00:00:00", "?ledger=all", "?status=gone", "?ledger=pending&status=expired"],
)
def test_a_question_that_makes_no_sense_is_refused(world: World, query: str) -> None:
    answer = world.get(f"/facts{query}")
    assert (answer.status_code, json.loads(answer.content)["type"]) == (400, "/problems/invalid-query")


def test_pages_of_facts_follow_each_other(world: World) -> None:
    for number in range(5):
        world.claim(subject=f"customer:c{number}")
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        query = f"?limit=2&cursor={cursor}" if cursor else "?limit=2"
        page = json.loads(world.get(f"/facts{query}").content)
        seen += [fact["subject"] for fact in page["items"]]
        cursor = page["next"]
    assert seen == [f"customer:c{number}" for number in range(5)]
