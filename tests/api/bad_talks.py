"""The conversations that bad inputs are about, and what must be true after one of them."""

from __future__ import annotations

import json
from uuid import UUID

from ledgers.models import Claim, Fact
from memoryhub.accounts.models import Token
from memoryhub.conversations import listening
from tests.api.world import Answer, World

CHARACTER = "luna"


def own(world: World) -> str:
    """A conversation of the pair that the agent's token opens, made once."""
    if "conversation_id" not in world.made:
        world.made["conversation_id"] = _started(world, "owner")
        for program in ("agent", "agent_readonly"):
            token = Token.objects.get(workspace=world.workspace, agent__key=program)
            Token.objects.filter(pk=token.pk).update(scopes=["team:sales", f"pair:owner/{CHARACTER}"])
    return world.made["conversation_id"]


def of_another(world: World) -> str:
    """One of a pair that no token here opens."""
    return _started(world, "other_user")


def five_messages(world: World) -> dict[str, str]:
    conversation = own(world)
    for number in range(1, 6):
        answer = _by(world, "owner", f"/conversations/{conversation}/messages", {"role": "character", "text": "Sure."})
        assert json.loads(answer.content)["messages"][0]["number"] == number
    return {"conversation_id": conversation}


def kept_for_the_owner(world: World, answer: Answer) -> None:
    """What was read waits, however often it is read."""
    for _again in range(2):
        listening.listen(world.workspace.pk, UUID(world.made["conversation_id"]))
    [claim] = Claim.objects.filter(workspace=world.workspace, source="chat")
    assert claim.tier == "agent_inference"
    assert {fact.standing for fact in Fact.objects.filter(claim=claim)} == {Fact.Standing.PENDING}


def own_scopes_alone(world: World, answer: Answer) -> None:
    told = json.loads(answer.content)
    assert len(told["items"]) <= 5
    assert {item["scope"] for item in told["items"]} <= {"team:sales"}
    assert "luna" not in told["context"]


def _started(world: World, who: str) -> str:
    user = world.people[who].key
    answer = _by(world, who, "/conversations", {"user": user, "character": CHARACTER})
    assert answer.status_code == 201, answer.content
    return str(json.loads(answer.content)["id"])


def _by(world: World, who: str, path: str, body: object) -> Answer:
    """Posted by the person themselves, signed in."""
    world.made["talks"] = str(int(world.made.get("talks", "0")) + 1)
    headers = {"Idempotency-Key": f"talk-{world.made['talks']}"}
    return world.signed_in(who).post(  # type: ignore[return-value]  # the client of the tests
        f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=headers
    )
