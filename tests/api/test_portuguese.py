"""The API answers people in their language and programs in codes that never change."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.world import Answer, World

PORTUGUESE = {"Accept-Language": "pt-BR"}
CODES = ("type", "status", "instance")


def _body(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_a_refusal_is_told_in_portuguese(world: World) -> None:
    found = _body(world.get("/facts/nowhere", **PORTUGUESE))
    assert found["title"] == "Não há nada aqui"
    assert found["type"] == "/problems/not-found"
    stranger = _body(world.get("/facts", actor="nobody", **PORTUGUESE))
    assert (stranger["type"], stranger["title"]) == ("/problems/unauthenticated", "Entre ou envie um token")


@pytest.mark.parametrize(
    "body",
    [{}, {"value": ""}, {"effective_at": "2026-13-40"}, {"source": "nowhere"}, {"scope": "team:finance"}, {"x": 1}],
)
def test_only_words_differ_between_the_languages(world: World, body: dict[str, object]) -> None:
    english, portuguese = (
        _body(world.post("/claims", body, **{"Idempotency-Key": language, "Accept-Language": language}))
        for language in ("en", "pt-BR")
    )
    assert {name: english[name] for name in CODES} == {name: portuguese[name] for name in CODES}
    assert english["title"] != portuguese["title"]
    told = [list(zip(english["errors"], portuguese["errors"], strict=True)), [(english, portuguese)]]
    for ours, theirs in [pair for pairs in told for pair in pairs]:
        assert (ours.get("pointer"), ours.get("code")) == (theirs.get("pointer"), theirs.get("code"))
        assert ours["detail"] != theirs["detail"]


def test_the_trace_is_worded_for_the_reader(world: World) -> None:
    world.claim()
    [fact] = world.facts()
    lines = _body(world.get(f"/facts/{fact['id']}/why"))["trace"]
    linhas = _body(world.get(f"/facts/{fact['id']}/why", **PORTUGUESE))["trace"]
    assert [line["code"] for line in lines] == [line["code"] for line in linhas]
    assert [line["params"] for line in lines] == [line["params"] for line in linhas]
    assert all(ours["says"] != theirs["says"] for ours, theirs in zip(lines, linhas, strict=True))


def test_a_fact_keeps_its_codes(world: World) -> None:
    world.claim()
    facts = [_body(world.get("/facts", **{"Accept-Language": language}))["items"] for language in ("en", "pt-BR")]
    assert [fact["status"] for fact in facts[0]] == [fact["status"] for fact in facts[1]] == ["accepted"]
    assert [fact["source"] for fact in facts[0]] == [fact["source"] for fact in facts[1]]
