"""POST /claims: taken once per key, settled by rule or waiting, never ranked by what the body says."""

from __future__ import annotations

import json

import pytest

from ledgers.models import Claim, Outbox
from memoryhub.api.inputs import SERVER_OWNED
from tests.api.world import BODY, World

pytestmark = pytest.mark.django_db


def test_a_claim_is_taken_and_its_outbox_row_waits(world: World) -> None:
    answer = world.claim(wait=0)
    assert answer.status_code == 201
    found = json.loads(answer.content)
    assert found == {"id": found["id"], "state": "received", "outcome": None}
    assert Outbox.objects.filter(claim=found["id"]).exists()
    assert answer.headers["Location"] == f"/api/v1/claims/{found['id']}"


def test_waiting_answers_with_the_outcome_and_its_words(world: World) -> None:
    answer = world.claim()
    found = json.loads(answer.content)
    assert (answer.status_code, found["state"]) == (201, "settled")
    assert answer.headers["Preference-Applied"] == "wait=5"
    outcome = found["outcome"]
    assert (outcome["action"], outcome["status"], outcome["fact"]) == ("append", "accepted", found["id"])
    assert all(line["says"] and line["code"] for line in outcome["trace"])


def test_a_sensitive_field_is_accepted_with_202_and_opens_a_case(world: World) -> None:
    world.claim(field="contact.email", value="dana@acme.example")
    answer = world.claim("agent_2", field="contact.email", value="lee@acme.example", effective_at="2026-05-01")
    found = json.loads(answer.content)
    assert (answer.status_code, found["state"], found["reason"]) == (202, "pending", "sensitive_field")
    assert found["outcome"]["action"] == "defer_verify"
    assert found["outcome"]["case"]


def test_an_unknown_field_waits_for_the_registry(world: World) -> None:
    answer = world.claim(field="contact.fax", value="1")
    assert answer.status_code == 202
    assert json.loads(answer.content)["reason"] == "unregistered_field"


def test_the_same_key_and_body_answer_byte_for_byte(world: World) -> None:
    first, second = world.claim(key="once"), world.claim(key="once")
    assert first.content == second.content
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert Claim.objects.count() == 1


def test_a_reason_is_replayed_in_the_same_order(world: World) -> None:
    first = world.claim(key="once", wait=0, field="contact.fax")
    assert first.content == world.claim(key="once", wait=0, field="contact.fax").content


def test_members_in_another_order_are_the_same_body(world: World) -> None:
    world.claim(key="once")
    again = world.post("/claims", dict(reversed(BODY.items())), **{"Idempotency-Key": "once"})
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_key_belongs_to_its_author(world: World) -> None:
    first, second = world.claim("agent", key="once"), world.claim("agent_2", key="once")
    assert json.loads(first.content)["id"] != json.loads(second.content)["id"]


@pytest.mark.parametrize("member", sorted(SERVER_OWNED))
def test_what_the_server_owns_is_refused(world: World, member: str) -> None:
    answer = world.post("/claims", {**BODY, member: "system_of_record"}, **{"Idempotency-Key": "k"})
    assert answer.status_code == 422
    found = json.loads(answer.content)
    assert found["type"] == "/problems/server-owned-member"
    assert [error["pointer"] for error in found["errors"]] == [f"#/{member}"]
    assert not Claim.objects.exists()


def test_an_unknown_member_is_refused_also_inside_another(world: World) -> None:
    found = json.loads(world.claim(evidence={"text": "…", "colour": "red"}).content)
    assert found["type"] == "/problems/unknown-member"
    assert found["errors"][0]["pointer"] == "#/evidence/colour"


def test_every_error_is_listed_with_its_place(world: World) -> None:
    found = json.loads(world.claim(subject=12, confidence=2, derived_from=["x"]).content)
    assert found["type"] == "/problems/invalid-claim"
    assert {error["pointer"] for error in found["errors"]} == {"#/subject", "#/confidence", "#/derived_from/0"}


def test_words_follow_the_reader_and_codes_do_not(world: World) -> None:
    answer = world.post("/claims", {}, **{"Idempotency-Key": "k", "Accept-Language": "pt"})
    assert answer.headers["Content-Language"] == "pt-br"
    assert json.loads(answer.content)["type"] == "/problems/invalid-claim"


def test_an_end_as_a_date_means_through_that_day(world: World) -> None:
    answer = world.claim(effective_at="2026-03-01", expires_at="2026-03-31")
    claim = Claim.objects.get(pk=json.loads(answer.content)["id"])
    assert claim.effective_at.isoformat() == "2026-03-01T03:00:00+00:00"
    assert claim.expires_at is not None
    assert claim.expires_at.isoformat() == "2026-04-01T03:00:00+00:00"


def test_a_readonly_token_may_not_post(world: World) -> None:
    answer = world.claim("agent_readonly")
    assert (answer.status_code, json.loads(answer.content)["type"]) == (403, "/problems/insufficient-scope")


def test_a_source_the_token_is_not_bound_to_is_refused(world: World) -> None:
    answer = world.claim(source="billing-system")
    assert (answer.status_code, json.loads(answer.content)["type"]) == (403, "/problems/source-not-allowed")


def test_whoever_may_not_propose_waits_for_the_owner(world: World) -> None:
    world.claim()
    answer = world.claim("agent_not_proposer", value="10:00", effective_at="2026-04-01")
    assert answer.status_code == 202
    assert json.loads(answer.content)["reason"] == "proposer_not_authorised"
