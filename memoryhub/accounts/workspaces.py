"""Founding a workspace with its first admin, and putting one away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memoryhub.accounts import walls
from memoryhub.accounts.models import Agent, Member, Role, User, Workspace


@dataclass(frozen=True, slots=True)
class Founder:
    """The first person of a workspace: account admin and registry admin, so that they can let in the others."""

    key: str
    name: str
    email: str


def found(
    *, key: str, name: str, founder: Founder, time_zone: str, language: str, demo: bool = False
) -> tuple[Workspace, Member]:
    """Make a workspace and its first admin. A login that exists under the e-mail is used, else one is made that
    cannot sign in before it gets a password."""
    with transaction.atomic():
        workspace = Workspace.objects.create(key=key, name=name, time_zone=time_zone, language=language, demo=demo)
        user = User.objects.filter(email=founder.email.casefold()).first() or User.objects.create_user(founder.email)
        roles = [Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN]
        admin = Member.objects.create(
            workspace=workspace, user=user, key=founder.key, name=founder.name, roles=sorted(roles)
        )
    return workspace, admin


def ids() -> Sequence[UUID]:
    """Every workspace, for work that the clock brings to each: one at a time, inside it."""
    return list(Workspace.objects.order_by("id").values_list("id", flat=True))


def put_away(*, workspace: Workspace, key: str, name: str) -> None:
    """Give a workspace another key and name and let nobody in any more, neither people nor agents.

    Nothing of it is deleted. Its people lose the way in and their mail about it, not their logins.
    """
    with walls.inside(workspace):
        Workspace.objects.filter(pk=workspace.pk).update(key=key, name=name)
        Member.objects.filter(workspace=workspace).update(active=False, user=None)
        Agent.objects.filter(workspace=workspace).update(active=False)
    workspace.refresh_from_db()
