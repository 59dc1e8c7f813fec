"""A refused change leaves a security event, no claim and no transaction; a refused look leaves nothing."""

from __future__ import annotations

from typing import Any

import pytest

from ledgers.models import Claim, Transaction
from memoryhub.accounts.models import SecurityEvent
from tests.api.world import World

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("said", "code", "status"),
    [
        ({"value": None}, "empty-value", 422),
        ({"scope": "team:finance"}, "scope-not-allowed", 403),
        ({"tier": "system_of_record"}, "server-owned-member", 422),
    ],
)
def test_a_refused_claim_says_who_and_why(world: World, said: dict[str, Any], code: str, status: int) -> None:
    assert world.claim(**said).status_code == status
    event = SecurityEvent.objects.get()
    assert (event.author, event.code, event.status, event.path) == ("agent:agent", code, status, "/api/v1/claims")
    assert event.request_id
    assert not Claim.objects.exists()
    assert not Transaction.objects.exists()


def test_a_claim_that_is_taken_leaves_none(world: World) -> None:
    world.claim()
    assert not SecurityEvent.objects.exists()


def test_a_refused_look_leaves_none(world: World) -> None:
    assert world.get("/facts?as_of=banana").status_code == 400
    assert not SecurityEvent.objects.exists()
