"""Makes the firm of the demo: people, programs, sources, scopes, responsibilities, under the policy that ships."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from escalations.registry import registering
from ledgers.policies.files import shipped
from ledgers.services import registries
from memoryhub.accounts import members, workspaces
from memoryhub.accounts.models import Member, User, Workspace

Table = dict[str, Any]  # as the TOML file has it


def read(name: str) -> Table:
    """One of the tables of the demo, as written."""
    return tomllib.loads(resources.files("memoryhub.local.demo").joinpath(name).read_text(encoding="utf-8"))


def found(world: Table) -> Workspace:
    """The workspace with its first admin and nothing else."""
    workspace, _admin = workspaces.found(
        key=world["key"],
        name=world["name"],
        founder=workspaces.Founder(**world["founder"]),
        time_zone=world["time_zone"],
        language=world["language"],
        demo=True,
    )
    return workspace


def furnish(workspace: Workspace, world: Table) -> None:
    """Everything the story needs in place before it begins."""
    admin = Member.objects.get(workspace=workspace, key=world["founder"]["key"])
    if admin.user is not None:
        _let_into_the_admin_site(admin.user)
    for person in world["people"]:
        members.save_member(workspace=workspace, by=admin, **person)
    for agent in world["agents"]:
        members.save_agent(
            workspace=workspace, by=admin, key=agent["key"], name=agent["name"], purpose=agent["purpose"]
        )
    people = {member.key: member for member in Member.objects.filter(workspace=workspace)}
    for source in world["sources"]:
        named = {name: people[source[name]] for name in ("person", "responsible") if name in source}
        registries.save_source(workspace=workspace, by=admin, **{**source, **named})
    registering.first_policy(workspace=workspace, document=shipped(), member=people["caio"])
    for field in world["fields"]:
        registering.save_field(workspace=workspace, by=admin, **field)
    for scope in world["scopes"]:
        registries.save_scope(workspace=workspace, by=admin, **scope)
    for row in world["responsibilities"]:
        registering.save_responsibility(workspace=workspace, by=admin, **_with_people(row, people))


def _with_people(row: Table, people: dict[str, Member]) -> Table:
    own = row["owner"] == "self"
    owner = None if own else people[row["owner"]]
    return {**row, "owner": owner, "owner_is_self": own, "backup": people[row["backup"]]}


def _let_into_the_admin_site(user: User) -> None:
    """It shows every workspace, so the demo's admin gets in only where there is no real one to see."""
    if not Workspace.objects.exclude(demo=True).exists():
        User.objects.filter(pk=user.pk).update(is_staff=True)
