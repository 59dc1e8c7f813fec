"""What an admin sees of the people of a workspace: their roles, when they were last here, and what they own."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.shortcuts import get_object_or_404

from escalations.members import joining
from escalations.members.people import moving
from ledgers.models import Responsibility
from memoryhub.accounts.models import Agent, Member, Role, Token, Workspace


@dataclass(frozen=True, slots=True)
class Colleague:
    member: Member
    roles: Sequence[str]
    owns: Sequence[Responsibility]
    backs_up: int
    # Whose owner was asked to be them, and has not said yes.
    asked: str = ""

    @property
    def invited(self) -> bool:
        """Whether they were asked in and have not answered yet."""
        return bool(self.asked) or (self.member.user is not None and not self.member.user.has_usable_password())


@dataclass(frozen=True, slots=True)
class Leaving:
    """What follows when somebody leaves."""

    member: Member
    cases: int
    owns: Sequence[Responsibility]
    tokens: int
    agents: Sequence[Agent]


def colleagues(workspace: Workspace) -> list[Colleague]:
    rows = list(Member.objects.filter(workspace=workspace).select_related("user").order_by("-active", "name"))
    return _with_what_they_own(workspace, rows)


def colleague(workspace: Workspace, member_id: uuid.UUID) -> Colleague:
    row = get_object_or_404(Member.objects.select_related("user"), workspace=workspace, pk=member_id)
    return _with_what_they_own(workspace, [row])[0]


def leaving(member: Member, by: Member) -> Leaving:
    return Leaving(
        member=member,
        cases=moving(member=member, by=by),
        owns=list(Responsibility.objects.filter(workspace=member.workspace_id, owner=member)),
        tokens=Token.objects.filter(member=member, revoked_at__isnull=True).count(),
        agents=list(Agent.objects.filter(workspace=member.workspace_id, controller=member, active=True)),
    )


def _with_what_they_own(workspace: Workspace, rows: Sequence[Member]) -> list[Colleague]:
    owned: dict[object, list[Responsibility]] = defaultdict(list)
    backed: dict[object, int] = defaultdict(int)
    for row in Responsibility.objects.filter(workspace=workspace).order_by("scope", "field", "subject"):
        owned[row.owner_id].append(row)
        backed[row.backup_id] += 1
    asked = joining.asked_in(workspace)
    return [Colleague(row, _labels(row), owned[row.pk], backed[row.pk], joining.waits_for(row, asked)) for row in rows]


def _labels(member: Member) -> list[str]:
    return [str(Role(role).label) for role in member.roles if role in Role.values]
