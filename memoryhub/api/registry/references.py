"""Keys in a body that name a member or a source of the caller's workspace."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ledgers.models import Source
from memoryhub.accounts.models import Member
from memoryhub.api.fields import Text
from memoryhub.api.permissions import caller_of


class Reference(Text):
    """A key, read as the row it names."""

    default_error_messages: ClassVar[dict[str, Any]] = {"unknown": _("Nothing is registered under this key.")}

    def rows(self) -> QuerySet[Any]:  # Any: a model with a key
        raise NotImplementedError

    def to_internal_value(self, data: object) -> Any:  # noqa: ANN401 - a model with a key
        key = super().to_internal_value(data)
        row: Model | None = self.rows().filter(key=key).first()
        if row is None:
            self.fail("unknown")
        return row


class MemberKey(Reference):
    def rows(self) -> QuerySet[Member]:
        return Member.objects.filter(workspace=caller_of(self.context["request"]).workspace)


class SourceKey(Reference):
    def rows(self) -> QuerySet[Source]:
        return Source.objects.filter(workspace=caller_of(self.context["request"]).workspace)


@extend_schema_field({"type": ["string", "null"]})
class KeyOf(serializers.Field[Any, Any, Any, Any]):  # Any: a model with a key
    """The key of a row, or null."""

    def __init__(self, source: str | None = None) -> None:
        super().__init__(read_only=True, source=source)

    def to_representation(self, value: Any) -> str:  # noqa: ANN401 - a model with a key
        return str(value.key)
