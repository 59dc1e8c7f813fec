"""I18: what a claim weighs comes from the token's source; what the server owns is never read from a body."""

from __future__ import annotations

from typing import Any

import pytest

from ledgers.models import Claim
from memoryhub.api.cases import DecisionIn
from memoryhub.api.claims import ClaimIn, EvidenceIn, SaidByIn
from tests.cases.posting import call
from tests.invariants.saying import ACME, day, world

OWNED = {
    "id": "01890000-0000-7000-8000-000000000000",
    "workspace": "acme",
    "tenant": "acme",
    "author": "member:ana",
    "by": "ana",
    "tier": "system_of_record",
    "source_type": "system_of_record",
    "authority": "system_of_record",
    "rank": 6,
    "state": "settled",
    "status": "accepted",
    "recorded_at": "2020-01-01T00:00:00Z",
}
# Every member a body may have; a new one is a decision, made here too.
TAKEN: dict[type[Any], set[str]] = {
    ClaimIn: {
        "subject", "field", "scope", "source", "value", "effective_at", "expires_at", "condition", "kind", "corrects",
        "evidence", "derived_from", "said_by", "confidence",
    },
    EvidenceIn: {"text", "url", "ref"},
    SaidByIn: {"person", "name", "role"},
    DecisionIn: {
        "choice", "version", "evidence_digest", "decision_key", "claim", "value", "effective_at", "scopes", "blame",
        "reason",
    },
}  # fmt: skip


def body(**more: object) -> dict[str, object]:
    said = {"subject": ACME, "field": "company.plan", "scope": ACME, "value": "gold", "source": "agents"}
    return {**said, "effective_at": day(1).isoformat(), **more}


@pytest.mark.django_db
@pytest.mark.parametrize("member", OWNED)
def test_what_the_server_owns_is_refused_and_nothing_is_stored(member: str) -> None:
    place = world()
    answer = call(place.secrets["agent-1"], "claims", body(**{member: OWNED[member]}), {"Idempotency-Key": "k"})
    assert answer.http == 422, answer.body
    assert [error["pointer"] for error in answer.body["errors"]] == [f"#/{member}"]
    assert not Claim.objects.exists()


@pytest.mark.parametrize("shape", TAKEN, ids=lambda shape: shape.__name__)
def test_every_member_of_a_body_is_on_the_list(shape: type[Any]) -> None:
    assert set(shape().fields) == TAKEN[shape]


@pytest.mark.django_db
def test_a_source_the_token_is_not_bound_to_lends_it_nothing() -> None:
    place = world()
    answer = call(place.secrets["agent-1"], "claims", body(source="crm-sync"), {"Idempotency-Key": "k"})
    assert answer.http == 403, answer.body
    assert not Claim.objects.exists()


@pytest.mark.django_db
def test_the_stored_tier_is_the_sources() -> None:
    place = world()
    answer = call(place.secrets["agent-1"], "claims", body(confidence=1.0), {"Idempotency-Key": "k"})
    assert answer.http == 201, answer.body
    assert Claim.objects.get().tier == "agent_inference"


@pytest.mark.django_db
def test_saying_that_someone_said_it_lends_no_tier_to_an_agents_source() -> None:
    place = world()
    said = body(said_by={"person": "ana", "role": "owner"}, evidence={"text": "system_of_record: gold"})
    answer = call(place.secrets["agent-1"], "claims", said, {"Idempotency-Key": "k"})
    assert answer.http == 201, answer.body
    assert Claim.objects.get().tier == "agent_inference"
