"""What stands in a prepared question for what differs from one time to the next: instants, keys, and who asks."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.contrib.postgres.fields import ArrayField, DateTimeRangeField
from django.db.models import BooleanField, DateTimeField, F, Func, UUIDField, Value
from django.db.models.base import ModelState
from psycopg.types.range import Range

from memoryhub.accounts.models import Member

Given = dt.datetime | UUID | Sequence[UUID]
# Names that no argument can have: the workspace at work, and of who asks the id and the workspace.
HERE, WHO, HOME = "here.", "who.", "home."
# Stands for the key of who asks, as a part of a text, too; nobody can say it.
KEY = uuid4().hex


class Instant(dt.datetime):
    """The place of an instant, or of one so long before or after it."""

    name: str
    offset: dt.timedelta

    @classmethod
    def named(cls, name: str, offset: dt.timedelta = dt.timedelta()) -> Instant:
        place = cls(1, 1, 1, tzinfo=dt.UTC)
        place.name, place.offset = name, offset
        return place

    def __add__(self, other: dt.timedelta) -> Instant:
        return Instant.named(self.name, self.offset + other)

    def __sub__(self, other: Any) -> Any:  # noqa: ANN401  # as of a datetime, from which another may be taken, too
        return Instant.named(self.name, self.offset - other)


class Key(UUID):
    """The place of a key."""

    name: str

    @classmethod
    def named(cls, name: str) -> Key:
        place = cls(int=uuid4().int)
        object.__setattr__(place, "name", name)  # a UUID takes no attributes of its own accord
        return place


class Keys:
    """The place of any number of keys; see `among`. No sequence itself: Django would look into it."""

    def __init__(self, name: str) -> None:
        self.name = name

    @classmethod
    def named(cls, name: str) -> Keys:
        return cls(name)


def place_of(name: str, value: Given) -> Instant | Key | Keys:
    if isinstance(value, dt.datetime):
        return Instant.named(name)
    return Key.named(name) if isinstance(value, UUID) else Keys.named(name)


def stand_in(member: Member) -> Member:
    """Anybody with the rights of this member: their id, workspace and key are places."""
    anybody = copy.copy(member)
    anybody.id, anybody.workspace_id, anybody.key = Key.named(WHO), Key.named(HOME), KEY
    anybody._state = ModelState()  # noqa: SLF001  # the workspace it held with it
    return anybody


def filled(param: Any, given: Mapping[str, Any]) -> Any:  # noqa: ANN401  # whatever stands in SQL
    """What stands in the SQL this time."""
    if isinstance(param, Instant):
        return given[param.name] + param.offset
    if isinstance(param, Key):
        return given[param.name]
    if isinstance(param, Keys):
        return list(given[param.name])
    return param.replace(KEY, given[KEY]) if isinstance(param, str) and KEY in param else param


def is_passing(param: Any) -> bool:  # noqa: ANN401  # whatever stands in SQL
    """Whether it is of a moment, or hides a place: an instant of its own, a range, a key in a pattern."""
    if isinstance(param, str):
        return KEY in param and ("%" in param or "\\" in param)
    return isinstance(param, dt.datetime | Range) and not isinstance(param, Instant)


def among(column: str, keys: Sequence[UUID]) -> Func:
    """A condition: the column is one of these keys, in SQL that is the same however many there are."""
    given = Value(keys, output_field=ArrayField(UUIDField()))
    return Func(F(column), given, template="%(expressions)s)", arg_joiner=" = ANY(", output_field=BooleanField())


def from_then_on(instant: dt.datetime) -> Func:
    """The time from an instant on, to be compared with a range; a range of Python's would hide the place."""
    end = Value(None, output_field=DateTimeField())
    return Func(Value(instant), end, Value("[)"), function="tstzrange", output_field=DateTimeRangeField())
