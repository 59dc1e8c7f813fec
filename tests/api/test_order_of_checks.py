"""Rights are told before rules: 403 comes first, whatever else is wrong with the body."""

from __future__ import annotations

import json

import pytest

from tests.api.test_cases import conflict
from tests.api.world import BODY, World, build

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return build()


def test_who_may_not_decide_hears_that_before_the_faults_of_the_body(world: World) -> None:
    path = f"/api/v1/cases/{conflict(world)}/decision"
    asked = {who: world.signed_in(who).post(path, {}, content_type="application/json") for who in ("backup", "owner")}
    assert {who: answer.status_code for who, answer in asked.items()} == {"backup": 403, "owner": 422}


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"source": "web"}, 403),
        ({"scope": "team:finance"}, 403),
        ({"scope": "team:sales"}, 422),
        ({"source": 7}, 422),
        ({"scope": "a b"}, 422),
    ],
)
def test_who_may_not_post_there_hears_that_before_the_faults_of_the_body(
    world: World, said: dict[str, object], status: int
) -> None:
    answer = world.post("/claims", {**BODY, "subject": "", **said}, "agent", **{"Idempotency-Key": "k"})
    assert answer.status_code == status, json.loads(answer.content)
