"""Responsibilities: who owns which facts, who stands in, who may propose."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from escalations.registry.registering import save_responsibility
from ledgers.domain.patterns import fold
from ledgers.models import Responsibility
from memoryhub.api.callers import Caller
from memoryhub.api.fields import Text, Texts, Truth
from memoryhub.api.inputs import Input
from memoryhub.api.permissions import IsMember, ManagesPeople
from memoryhub.api.registry.entries import Entries, documented
from memoryhub.api.registry.references import KeyOf, MemberKey


class People(serializers.ListField):
    child = MemberKey()


class ResponsibilityIn(Input):
    slug = "registry-refused"

    scope = Text(default="*", max_length=200)
    field = Text(default="*", max_length=66)
    subject = Text(default="*", max_length=200)
    owner = MemberKey(required=False, allow_null=True)
    owner_is_self = Truth(required=False)
    backup = MemberKey()
    delegates = People(required=False, max_length=50)
    seconds = People(required=False, max_length=50)
    proposers = Texts(required=False, max_length=200)


class ResponsibilityOut(serializers.Serializer[Responsibility]):
    id = serializers.UUIDField()
    scope = serializers.CharField()
    field = serializers.CharField()
    subject = serializers.CharField()
    owner = KeyOf()
    owner_is_self = serializers.BooleanField()
    backup = KeyOf()
    delegates = serializers.ListField(child=KeyOf(), source="delegates.all")
    seconds = serializers.ListField(child=KeyOf(), source="seconds.all")
    proposers = serializers.ListField(child=serializers.CharField())


@documented("responsibility", ResponsibilityIn, ResponsibilityOut)
class Responsibilities(Entries[Responsibility]):
    """Patterns of scope, field and subject; the most specific wins. A POST for the same pattern changes that row."""

    permissions = {"GET": IsMember, "POST": ManagesPeople}
    kind = "responsibilities"
    body = ResponsibilityIn
    shown = ResponsibilityOut

    def rows(self, caller: Caller) -> QuerySet[Responsibility]:
        rows = Responsibility.objects.filter(workspace=caller.workspace).select_related("owner", "backup")
        return rows.prefetch_related("delegates", "seconds")

    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[Responsibility, bool]:  # Any: checked members
        place = {"scope": fold(data["scope"]), "field": data["field"], "subject": fold(data["subject"])}
        known = self.rows(caller).filter(**place).first()
        return save_responsibility(workspace=caller.workspace, by=caller.member, row=known, **data), known is None
