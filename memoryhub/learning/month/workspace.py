"""The firm of the simulation: its people, programs and sources, under the policy that ships."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

from ledgers.services import policies, registries
from ledgers.services.authors import Author
from memoryhub.accounts import walls
from memoryhub.accounts.models import Agent, Member, Workspace

SYSTEMS = ("crm", "billing", "plan")
AGENTS = ("crm-sync", "billing-sync", "plan-sync", "filing", "inbox", "assistant")


@dataclass(frozen=True, slots=True)
class Firm:
    """The workspace, who owns its facts, and its programs by name."""

    workspace: Workspace
    owner: Member
    backup: Member
    authors: dict[str, Author]


def found() -> Firm:
    """Make the workspace with all that claims and cases need."""
    workspace = Workspace.objects.create(key="simulated-firm", name="Simulated firm")
    owner = Member.objects.create(workspace=workspace, key="ana", name="Ana")
    backup = Member.objects.create(workspace=workspace, key="eva", name="Eva")
    # Somebody else controls the programs: where four eyes hold, the owner may then decide what they propose.
    runner = Member.objects.create(workspace=workspace, key="rui", name="Rui")
    with walls.inside(workspace):
        shipped = tomllib.loads((resources.files("ledgers.policies") / "shipped.toml").read_text(encoding="utf-8"))
        policies.activate(workspace=workspace, document=shipped, member=None)
        registries.save_scope(workspace=workspace, by=None, key="client:*")
        _register_sources(workspace, owner)
        registries.save_responsibility(
            workspace=workspace, by=None, scope="client:*", owner=owner, backup=backup, proposers=["agent:*"]
        )
        agents = [Agent.objects.create(workspace=workspace, key=key, name=key, controller=runner) for key in AGENTS]
        authors = {agent.key: Author(agent=agent, sources=["*"], scopes=["*"]) for agent in agents}
    return Firm(workspace, owner, backup, authors)


def _register_sources(workspace: Workspace, owner: Member) -> None:
    for key in SYSTEMS:
        registries.save_source(workspace=workspace, by=None, key=key, tier="system_of_record", undated="repeats")
    registries.save_source(
        workspace=workspace, by=None, key="profiles", tier="approved_document", responsible=owner, review_days=365
    )
    registries.save_source(
        workspace=workspace, by=None, key="client-messages", tier="counterparty", relayed=True, subjects=["customer:*"]
    )
    registries.save_source(workspace=workspace, by=None, key="chat", tier="agent_inference")
    registries.save_source(workspace=workspace, by=None, key="mail", tier="unattributed", external=True)
