"""Questions that every page asks: put into SQL once per process, with places for what differs from time to time.

Django builds the SQL of a query anew each time; for a query of a hundred conditions that takes longer than its answer.
"""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

from django.contrib.postgres.fields import ArrayField, DateTimeRangeField
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import BooleanField, DateTimeField, F, Func, QuerySet, UUIDField, Value
from psycopg.types.range import Range

from memoryhub.accounts import walls
from memoryhub.accounts.models import Member

Row = TypeVar("Row")
Given = dt.datetime | UUID | Sequence[UUID]
# Kept are the last of each question: a member who comes once a day costs one building a day.
KEPT = 256


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


def among(column: str, keys: Sequence[UUID]) -> Func:
    """A condition: the column is one of these keys, in SQL that is the same however many there are."""
    given = Value(keys, output_field=ArrayField(UUIDField()))
    return Func(F(column), given, template="%(expressions)s)", arg_joiner=" = ANY(", output_field=BooleanField())


def from_then_on(instant: dt.datetime) -> Func:
    """The time from an instant on, to be compared with a range; a range of Python's would hide the place."""
    end = Value(None, output_field=DateTimeField())
    return Func(Value(instant), end, Value("[)"), function="tstzrange", output_field=DateTimeRangeField())


class Prepared(Generic[Row]):
    """A question built from `shape`, anything hashable that decides its SQL, and from what is `given` each time.

    `build` may read nothing but its arguments, since what it gives back serves for the next time as well. An instant
    that it would keep is refused. Of members their keys and roles count, on which hangs what they may see.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self.build = build
        self._said = lru_cache(KEPT)(self._say)

    def __call__(self, *shape: Hashable, **given: Given) -> list[Row]:
        rows, asked = self.bound(shape, given)
        rows.query.get_compiler = lambda *_args, **_options: asked  # type: ignore[method-assign]  # of these rows alone
        return list(rows)

    def bound(self, shape: tuple[Hashable, ...], given: dict[str, Given]) -> tuple[QuerySet[Any, Row], Any]:
        """The rows, yet to be asked for, and what puts their question to the database (it may have nothing to ask)."""
        kinds = tuple((name, _kind(value)) for name, value in given.items())
        rows, compiler, sql, params = self._said((walls.here(), *_rights(shape)), shape, kinds)
        found, asked = rows.all(), copy.copy(compiler)
        values = tuple(_value(param, given) for param in params)
        asked.connection, asked.as_sql = connections[found.db], lambda *_args, **_options: (sql, values)
        return found, asked

    def _say(
        self, _for: Hashable, shape: tuple[Hashable, ...], kinds: tuple[tuple[str, Any], ...]
    ) -> tuple[QuerySet[Any, Row], Any, str, Sequence[Any]]:
        rows = self.build(*shape, **{name: kind.named(name) for name, kind in kinds})
        compiler = rows.query.get_compiler(rows.db)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:
            sql, params = "", ()  # asked for in vain, as Django has it
        for param in params:
            if isinstance(param, dt.datetime | Range) and not isinstance(param, Instant):
                raise TypeError(f"{self.build.__qualname__} would keep {param!r}")
        return rows, compiler, sql, params


def prepared(build: Callable[..., QuerySet[Any, Row]]) -> Prepared[Row]:
    """A function that builds a query becomes one that asks it."""
    return Prepared(build)


def _rights(shape: tuple[Hashable, ...]) -> list[Hashable]:
    """What may change of the members in a shape: two of the same id are equal to Python."""
    return [(member.key, *member.roles) for member in shape if isinstance(member, Member)]


def _kind(value: Given) -> type[Instant | Key | Keys]:
    if isinstance(value, dt.datetime):
        return Instant
    return Key if isinstance(value, UUID) else Keys


def _value(param: Any, given: dict[str, Given]) -> Any:  # noqa: ANN401  # whatever stands in the SQL
    if isinstance(param, Instant):
        return given[param.name] + param.offset  # type: ignore[operator]  # an instant was given for it
    if isinstance(param, Key):
        return given[param.name]
    return list(given[param.name]) if isinstance(param, Keys) else param  # type: ignore[arg-type]  # as above
