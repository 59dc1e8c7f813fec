"""Fields: what can be said about a subject, in which form, and how careful to be with it."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from escalations.registry.registering import save_field
from ledgers.models import Field
from ledgers.models.registries import SENSITIVITIES, VALUE_TYPES
from memoryhub.api.callers import Caller
from memoryhub.api.fields import Choice, Text, Texts, Whole
from memoryhub.api.inputs import Input
from memoryhub.api.permissions import ManagesRegistry, Reads
from memoryhub.api.registry.entries import Entries, documented
from memoryhub.api.registry.references import KeyOf, SourceKey

TYPES = [name for name, _label in VALUE_TYPES]
CLASSES = [name for name, _label in SENSITIVITIES if name]


class FieldMembers(Input):
    """What can be said of a field besides its key; the answer to an unknown field takes the same."""

    slug = "registry-refused"

    name = Text(required=False, allow_blank=True, max_length=200)
    name_pt = Text(required=False, allow_blank=True, max_length=200)
    type = Choice(required=False, choices=TYPES)
    values = Choice(required=False, choices=["one", "many"])
    sensitivity = Choice(required=False, allow_null=True, choices=CLASSES)
    review_days = Whole(required=False, allow_null=True, max_value=36_500)
    options = Texts(required=False, max_length=500)
    empty_marks = Texts(required=False, max_length=50)
    domain = Text(required=False, allow_blank=True, max_length=32)
    authoritative = SourceKey(required=False, allow_null=True)

    def validate_sensitivity(self, value: str | None) -> str:
        return value or ""


class FieldIn(FieldMembers):
    key = Text(max_length=66)


class FieldOut(serializers.Serializer[Field]):
    key = serializers.CharField()
    name = serializers.CharField()
    name_pt = serializers.CharField()
    type = serializers.ChoiceField(choices=TYPES)
    values = serializers.ChoiceField(choices=["one", "many"])
    sensitivity = serializers.SerializerMethodField()
    review_days = serializers.IntegerField(allow_null=True)
    options = serializers.ListField(child=serializers.CharField())
    empty_marks = serializers.ListField(child=serializers.CharField())
    domain = serializers.CharField()
    authoritative = KeyOf()

    def get_sensitivity(self, row: Field) -> str | None:
        return row.sensitivity or None


@documented("field", FieldIn, FieldOut)
class Fields(Entries[Field]):
    """Registered attributes and patterns of them (`preference.*`). Type and cardinality of a field in use stay."""

    permissions = {"GET": Reads, "POST": ManagesRegistry}
    kind = "fields"
    body = FieldIn
    shown = FieldOut

    def rows(self, caller: Caller) -> QuerySet[Field]:
        return Field.objects.filter(workspace=caller.workspace).select_related("authoritative")

    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[Field, bool]:  # Any: checked members
        is_new = not self.rows(caller).filter(key=data["key"]).exists()
        return save_field(workspace=caller.workspace, by=caller.member, **data), is_new
