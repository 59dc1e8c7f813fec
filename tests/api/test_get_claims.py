"""GET /claims: pages that neither skip nor repeat, filters by name, and queries read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.world import World

pytestmark = pytest.mark.django_db


def listed(world: World, query: str = "") -> dict[str, Any]:
    answer = world.get(f"/claims{query}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_pages_follow_each_other_while_claims_come_in(world: World) -> None:
    sent = [json.loads(world.claim(subject=f"customer:c{number}").content)["id"] for number in range(5)]
    first = listed(world, "?limit=2")
    world.claim(subject="customer:late")
    second = listed(world, f"?limit=2&cursor={first['next']}")
    third = listed(world, f"?limit=2&cursor={second['next']}")
    seen = [item["id"] for page in (first, second, third) for item in page["items"]]
    assert seen == sent[::-1]
    assert third["next"] is None


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?subject=customer:acme", 1),
        ("?subject=CUSTOMER%3A%20ACME", 1),
        ("?subject=%27%20OR%201%3D1--", 0),
        ("?field=notes.general", 1),
        ("?scope=team:sales&source=crm-main", 2),
        ("?author=agent:agent_2", 1),
        ("?author=member:agent_2", 0),
    ],
)
def test_filters_compare_as_the_ledgers_do(world: World, query: str, count: int) -> None:
    world.claim()
    world.claim("agent_2", subject="customer:beta", field="notes.general")
    assert len(listed(world, query)["items"]) == count


def test_one_claim_tells_what_was_said_and_what_became_of_it(world: World) -> None:
    said: dict[str, Any] = {
        "condition": "only if paid",
        "confidence": 0.5,
        "said_by": {"name": "Dana", "role": "buyer"},
    }
    claim = json.loads(world.claim(evidence={"text": "09:00", "ref": "chat:77"}, **said).content)["id"]
    found = json.loads(world.get(f"/claims/{claim}").content)
    assert found["state"] == "settled"
    assert found["outcome"]["status"] == "accepted"
    assert found["source"] == {"key": "crm-main", "tier": "system_of_record", "external": False}
    assert (found["author"], found["effective_at"]) == ("agent:agent", "2026-03-01T12:00:00Z")
    assert {name: found[name] for name in said} == said


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("?limit=1_0", "invalid-query"),
        ("?limit=0", "invalid-query"),
        ("?limit=201", "invalid-query"),
        ("?limit=-1", "invalid-query"),
        ("?limit=%D9%A1", "invalid-query"),
        ("?limit=%201", "invalid-query"),
        ("?limit=10&limit=50", "invalid-query"),
        ("?id=zzz", "invalid-query"),
        ("?subject=a%00b", "invalid-query"),
        (f"?subject={'x' * 600}", "invalid-query"),
        ("?cursor=AAAA", "invalid-cursor"),
        ("?cursor=", "invalid-cursor"),
        ("?value__contains=x", "unknown-query-parameter"),
        ("?workspace=other", "unknown-query-parameter"),
    ],
)
def test_a_query_that_cannot_be_read_is_refused_by_name(world: World, query: str, problem: str) -> None:
    answer = world.get(f"/claims{query}")
    assert (answer.status_code, json.loads(answer.content)["type"]) == (400, f"/problems/{problem}")


def test_a_cursor_of_another_list_is_refused(world: World) -> None:
    for number in range(2):
        world.claim(subject=f"customer:c{number}")
    cursor = listed(world, "?limit=1")["next"]
    assert world.get(f"/facts?cursor={cursor}").status_code == 400


@pytest.mark.parametrize("path", ["/claims/nonsense", "/claims/a%00b", "/claims/"])
def test_what_is_no_id_is_not_there(world: World, path: str) -> None:
    assert world.get(path).status_code == 404
