"""Builds the world of a case: a workspace with its policy, registries, people, agents and their tokens."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from ledgers.domain.responsibility import SELF
from ledgers.services import policies
from ledgers.services.responsibilities import save_responsibility
from ledgers.services.scopes import save_scope
from ledgers.services.sources import save_source
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Agent, Member, User, Workspace
from tests.cases.files import Table

PASSWORD = "a long password for tests"


@dataclass
class World:
    """A workspace and everyone in it; `secrets` holds each author's token."""

    workspace: Workspace
    clock: str
    members: dict[str, Member] = field(default_factory=dict)
    agents: dict[str, Agent] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)

    @property
    def zone(self) -> ZoneInfo:
        return self.workspace.zone

    def author_key(self, who: str) -> str:
        return f"member:{who}" if who in self.members else f"agent:{who}"


def build(path: Path, policy: Path | None = None, *, key: str = "acme") -> World:
    """A workspace as the world file says; `policy` stands in for the one the file names."""
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    written = policy or path.parent / said["policy"]
    workspace = Workspace.objects.create(key=key, name=key.title(), time_zone=said["time_zone"])
    world = World(workspace, said["clock"])
    _people(world, said)
    _registries(world, said)
    policies.activate(
        workspace=workspace, document=tomllib.loads(written.read_text(encoding="utf-8")), member=world.members["adm"]
    )
    _responsibilities(world, said)
    return world


def _people(world: World, said: Table) -> None:
    for key, person in said["members"].items():
        user = User.objects.create_user(f"{key}@{world.workspace.key}.example", PASSWORD)
        world.members[key] = Member.objects.create(
            workspace=world.workspace, key=key, name=key.title(), user=user, roles=person["roles"]
        )
        _token(world, key, person["sources"])
    for key, sources in said["agents"].items():
        world.agents[key] = Agent.objects.create(workspace=world.workspace, key=key, name=key)
        _token(world, key, sources)


def _token(world: World, key: str, sources: list[str]) -> None:
    issued = tokens.issue(
        workspace=world.workspace,
        name=key,
        agent=world.agents.get(key),
        member=world.members.get(key),
        sources=sources,
        scopes=["*"],
        may_write=bool(sources),
        # Runs of thousands of claims are no floods here.
        requests_per_minute=0,
        open_cases=0,
    )
    world.secrets[key] = issued.secret


def _registries(world: World, said: Table) -> None:
    for key, members in said["sources"].items():
        people = {name: world.members[members[name]] for name in ("responsible", "person") if name in members}
        save_source(workspace=world.workspace, by=None, key=key, **{**members, **people})
    for key in said["scopes"]["keys"]:
        save_scope(workspace=world.workspace, by=None, key=key)


def _responsibilities(world: World, said: Table) -> None:
    for row in said["responsibilities"]:
        own = row["owner"] == SELF
        save_responsibility(
            workspace=world.workspace,
            by=None,
            scope=row.get("scope", "*"),
            field=row.get("field", "*"),
            subject=row.get("subject", "*"),
            owner=None if own else world.members[row["owner"]],
            owner_is_self=own,
            backup=world.members[row["backup"]],
            delegates=[world.members[key] for key in row.get("delegates", [])],
            proposers=row["proposers"],
        )
