"""Sources: where claims come from, and what their word weighs."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from ledgers.domain.tiers import Tier
from ledgers.models import Source
from ledgers.services.sources import save_source
from memoryhub.api.callers import Caller
from memoryhub.api.fields import Choice, Text, Texts, Truth, Whole
from memoryhub.api.inputs import Input
from memoryhub.api.permissions import ManagesRegistry, Reads
from memoryhub.api.registry.entries import Entries, documented
from memoryhub.api.registry.references import KeyOf, MemberKey


class SourceIn(Input):
    slug = "registry-refused"

    key = Text(max_length=64)
    name = Text(required=False, allow_blank=True, max_length=200)
    # Here the tier is what is being registered; in a claim it is never read.
    tier = Choice(choices=[str(tier) for tier in Tier])
    external = Truth(required=False)
    relayed = Truth(required=False)
    undated = Choice(required=False, choices=["now", "repeats", "unknown"])
    subjects = Texts(required=False, max_length=200)
    party = Text(required=False, allow_blank=True, max_length=200)
    person = MemberKey(required=False, allow_null=True)
    responsible = MemberKey(required=False, allow_null=True)
    review_days = Whole(required=False, allow_null=True, max_value=36_500)
    write_back_days = Whole(required=False, max_value=3_650)


class SourceOut(serializers.Serializer[Source]):
    key = serializers.CharField()
    name = serializers.CharField()
    tier = serializers.ChoiceField(choices=[str(tier) for tier in Tier])
    external = serializers.BooleanField()
    relayed = serializers.BooleanField()
    undated = serializers.CharField()
    subjects = serializers.ListField(child=serializers.CharField())
    party = serializers.CharField()
    person = KeyOf()
    responsible = KeyOf()
    review_days = serializers.IntegerField(allow_null=True)
    write_back_days = serializers.IntegerField()


@documented("source", SourceIn, SourceOut)
class Sources(Entries[Source]):
    """Registered origins of claims. A POST with a known key changes that source; facts keep the tier they came with."""

    permissions = {"GET": Reads, "POST": ManagesRegistry}
    kind = "sources"
    body = SourceIn
    shown = SourceOut

    def rows(self, caller: Caller) -> QuerySet[Source]:
        return Source.objects.filter(workspace=caller.workspace).select_related("person", "responsible")

    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[Source, bool]:  # Any: checked members
        is_new = not self.rows(caller).filter(key=data["key"]).exists()
        return save_source(workspace=caller.workspace, by=caller.member, **data), is_new
