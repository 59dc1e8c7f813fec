"""A signed-in person reads by the API what the pages show them: not the sensitive values that others answer for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memoryhub.accounts.models import Role
from tests.api.world import World
from tests.factories import make_member

pytestmark = pytest.mark.django_db

MAIL = "dana@acme.example"


@pytest.fixture
def told(world: World) -> World:
    """A sensitive fact, one that waits beside it, and one that is nobody's secret."""
    world.claim(field="contact.email", value=MAIL, evidence={"text": f"write to {MAIL}"})
    world.claim("agent_2", field="contact.email", value="lee@acme.example", effective_at="2026-05-01")
    world.claim(value="09:00")
    return world


def read(world: World, actor: str, path: str) -> dict[str, Any]:  # Any: JSON
    answer = world.signed_in(actor).get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return found


def everything(world: World, actor: str) -> str:
    """All that the routes with values answer, as one text."""
    found = [read(world, actor, path) for path in ("/facts", "/claims", "/facts?ledger=pending")]
    ids = [fact["id"] for fact in found[0]["items"]]
    cases = [case["id"] for case in read(world, actor, "/cases")["items"]]
    found += [read(world, actor, f"/facts/{fact}") for fact in ids]
    found += [read(world, actor, f"/facts/{fact}/why") for fact in ids]
    found += [read(world, actor, f"/claims/{fact}") for fact in ids]
    found += [read(world, actor, f"/cases/{case}") for case in cases]
    return json.dumps(found)


def test_a_colleague_reads_no_sensitive_value_by_any_route(told: World) -> None:
    said = everything(told, "other_user")
    assert "acme.example" not in said
    assert "09:00" in said
    facts = {fact["field"]: fact["value"] for fact in read(told, "other_user", "/facts")["items"]}
    assert facts == {"contact.email": None, "contact.preferred_time": "09:00"}


@pytest.mark.parametrize("actor", ["owner", "auditor"])
def test_who_answers_for_it_or_audits_reads_it(told: World, actor: str) -> None:
    said = everything(told, actor)
    assert MAIL in said
    assert "lee@acme.example" in said


def test_a_token_reads_what_it_was_granted(told: World) -> None:
    assert MAIL in {fact["value"] for fact in told.facts()}


def test_a_reviewer_reads_cases(told: World) -> None:
    told.people["rita"] = make_member(told.workspace, "rita", Role.REVIEWER)
    assert MAIL in everything(told, "rita")
