"""Members as pages and API change them alike: the change is kept in the registry, and open cases follow."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from escalations import presence
from escalations.members import joining, other_sign_in
from escalations.members.joining import Joining
from escalations.rerouting import reroute
from ledgers.services.registry_changes import Snapshot, record
from memoryhub.accounts import walls
from memoryhub.accounts.members import save_agent, save_member
from memoryhub.accounts.models import Agent, Member, User, Workspace


def save_person(
    *,
    workspace: Workspace,
    by: Member,
    key: str,
    name: str,
    roles: Collection[str] | None = None,
    email: str = "",
    active: bool = True,
    fresh: bool = False,
    asks: bool = True,
) -> tuple[Member, bool]:
    """Add a person or change them; whether they are new. Roles left out stay what they are. `fresh`: `by` is here in
    person, and just showed who they are. `asks`: whoever uses the login of that e-mail already is asked first."""
    with transaction.atomic():
        known = Member.objects.filter(workspace=workspace, key=key).select_related("user").first()
        before = shown(known) if known else {}
        kept = known.roles if known else []
        member, is_new = save_member(
            workspace=workspace, by=by, key=key, name=name, email=email, active=active, fresh=fresh,
            roles=kept if roles is None else roles, asks=asks,
        )  # fmt: skip
        record(workspace=workspace, by=by, kind="member", key=key, before=before, after=shown(member))
        if known is not None and (before["active"], known.only_audits) != (member.active, member.only_audits):
            # Who left, or audits alone by now, decides nothing more, and who is back decides again: their open cases
            # go along.
            reroute(workspace=workspace, by=by)
        if known is not None and known.user is not None and known.user != member.user:
            other_sign_in.tell(member, former=known.user, by=by)
        if member.asked is not None:
            joining.ask(member, member.asked, by)
        if not member.active:
            presence.leave(member)
    return member, is_new


def join(asked: Joining, user: User) -> Member:
    """Whoever was asked says yes: the sign-in is the member's from now on, in the name of whoever asked."""
    member, by = asked.member, asked.by
    with walls.inside(member.workspace):
        return save_person(
            workspace=member.workspace, by=by, key=member.key, name=member.name, email=user.email, fresh=True,
            asks=False,
        )[0]  # fmt: skip


def save_program(
    *, workspace: Workspace, by: Member, key: str, name: str = "", purpose: str = "", active: bool = True
) -> tuple[Agent, bool]:
    """Add an agent or change it; whether it is new."""
    with transaction.atomic():
        known = Agent.objects.filter(workspace=workspace, key=key).select_related("controller").first()
        before = _program(known) if known else {}
        agent, is_new = save_agent(workspace=workspace, by=by, key=key, name=name, purpose=purpose, active=active)
        record(workspace=workspace, by=by, kind="agent", key=key, before=before, after=_program(agent))
    return agent, is_new


def rename(*, member: Member, name: str) -> None:
    save_person(workspace=member.workspace, by=member, key=member.key, name=name, active=member.active)


def moving(*, member: Member, by: Member) -> int:
    """How many open cases would go to somebody else if this member left: done, counted, and taken back."""
    with transaction.atomic():
        Member.objects.filter(pk=member.pk).update(active=False)
        moved = reroute(workspace=member.workspace, by=by)
        transaction.set_rollback(True)
    return moved


def shown(member: Member) -> Snapshot:
    """A member as the registry keeps and tells them."""
    return {
        "key": member.key,
        "name": member.name,
        "roles": list(member.roles),
        "email": member.user.email if member.user else None,
        "active": member.active,
    }


def _program(agent: Agent) -> Snapshot:
    controller = agent.controller.key if agent.controller else None
    return {
        "key": agent.key,
        "name": agent.name,
        "purpose": agent.purpose,
        "controller": controller,
        "active": agent.active,
    }
