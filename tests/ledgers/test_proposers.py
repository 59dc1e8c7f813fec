"""Who speaks x how strongly x in which class of field: what the right to propose changes, and that nothing else does.

Without the right, a claim waits where it would change something and is refused where it would not; what is accepted
stays. The same claims by a proposer do change what rules may change, so the matrix can tell the two apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from ledgers.models import Fact, Transaction
from ledgers.services import registries
from memoryhub.accounts.models import Agent, Member, Workspace
from tests import factories

pytestmark = pytest.mark.django_db

FIRST, LATER = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)
BY_RULE, SENSITIVE, BY_OWNER = "company.plan", "contact.primary", "note.free"
FIELDS = (BY_RULE, SENSITIVE, BY_OWNER)
# What each source is to `crm`, which said the value that stands.
WEAKER, LEVEL, STRONGER = "chat", "crm", "billing"
SOURCES = {WEAKER: "agent_inference", LEVEL: "system_of_record", STRONGER: "system_of_record"}
ORDER = [
    "system_of_record:billing", "system_of_record", "approved_document", "authorized_person", "counterparty",
    "agent_inference",
]  # fmt: skip
ROWS = [
    {"scope": "client:*", "proposers": ["agent:crm", "agent:sync-*", "self"]},
    {"scope": "client:*", "field": "note.other", "proposers": ["agent:notes"]},
    {"scope": "team:*", "proposers": ["agent:elsewhere"]},
]


@dataclass
class Firm:
    workspace: Workspace
    crm: Agent
    owner: Member


@pytest.fixture
def firm() -> Firm:
    workspace = factories.make_workspace()
    document = factories.read_policy("tests/cases/p0.toml")
    document["automatic"] = [BY_RULE]
    for key in FIELDS:
        document["fields"].setdefault(key, {})["order"] = ORDER
    factories.activate_document(workspace, document)
    registries.save_scope(workspace=workspace, by=None, key="client:*")
    for key, tier in SOURCES.items():
        registries.save_source(workspace=workspace, by=None, key=key, tier=tier)
    ana, eva = factories.make_member(workspace, "ana"), factories.make_member(workspace, "eva")
    for row in ROWS:
        registries.save_responsibility(workspace=workspace, by=None, owner=ana, backup=eva, **row)  # type: ignore[arg-type]  # rows as data
    return Firm(workspace, factories.make_agent(workspace, "crm"), ana)


def accepted(firm: Firm, subject: str) -> list[tuple[str, str | None]]:
    """What is in force when; claims that are in the book and nowhere in force left aside."""
    rows = Fact.objects.filter(workspace=firm.workspace, slot__subject__key=subject, standing="timeline")
    in_force = rows.filter(recorded_during__upper_inf=True, valid_during__isempty=False)
    return sorted((str(row.valid_during), row.value_key) for row in in_force)


def action(by: Agent, subject: str, field: str, value: str, *, source: str = LEVEL, since: datetime = FIRST) -> str:
    claim = factories.post(by, subject, field, "client:acme", value, source=source, since=since)
    return Transaction.objects.get(claim=claim).action


def said_by(firm: Firm, agent: Agent, *, about: str) -> dict[tuple[str, str], tuple[str, bool]]:
    """For each field and strength: what became of a later value, and whether what was accepted changed."""
    outcomes = {}
    for field in FIELDS:
        for source in SOURCES:
            subject = about.format(place=f"{field.partition('.')[0]}-{source}")
            action(firm.crm, subject, field, "old")
            before = accepted(firm, subject)
            assert before
            done = action(agent, subject, field, "new", source=source, since=LATER)
            outcomes[field, source] = (done, accepted(firm, subject) != before)
    return outcomes


WAITS, REFUSED, REVISED = ("defer_verify", False), ("reject_conflict", False), ("revise", True)
# A sensitive field asks its owner even about a weaker claim.
NEVER_BY_RULE = {
    (field, source): REFUSED if source == WEAKER and field != SENSITIVE else WAITS
    for field in FIELDS
    for source in SOURCES
}


@pytest.mark.parametrize("speaker", ["elsewhere", "notes", "sync", "crm-2", "ana", "nobody"])
def test_without_the_right_to_propose_nothing_accepted_changes(firm: Firm, speaker: str) -> None:
    # The owner's own agent, and one that is called like the owner, are no proposers by that.
    agent = factories.make_agent(firm.workspace, speaker, firm.owner)
    assert said_by(firm, agent, about="client:{place}") == NEVER_BY_RULE


@pytest.mark.parametrize("speaker", ["crm", "sync-7"])
def test_with_it_rules_change_what_they_may(firm: Firm, speaker: str) -> None:
    agent = firm.crm if speaker == "crm" else factories.make_agent(firm.workspace, speaker)
    assert said_by(firm, agent, about="client:{place}") == NEVER_BY_RULE | {
        (BY_RULE, LEVEL): REVISED,
        (BY_RULE, STRONGER): REVISED,
    }


def test_self_may_propose_about_itself_alone(firm: Firm) -> None:
    acme = factories.make_agent(firm.workspace, "acme")
    action(firm.crm, "client:acme", BY_RULE, "old")
    action(firm.crm, "client:other", BY_RULE, "old")
    assert action(acme, "client:acme", BY_RULE, "new", since=LATER) == "revise"
    assert action(acme, "client:other", BY_RULE, "new", since=LATER) == "defer_verify"


@pytest.mark.parametrize("field", FIELDS)
def test_the_first_value_of_a_place_waits_as_well(firm: Firm, field: str) -> None:
    nobody = factories.make_agent(firm.workspace, "nobody")
    assert action(nobody, "client:acme", field, "first", source=STRONGER) == "defer_verify"
    assert accepted(firm, "client:acme") == []


def test_taking_a_value_back_waits_as_well(firm: Firm) -> None:
    nobody = factories.make_agent(firm.workspace, "nobody")
    action(firm.crm, "client:acme", BY_RULE, "old")
    before = accepted(firm, "client:acme")
    claim = factories.post(
        nobody, "client:acme", BY_RULE, "client:acme", None, source=STRONGER, since=LATER, kind="retract"
    )
    assert Transaction.objects.get(claim=claim).action == "defer_verify"
    assert accepted(firm, "client:acme") == before
