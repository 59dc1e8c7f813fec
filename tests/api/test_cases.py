"""Cases over REST: read by those concerned, decided by the signed-in owner on what they saw, once."""

from __future__ import annotations

import json
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse

from escalations.models import Case
from ledgers.models import Transaction
from tests.api.world import World, build

pytestmark = pytest.mark.django_db


def conflict(world: World) -> str:
    """Dana stands, Lee waits: the id of the case."""
    world.claim(field="contact.email", value="dana@acme.example")
    answer = world.claim("agent_2", field="contact.email", value="lee@acme.example", effective_at="2026-05-01")
    return str(json.loads(answer.content)["outcome"]["case"])


def read(world: World, case: str, actor: str = "owner") -> dict[str, Any]:
    found: dict[str, Any] = world.signed_in(actor).get(f"/api/v1/cases/{case}").json()
    return found


def test_cases_of_a_scope_are_listed_however_it_is_spelt(world: World) -> None:
    case = conflict(world)
    scope = read(world, case)["scope"]
    for spelt in (scope, scope.upper(), scope.replace(":", " : ")):
        listed = world.signed_in("owner").get("/api/v1/cases", {"scope": spelt}).json()["items"]
        assert [one["id"] for one in listed] == [case], spelt


def decide(world: World, case: str, actor: str = "owner", **said: object) -> HttpResponse:
    shown = read(world, case)
    body = {"choice": "accept", "version": shown["version"], "evidence_digest": shown["evidence_digest"], **said}
    answer = world.signed_in(actor).post(f"/api/v1/cases/{case}/decision", body, content_type="application/json")
    assert isinstance(answer, HttpResponse)
    return answer


def type_of(answer: HttpResponse) -> str:
    return str(json.loads(answer.content)["type"]).removeprefix("/problems/")


def test_a_case_shows_both_facts_and_what_may_be_chosen(world: World) -> None:
    found = read(world, conflict(world))
    assert (found["kind"], found["state"], found["owner"], found["sensitivity"]) == (
        "conflict",
        "open",
        "owner",
        "contact",
    )
    assert found["standing"]["value"] == "dana@acme.example"
    assert [claim["value"] for claim in found["candidates"]] == ["lee@acme.example"]
    assert found["choices"] == ["keep", "accept", "other", "both"]
    assert len(found["evidence_digest"]) == 64


def test_the_owner_accepts_and_the_next_read_gives_it(world: World) -> None:
    case = conflict(world)
    answer = decide(world, case, reason="confirmed by phone")
    assert answer.status_code == 200
    found = json.loads(answer.content)
    assert (found["state"], found["decided_by"], found["choice"]) == ("decided", "owner", "accept")
    assert [fact["value"] for fact in world.facts()] == ["lee@acme.example"]
    why = json.loads(world.get(f"/facts/{world.facts()[0]['id']}/why").content)
    assert why["changes"][-1]["decided_by"] == "owner"
    assert "Owner" in why["sentence"]


def test_another_value_is_the_owners_own_word(world: World) -> None:
    assert decide(world, conflict(world), choice="other", value="ceo@acme.example").status_code == 200
    [fact] = world.facts()
    assert (fact["value"], fact["source"]["tier"]) == ("ceo@acme.example", "authorized_person")


def test_an_unreadable_value_is_refused_and_the_case_stays_open(world: World) -> None:
    case = conflict(world)
    answer = decide(world, case, choice="other", value="no address")
    assert answer.status_code == 422
    assert json.loads(answer.content)["errors"][0]["pointer"] == "#/value"
    assert read(world, case)["state"] == "open"


@pytest.mark.parametrize(("actor", "problem"), [("other_user", "not-the-owner"), ("backup", "not-the-owner")])
def test_who_does_not_own_it_is_told_who_does(world: World, actor: str, problem: str) -> None:
    case = conflict(world)
    answer = decide(world, case, actor)
    assert (answer.status_code, type_of(answer)) == (403, problem)
    assert read(world, case)["state"] == "open"


def test_a_token_never_decides(world: World) -> None:
    case = conflict(world)
    answer = world.post(f"/cases/{case}/decision", {"choice": "accept", "version": 1, "evidence_digest": "x"})
    assert (answer.status_code, type_of(answer)) == (403, "human-decision-required")


def test_a_decision_on_something_else_than_was_shown_is_refused(world: World) -> None:
    case = conflict(world)
    shown = read(world, case)
    world.claim("agent_2", field="contact.email", value="max@acme.example", effective_at="2026-06-01", key="late")
    seen = {"version": shown["version"], "evidence_digest": shown["evidence_digest"]}
    answer = decide(world, case, **seen)
    assert (answer.status_code, type_of(answer)) == (409, "evidence-changed")


def test_the_same_press_again_answers_the_same(world: World) -> None:
    case, press = conflict(world), str(uuid.uuid4())
    first = decide(world, case, decision_key=press, claim=None)
    second = decide(world, case, decision_key=press, claim=None)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    assert Transaction.objects.filter(kind="decision").count() == 1


@pytest.mark.parametrize(
    "said",
    [{"choice": "maybe"}, {"version": "1"}, {"evidence_digest": 5}, {"claim": "x"}, {"effective_at": "soon"}],
)
def test_a_decision_that_cannot_be_read_changes_nothing(world: World, said: dict[str, Any]) -> None:
    case = conflict(world)
    assert decide(world, case, **said).status_code == 422
    assert read(world, case)["state"] == "open"


def test_the_list_shows_open_cases_and_filters(world: World) -> None:
    case = conflict(world)
    for query, count in (("", 1), ("?kind=conflict", 1), ("?kind=review_due", 0), ("?state=decided", 0),
                         ("?owner=owner", 1), ("?owner=backup", 0), ("?subject=customer:acme", 1)):  # fmt: skip
        assert len(json.loads(world.get(f"/cases{query}").content)["items"]) == count, query
    decide(world, case)
    assert [found["id"] for found in json.loads(world.get("/cases?state=decided").content)["items"]] == [case]


@pytest.mark.django_db(transaction=True)
def test_of_two_deciders_one_wins_and_the_other_is_told() -> None:
    world = build()
    case = conflict(world)
    shown = read(world, case)
    body = {"version": shown["version"], "evidence_digest": shown["evidence_digest"]}

    def press(choice: str) -> HttpResponse:
        try:
            client = world.signed_in("owner")
            said = {**body, "choice": choice}
            answer = client.post(f"/api/v1/cases/{case}/decision", said, content_type="application/json")
            assert isinstance(answer, HttpResponse)
            return answer
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(press, ["keep", "accept"]), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [200, 409]
    told = json.loads(answers[1].content)
    assert told["type"] == "/problems/already-decided"
    assert "Owner" in told["detail"]
    assert Case.objects.get().state == "decided"
