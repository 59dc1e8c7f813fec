"""A claim through the client, against a hub that really answers."""

from __future__ import annotations

import datetime as dt

import pytest
from pytest_django.live_server_helper import LiveServer

from ledgers.models import Claim
from memoryhub.client import Hub, Invalid, NotAllowed, NotFound
from tests.api.world import World
from tests.client.both import Asker
from tests.client.scripted import Drop, Pass, Silence, scripted

TOKEN = "mh_pat_not-a-real-one"
SAID = ("customer:acme", "contact.preferred_time", "team:sales", "09:00", "crm-main")
MAIL = ("customer:acme", "contact.email", "team:sales", "lee@acme.example", "crm-main")


def test_a_claim_is_settled_and_can_be_read_again(world: World, live_server: LiveServer, by: Asker) -> None:
    at = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
    token = world.secrets["agent"]
    said = by(live_server.url, token, lambda hub: hub.remember(*SAID, effective_at=at, wait=5))
    assert (said.state, said.reason) == ("settled", None)
    assert (said.outcome.action, said.outcome.status, said.outcome.fact) == ("append", "accepted", said.id)
    assert {step.code for step in said.outcome.trace}

    claim = by(live_server.url, token, lambda hub: hub.claim(said.id))
    assert (claim.subject, claim.value, claim.effective_at) == ("customer:acme", "09:00", at)
    assert (claim.source.key, claim.source.tier, claim.author) == ("crm-main", "system_of_record", "agent:agent")

    fact = by(live_server.url, token, lambda hub: hub.fact(said.id))
    assert (fact.value, fact.status, fact.valid_from, fact.caveats) == ("09:00", "accepted", at, ())
    why = by(live_server.url, token, lambda hub: hub.why(said.id))
    assert why.fact == fact
    assert "crm-main" in why.sentence
    assert [(window.value, window.valid_from) for window in why.timeline] == [("09:00", at)]
    assert [change.claim for change in why.changes] == [said.id]


@pytest.mark.parametrize("lost", [Drop(), Silence(0.6)], ids=["dropped", "late"])
def test_an_answer_that_is_lost_leaves_one_claim(
    world: World, live_server: LiveServer, by: Asker, lost: Drop | Silence
) -> None:
    """The hub kept the claim and its answer never came; or the request was lost before it came there."""
    hub, timeout = live_server.url, 5.0 if isinstance(lost, Drop) else 0.5
    with scripted(lost, Pass(hub, arrives=False), Pass(hub, arrives=True)) as between:
        said = by(between.url, world.secrets["agent"], lambda hub: hub.remember(*SAID, wait=5), timeout=timeout)
    assert len(between.got) == 3
    assert len(set(between.keys)) == 1
    assert Claim.objects.count() == 1
    assert said.id == str(Claim.objects.get().pk)
    assert said.state == "settled"


def test_two_calls_are_two_claims(world: World, live_server: LiveServer, by: Asker) -> None:
    said = [by(live_server.url, world.secrets["agent"], lambda hub: hub.remember(*SAID)) for _once in range(2)]
    assert said[0].id != said[1].id
    assert Claim.objects.count() == 2


def test_a_key_of_ones_own_makes_two_calls_one_claim(world: World, live_server: LiveServer, by: Asker) -> None:
    at = dt.date(2026, 3, 1)
    said = [
        by(live_server.url, world.secrets["agent"], lambda hub: hub.remember(*SAID, effective_at=at, key="job-7"))
        for _once in range(2)
    ]
    assert said[0] == said[1]
    assert Claim.objects.count() == 1


def test_what_a_person_decides_waits(world: World, live_server: LiveServer, by: Asker) -> None:
    token = world.secrets["agent_not_proposer"]
    said = by(
        live_server.url,
        token,
        lambda hub: hub.remember(
            "customer:acme", "contact.email", "team:sales", "lee@acme.example", "crm-main", wait=5
        ),
    )
    assert said.waits_for_a_person
    (case,) = by(live_server.url, token, lambda hub: hub.cases(subject="customer:acme"))
    assert (case.id, case.owner, case.sensitivity) == (said.outcome.case, "owner", "contact")
    whole = by(live_server.url, token, lambda hub: hub.case(case.id))
    assert [claim.id for claim in whole.candidates] == [said.id]
    assert whole.standing is None
    assert by(live_server.url, token, lambda hub: hub.evidence_requests()) == []


def test_a_retract_says_no_value(world: World, live_server: LiveServer, by: Asker) -> None:
    token = world.secrets["agent"]
    by(live_server.url, token, lambda hub: hub.remember(*SAID, effective_at="2026-03-01", wait=5))
    said = by(live_server.url, token, lambda hub: hub.remember(*SAID[:3], None, "crm-main", kind="retract", wait=5))
    assert said.state == "settled"
    assert by(live_server.url, token, lambda hub: hub.facts(subject="customer:acme")) == []


def test_facts_come_page_by_page_and_each_once(world: World, live_server: LiveServer, by: Asker) -> None:
    names = {f"customer:c{number}" for number in range(5)}
    for name in sorted(names):
        assert world.claim(subject=name).status_code == 201
    found = by(live_server.url, world.secrets["agent"], lambda hub: hub.facts(field=SAID[1], limit=2))
    assert len(found) == 5
    assert {fact.subject for fact in found} == names


def test_refusals_say_what_is_wrong_and_where(world: World, live_server: LiveServer, by: Asker) -> None:
    url, token = live_server.url, world.secrets["agent"]
    with pytest.raises(Invalid) as invalid:
        by(url, token, lambda hub: hub.remember(*SAID, effective_at="2026-03-01T12:00:00"))
    assert invalid.value.code == "naive-datetime"
    assert [(wrong.pointer, wrong.code) for wrong in invalid.value.errors] == [("#/effective_at", "naive-datetime")]
    assert invalid.value.request_id
    assert "#/effective_at: Add the offset" in str(invalid.value)

    with pytest.raises(NotAllowed) as other:
        by(url, token, lambda hub: hub.remember("customer:acme", SAID[1], "team:finance", "09:00", "crm-main"))
    assert (other.value.status, other.value.code) == (403, "scope-not-allowed")
    with pytest.raises(NotAllowed) as stranger:
        by(url, TOKEN, lambda hub: hub.fact("01a22a4b-e794-7477-801b-279282d2c9c3"))
    assert stranger.value.status == 401
    with pytest.raises(NotFound):
        by(url, token, lambda hub: hub.fact("01a22a4b-e794-7477-801b-279282d2c9c3"))
    with pytest.raises(NotFound):
        by(url, token, lambda hub: hub.why("../tokens"))
    assert Claim.objects.count() == 0


def test_one_hub_is_shared_by_a_program(world: World, live_server: LiveServer) -> None:
    with Hub(live_server.url + "/", world.secrets["agent"] + "\n") as hub:
        first = hub.remember(*SAID, wait=5)
        assert hub.fact(first.id).value == "09:00"
        assert repr(hub) == f"Hub('{live_server.url}')"
