"""I13: every decision keeps the version, the tiers, the proposers and the canonical forms it was taken by."""

from __future__ import annotations

from typing import Any

import pytest

from ledgers.models import Claim, Transaction
from ledgers.replay import reading
from ledgers.replay.replaying import replay
from ledgers.replay.retaken import retake
from ledgers.services import policies, registries
from memoryhub.accounts.models import Workspace
from tests import factories

WEAK_FIRST = [
    "agent_inference",
    "counterparty",
    "authorized_person",
    "approved_document",
    "system_of_record",
    "unattributed",
]


@pytest.fixture
def workspace(db: None) -> Workspace:
    place = factories.make_workspace()
    ana, eva = factories.make_member(place, "ana"), factories.make_member(place, "eva")
    factories.activate_document(place, factories.read_policy("tests/cases/p0.toml"))
    registries.save_scope(workspace=place, by=None, key="client:*")
    for key, tier in (("crm", "system_of_record"), ("chat", "agent_inference")):
        registries.save_source(workspace=place, by=None, key=key, tier=tier)
    registries.save_responsibility(workspace=place, by=None, owner=ana, backup=eva, proposers=["agent:sync"])
    return place


def told(place: Workspace) -> dict[str, Any]:
    """Everything the log says, by transaction."""
    return {str(row.id): (row.details, bytes(row.hash), row.policy_version) for row in _log(place)}


def _log(place: Workspace) -> list[Transaction]:
    return list(Transaction.objects.filter(workspace=place).order_by("recorded_at"))


def say(place: Workspace, value: str, source: str, subject: str = "client:acme") -> Claim:
    sync = place.agents.filter(key="sync").first() or factories.make_agent(place, "sync")
    return factories.post(sync, subject, "company.plan", "client:acme", value, source=source)


def change_everything(place: Workspace) -> None:
    """Another order, another tier of a source, another proposer, another review interval."""
    document = factories.read_policy("tests/cases/p0.toml")
    factories.activate_document(place, {**document, "tiers": WEAK_FIRST})
    registries.save_source(workspace=place, by=None, key="crm", tier="counterparty", subjects=["client:*"])
    registries.save_field(workspace=place, by=None, key="company.plan", type="text", review_days=1)


def test_a_new_version_changes_no_decision_of_before(workspace: Workspace) -> None:
    say(workspace, "gold", "crm")
    say(workspace, "silver", "chat")
    before = told(workspace)
    change_everything(workspace)
    say(workspace, "bronze", "chat", "client:other")
    now = told(workspace)
    assert {number: now[number] for number in before} == before
    assert {version for _details, _hash, version in now.values()} == {1, 2}


def test_an_old_claim_is_decided_again_as_it_was_then(workspace: Workspace) -> None:
    say(workspace, "gold", "crm")
    say(workspace, "silver", "chat")
    change_everything(workspace)
    say(workspace, "gold", "crm", "client:other")
    say(workspace, "silver", "chat", "client:other")
    assert [row.action for row in _log(workspace)] == ["append", "reject_conflict", "append", "revise"]
    done = replay(workspace)
    assert done.same, done.differences
    assert done.retaken == 4


def test_the_version_decides_and_nothing_else(workspace: Workspace) -> None:
    """The same reading under the other version comes out differently: so the version is what the replay reads."""
    say(workspace, "gold", "crm")
    say(workspace, "silver", "chat")
    factories.activate_document(workspace, {**factories.read_policy("tests/cases/p0.toml"), "tiers": WEAK_FIRST})
    known = reading.policies(workspace)
    second = reading.as_entry(_log(workspace)[1])
    right, wrong = retake(second, known), retake(second, {1: known[2]})
    assert right is not None
    assert not right.differs
    assert wrong is not None
    assert wrong.differs
    assert policies.active(workspace)[0] == 2
