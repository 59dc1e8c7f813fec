"""Scopes: where facts hold."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from ledgers.models import Scope
from ledgers.services.registries import save_scope
from memoryhub.api.callers import Caller
from memoryhub.api.fields import Text
from memoryhub.api.inputs import Input
from memoryhub.api.permissions import ManagesRegistry, Reads
from memoryhub.api.registry.entries import Entries, documented


class ScopeIn(Input):
    slug = "registry-refused"

    key = Text(max_length=200)
    name = Text(required=False, allow_blank=True, max_length=200)


class ScopeOut(serializers.Serializer[Scope]):
    key = serializers.CharField()
    name = serializers.CharField()


@documented("scope", ScopeIn, ScopeOut)
class Scopes(Entries[Scope]):
    """Registered scopes and kinds of them (`client:*`); a token sees those it may read."""

    permissions = {"GET": Reads, "POST": ManagesRegistry}
    kind = "scopes"
    body = ScopeIn
    shown = ScopeOut

    def rows(self, caller: Caller) -> QuerySet[Scope]:
        return Scope.objects.filter(caller.scopes_within("key"), workspace=caller.workspace)

    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[Scope, bool]:  # Any: checked members
        before = set(Scope.objects.filter(workspace=caller.workspace).values_list("pk", flat=True))
        row = save_scope(workspace=caller.workspace, by=caller.member, **data)
        return row, row.pk not in before
