"""What a tool says when it cannot do what it was asked: what is wrong, where, and what to do now."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client, MCPError

from ledgers.models import Claim
from memoryhub.mcp.serving import Caller, build
from tests import looping
from tests.api.world import World
from tests.client.scripted import Say, scripted
from tests.mcp.talking import Said, Way, call

pytestmark = [pytest.mark.processes, pytest.mark.long]

TIME = {"subject": "customer:acme", "field": "contact.preferred_time", "scope": "team:sales", "source": "crm-main"}
SECRET = "hunter2-and-a-half"
CALLS: list[tuple[str, dict[str, object], list[str]]] = [
    ("remember", {**TIME, "scope": "team:finance", "value": SECRET}, ["scope-not-allowed", "this token holds"]),
    ("remember", {**TIME, "source": "billing-system", "value": SECRET}, ["source-not-allowed", "this token holds"]),
    ("remember", {**TIME, "value": SECRET, "effective_at": "2026-03-01T09:00:00"},
     ["`effective_at`: Add the offset", "naive-datetime", "Correct that and call again."]),
    ("remember", {**TIME}, ["`value` is missing", "call again"]),
    ("remember", {**TIME, "value": ""}, ["empty-value"]),
    ("remember", {"value": SECRET, "source": "crm-main"}, ["`subject`: Field required", "`scope`: Field required"]),
    ("remember", {**TIME, "value": SECRET, "rank": 1}, ["`rank`: Extra inputs are not permitted"]),
    ("remember", {**TIME, "value": SECRET, "kind": "shout"}, ["`kind`: Input should be 'assert', 'retract' or"]),
    ("remember", {**TIME, "value": SECRET, "evidence": {"text": [SECRET]}}, ["`evidence.text`: Input should be"]),
    ("why", {}, ["name a fact by its id"]),
    ("why", {"subject": "", "field": " "}, ["name a fact by its id"]),
    ("disputes", {"subject": "", "scope": " "}, ["name a subject, a field or a scope"]),
    ("why", {"subject": "customer:nobody"}, ["nothing is in force there", "`recall`"]),
    ("why", {"fact": "01a22a4b-e794-7477-801b-279282d2c9c3"}, ["not-found", "Check the id"]),
    ("why", {"fact": "../tokens"}, ["not-found"]),
    ("disputes", {"limit": 5000, "subject": "a"}, ["`limit`: Input should be less than or equal to 20"]),
]  # fmt: skip


def test_each_says_what_to_do(world: World, way: Way) -> None:
    async def chat(client: Client) -> list[Said]:
        said = [await call(client, tool, **arguments) for tool, arguments, _words in CALLS]
        with pytest.raises(MCPError, match="There are: remember, recall, why, disputes"):
            await call(client, "forget_everything")
        return said

    for said, (tool, arguments, words) in zip(way.talk(world.secrets["agent"], chat), CALLS, strict=True):
        assert said.wrong, (arguments, said.text)
        assert said.told == {}
        for word in words:
            assert word in said.text, said.text
        assert said.text.startswith(f"{tool}: ")
        # It names places, and repeats nothing that was sent there.
        assert SECRET not in said.text
        assert "Traceback" not in said.text
    assert Claim.objects.count() == 0


@pytest.mark.parametrize("actor", ["agent_expired", "agent_revoked", "stranger"])
def test_a_token_that_is_no_good_is_for_the_user_to_mend(world: World, way: Way, actor: str) -> None:
    token = world.secrets.get(actor, "mh_pat_" + "a" * 43)
    said = way.call(token, "why", subject="customer:acme")
    assert said.wrong
    assert "needs another token" in said.text
    assert token not in said.text


def test_a_token_that_may_only_read_does(world: World, way: Way) -> None:
    async def chat(client: Client) -> tuple[Said, Said]:
        return await call(client, "remember", **TIME, value="09:00"), await call(client, "disputes", scope="team:sales")

    kept, disputed = way.talk(world.secrets["agent_readonly"], chat)
    assert kept.wrong
    assert "insufficient-scope" in kept.text
    assert not disputed.wrong
    assert disputed.told["open"] == []


@pytest.mark.parametrize("name", ["stdio", "http"])
def test_a_hub_that_is_away_and_one_that_is_none(name: str, tmp_path: Path) -> None:
    away = Way(name, "http://127.0.0.1:9", tmp_path).call("mh_pat_abc", "why", subject="customer:acme")
    assert away.wrong
    assert away.text.startswith("why: The hub cannot be reached")
    assert away.text.endswith("The same call may succeed in a minute.")
    with scripted(Say(200, "<html>Welcome</html>")) as server:
        other = Way(name, server.url, tmp_path).call("mh_pat_abc", "why", subject="customer:acme")
    assert other.wrong
    assert "cannot be read" in other.text
    assert "Welcome" not in other.text


def test_a_fault_of_ours_says_nothing_of_itself(caplog: pytest.LogCaptureFixture) -> None:
    """The SDK would pass on its words."""

    def fault(_ctx: object) -> Caller:
        raise RuntimeError(SECRET)

    async def chat() -> Said:
        async with Client(build("http://127.0.0.1:9", fault)) as client:
            return await call(client, "why", subject="customer:acme")

    said = looping.run(chat())
    assert said.wrong
    assert said.text == "why: something went wrong in this server. It was logged; tell the user."
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [RuntimeError]
