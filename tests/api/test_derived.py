"""What is derived weighs no more than the weakest of its line, and tells nobody of claims they may not read."""

from __future__ import annotations

import json
import uuid
from typing import Any, Protocol

from ledgers.models import Claim
from ledgers.services import registries
from memoryhub.accounts import tokens
from tests.api.world import World
from tests.factories import make_agent


class Answered(Protocol):
    @property
    def content(self) -> bytes: ...


def body(answer: Answered) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.content)
    return found


def elsewhere(world: World, scope: str = "team:finance") -> str:
    """A claim in a scope the agents' tokens do not open."""
    issued = tokens.issue(
        workspace=world.workspace,
        name="finance",
        agent=make_agent(world.workspace, f"finance-{uuid.uuid4().hex[:6]}"),
        sources=["crm-main"],
        scopes=["*"],
        may_write=True,
    )
    world.secrets["finance"] = issued.secret
    return str(body(world.claim("finance", scope=scope))["id"])


def test_a_claim_out_of_reach_is_answered_like_none_at_all(world: World) -> None:
    hidden, none = elsewhere(world), str(uuid.uuid4())
    answers = [world.claim(value="10:00", derived_from=[named]) for named in (hidden, none)]
    assert [answer.status_code for answer in answers] == [422, 422]
    seen = [{**body(answer), "request_id": ""} for answer in answers]
    assert seen[0] == seen[1]
    assert seen[0]["errors"][0]["code"] == "unknown-claim"


def test_the_same_holds_for_what_a_correction_names(world: World) -> None:
    hidden, none = elsewhere(world), str(uuid.uuid4())
    answers = [world.claim(value="10:00", kind="correct", corrects=named) for named in (hidden, none)]
    seen = [{**body(answer), "request_id": ""} for answer in answers]
    assert seen[0] == seen[1]


def test_somebody_signed_in_names_no_claim_of_another_ones_personal_scope(world: World) -> None:
    registries.save_scope(workspace=world.workspace, by=world.people["admin"], key="user:*")
    registries.save_source(workspace=world.workspace, by=world.people["admin"], key="people", tier="authorized_person")
    private = elsewhere(world, "user:owner")
    said = {"subject": "customer:acme", "field": "contact.preferred_time", "scope": "team:sales", "value": "11:00",
            "source": "people", "derived_from": [private]}  # fmt: skip
    statuses = []
    for who in ("other_user", "owner"):
        client = world.signed_in(who)
        headers = {"Idempotency-Key": who}
        answer = client.post("/api/v1/claims", json.dumps(said), content_type="application/json", headers=headers)
        statuses.append(answer.status_code)
    assert statuses[0] == 422
    assert statuses[1] in {201, 202}


def test_a_line_is_as_weak_as_its_weakest(world: World) -> None:
    record = body(world.claim(value="08:00"))["id"]
    web = body(world.claim("agent_external", source="web", value="07:00", subject="customer:other"))["id"]
    child = body(world.claim(value="10:00", derived_from=[record], subject="customer:b"))["id"]
    grandchild = body(world.claim(value="10:00", derived_from=[child, web], subject="customer:c"))["id"]
    great = body(world.claim(value="10:00", derived_from=[grandchild, record], subject="customer:d"))["id"]
    tiers = dict(Claim.objects.values_list("id", "tier"))
    found = [tiers[uuid.UUID(claim)] for claim in (record, child, grandchild, great)]
    assert found == ["system_of_record", "agent_inference", "unattributed", "unattributed"]
    assert Claim.objects.get(id=child).speaker == "agent:agent"


def test_however_many_say_it_a_record_stands(world: World) -> None:
    first = body(world.claim(value="08:00", effective_at="2026-01-01"))["id"]
    named = [first]
    for number in range(12):
        said = body(world.claim(value="10:00", derived_from=named[-5:], effective_at=f"2026-02-{number + 1:02}"))
        assert said["outcome"]["action"] == "reject_conflict"
        named.append(said["id"])
    assert [fact["value"] for fact in world.facts()] == ["08:00"]
