"""Members and agents: who decides, and who posts."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers

from escalations.members.people import save_person, save_program
from memoryhub.accounts.models import Agent, Member, Role
from memoryhub.api.callers import Caller
from memoryhub.api.fields import Choice, Text, Truth
from memoryhub.api.inputs import Input
from memoryhub.api.permissions import IsMember, ManagesPeople
from memoryhub.api.problems import RoleRequired
from memoryhub.api.registry.entries import Entries, documented
from memoryhub.api.registry.references import KeyOf

ROLES = [str(role) for role in Role]


class Roles(serializers.ListField):
    child = Choice(choices=ROLES)


class MemberIn(Input):
    slug = "registry-refused"

    key = Text(max_length=64)
    name = Text(max_length=200)
    roles = Roles(required=False)
    email = Text(required=False, max_length=254)
    active = Truth(required=False, default=True)

    def validate_email(self, value: str) -> str:
        return str(serializers.EmailField().run_validation(value))


class MemberOut(serializers.Serializer[Member]):
    key = serializers.CharField()
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=ROLES))
    email = serializers.SerializerMethodField()
    active = serializers.BooleanField()

    def get_email(self, row: Member) -> str | None:
        return row.user.email if row.user else None


@documented("member", MemberIn, MemberOut)
class Members(Entries[Member]):
    """People of the workspace. An account admin gives the roles that open rights over others."""

    permissions = {"GET": IsMember, "POST": ManagesPeople}
    kind = "members"
    body = MemberIn
    shown = MemberOut

    def rows(self, caller: Caller) -> QuerySet[Member]:
        return Member.objects.filter(workspace=caller.workspace).select_related("user")

    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[Member, bool]:  # Any: checked members
        return save_person(workspace=caller.workspace, by=acting(caller), **data)


class AgentIn(Input):
    slug = "registry-refused"

    key = Text(max_length=64)
    name = Text(required=False, allow_blank=True, max_length=200)
    purpose = Text(required=False, allow_blank=True, max_length=300)
    active = Truth(required=False, default=True)


class AgentOut(serializers.Serializer[Agent]):
    key = serializers.CharField()
    name = serializers.CharField()
    purpose = serializers.CharField()
    controller = KeyOf()
    active = serializers.BooleanField()


@documented("agent", AgentIn, AgentOut)
class Agents(Entries[Agent]):
    """Programs that post claims and recall facts. Whoever adds one controls it."""

    permissions = {"GET": IsMember, "POST": ManagesPeople}
    kind = "agents"
    body = AgentIn
    shown = AgentOut

    def rows(self, caller: Caller) -> QuerySet[Agent]:
        return Agent.objects.filter(workspace=caller.workspace).select_related("controller")

    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[Agent, bool]:  # Any: checked members
        return save_program(workspace=caller.workspace, by=acting(caller), **data)


def acting(caller: Caller) -> Member:
    """The member behind a caller; permissions that name a role let nobody else in."""
    if caller.member is None:
        raise RoleRequired(_("Only a member does this, never an agent."))
    return caller.member
