"""Members of bodies, read as they are: no number becomes a text, no text a number."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, ClassVar, Never
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memoryhub.api import moments


class Text(serializers.CharField):
    """A JSON string, kept byte for byte; blank only where a field says so."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("This must be a text.")}

    def to_internal_value(self, data: object) -> str:
        return data if isinstance(data, str) else refuse(self, "invalid")


class Truth(serializers.BooleanField):
    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("This must be true or false.")}

    def to_internal_value(self, data: object) -> bool:
        return data if isinstance(data, bool) else refuse(self, "invalid")


class Whole(serializers.IntegerField):
    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("This must be a whole number.")}

    def to_internal_value(self, data: object) -> int:
        return data if isinstance(data, int) and not isinstance(data, bool) else refuse(self, "invalid")


class Fraction(serializers.FloatField):
    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("This must be a number.")}

    def to_internal_value(self, data: object) -> float:
        return float(data) if isinstance(data, int | float) and not isinstance(data, bool) else refuse(self, "invalid")


class Choice(serializers.ChoiceField):
    """One of a few texts; a number that reads like one of them is not it."""

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=data)
        return data


class Identifier(serializers.UUIDField):
    """An id as the hub writes it. Numbers and other spellings of a UUID are refused."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("This must be an id, such as the hub gives out.")}

    def to_internal_value(self, data: object) -> uuid.UUID:
        try:
            found = uuid.UUID(data) if isinstance(data, str) else None
        except ValueError:
            found = None
        return found if found is not None and str(found) == data else refuse(self, "invalid")


class Texts(serializers.ListField):
    """A JSON array of texts."""

    default_error_messages: ClassVar[dict[str, Any]] = {"not_a_list": _("This must be a list of texts.")}
    child = Text(max_length=200)


@extend_schema_field(OpenApiTypes.DATETIME)
class Moment(serializers.Field[dt.datetime, object, str, Any]):  # Any: the framework's instance type
    """RFC 3339 with an offset, or a date: the first instant of that day in the workspace's zone."""

    through = False

    def to_internal_value(self, data: object) -> dt.datetime:
        zone: ZoneInfo = self.context["zone"]
        try:
            return moments.read(data, zone=zone, now=timezone.now(), through=self.through)
        except moments.BadMoment as error:
            raise serializers.ValidationError(str(error.detail), code=error.code) from error

    def to_representation(self, value: dt.datetime) -> str:
        return moments.write(value)


class Ending(Moment):
    """A moment at which something ends. A date means through that day: the first instant of the next one."""

    through = True


class Instant(serializers.DateTimeField):
    """An instant in an answer: UTC, whatever zone the words beside it count days in."""

    def to_representation(self, value: dt.datetime) -> str:
        return moments.write(value)


@extend_schema_field(OpenApiTypes.ANY)
class Value(serializers.Field[Any, Any, Any, Any]):  # Any: a claim's value is any JSON
    """Any JSON, null too, as it came. Whether the field takes it is for the ledgers to say."""

    def validate_empty_values(self, data: object) -> tuple[bool, Any]:  # Any: any JSON
        return super().validate_empty_values(data) if data is serializers.empty else (False, data)

    def to_internal_value(self, data: object) -> object:
        return data

    def to_representation(self, value: object) -> object:
        return value


def refuse(field: serializers.Field[Any, Any, Any, Any], code: str) -> Never:  # Any: a field of whatever type
    field.fail(code)
    raise AssertionError(code)
