"""The questions that bad inputs are about, what was decided before, and the workspace next door."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from uuid import uuid4

from escalations import evidence, triage
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.letters import links
from escalations.models import Case
from tests import factories
from tests.api import world as worlds
from tests.api.world import World


def case_of(world: World) -> Case:
    """The open case the line is about, made once: what the actor's own program said where four eyes hold, else a
    dispute before the owner. Its digest is kept as it was first shown."""
    if "case_id" not in world.made:
        make = _of_own_claim if world.actor == "owner_is_proposer" else _dispute
        _keep(world, make(world))
    return Case.objects.get(pk=world.made["case_id"])


def digest(world: World) -> str:
    case_of(world)
    return world.made["digest"]


def old_digest(world: World) -> str:
    """What was shown before one more claim arrived."""
    shown = digest(world)
    _say(world, "third@acme.example", "agent")
    return shown


def decided_by(key: str) -> Callable[[World], None]:
    """A setup in which the case was decided already, by the person of that key."""

    def setup(world: World) -> None:
        case = case_of(world)
        choice = Choice("accept", case.version, evidence.digest(case), uuid4(), reason="seen the contract")
        decide(member=world.people[key], case_id=case.pk, choice=choice)

    return setup


def captured(world: World) -> dict[str, str]:
    """An approval of one question, and the next question about the same slot."""
    shown = digest(world)
    decided_by("owner")(world)
    _say(world, "fourth@acme.example", "agent_2")
    world.made.clear()
    _keep(world, Case.objects.get(state=Case.State.OPEN))
    return {"digest_of_A": shown, "case_id": world.made["case_id"]}


def elsewhere(world: World) -> World:
    """Another workspace with people, programs and a claim of its own."""
    if world.other is None:
        world.other = worlds.build()
        world.other.made["claim_id"] = json.loads(world.other.claim(subject="customer:elsewhere").content)["id"]
    return world.other


def other_case(world: World) -> str:
    return str(case_of(elsewhere(world)).pk)


def _keep(world: World, case: Case) -> None:
    world.made.update(case_id=str(case.pk), digest=evidence.digest(case), version=str(case.version))


def _dispute(world: World) -> Case:
    _say(world, "first@acme.example", "agent")
    _say(world, "second@acme.example", "agent_2", "2026-04-01T12:00:00Z")
    return Case.objects.get(workspace=world.workspace, state=Case.State.OPEN)


def _say(world: World, value: str, actor: str, since: str = "2026-05-01T12:00:00Z") -> None:
    answer = world.claim(actor, field="contact.email", value=value, effective_at=since)
    assert answer.status_code < 300, answer.content
    triage.drain()


def _of_own_claim(world: World) -> Case:
    """Two account numbers, both from a program that the owner of the scope controls."""
    agent = world.people["owner_is_proposer"].agents.get(key="agent")
    for number, day in (("DE89370400440532013000", 1), ("GB33BUKB20201555555555", 2)):
        factories.post(
            agent, "customer:acme", "payment.iban", "team:finance", number,
            source="crm-main", since=dt.datetime(2026, 3, day, tzinfo=dt.UTC),
        )  # fmt: skip
    return Case.objects.get(workspace=world.workspace, state=Case.State.OPEN)


def token(world: World) -> str:
    """The link of the mail that the owner of the case was sent."""
    return world.made.setdefault("token", links.issue(case_of(world), world.people["owner"]))


def used_token(world: World) -> str:
    text = world.made.setdefault("used_token", links.issue(case_of(world), world.people["owner"]))
    links.use(links.find(text, [world.people["owner"]]), text)
    return text


def expired_token(world: World) -> str:
    gone = dt.timedelta(seconds=-1)
    return world.made.setdefault("expired_token", links.issue(case_of(world), world.people["owner"], gone))


def other_subject(world: World) -> str:
    """A subject that another workspace knows, by the claim it made there."""
    elsewhere(world)
    return "customer:elsewhere"
