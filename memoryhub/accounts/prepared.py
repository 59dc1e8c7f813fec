"""Questions that every page asks: put into SQL once per process, with places for what differs from time to time.

Django builds the SQL of a query anew each time; for a query of a hundred conditions that takes longer than its answer.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import QuerySet

from memoryhub.accounts import walls
from memoryhub.accounts.models import Member
from memoryhub.accounts.places import HERE, HOME, KEY, WHO, Given, Key, filled, is_passing, place_of, stand_in

Row = TypeVar("Row")
# Of each question the last shapes are kept.
KEPT = 256


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, as far as it decides the SQL: their rights."""

    member: Member

    def __hash__(self) -> int:
        return hash(self._rights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asker) and self._rights == other._rights

    @property
    def _rights(self) -> tuple[bool, *tuple[str, ...]]:
        return (self.member.active, *self.member.roles)


@dataclass(frozen=True, slots=True)
class Said(Generic[Row]):
    """A question as SQL, with what turns its rows into objects. Empty where there is nothing to ask."""

    rows: QuerySet[Any, Row]
    compiler: Any  # Django's, which it gives no type
    sql: str
    params: Sequence[Any]


class Prepared(Generic[Row]):
    """A question built from `shape`, anything hashable that decides its SQL, and from what is `given` each time.

    `build` may read nothing but its arguments, since what it gives back serves for the next time as well; what it would
    keep of a moment is refused. Who asks may be the first of the shape: their roles decide the SQL; their id, their key
    and their workspace get places, as the workspace at work does.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self.build = build
        self._said = lru_cache(KEPT)(self._say)

    def __call__(self, *shape: Hashable, **given: Given) -> list[Row]:
        rows, asked = self.bound(shape, given)
        rows.query.get_compiler = lambda *_args, **_options: asked  # type: ignore[method-assign]  # of these rows alone
        return list(rows)

    def bound(self, shape: tuple[Hashable, ...], given: dict[str, Given]) -> tuple[QuerySet[Any, Row], Any]:
        """The rows, yet to be asked for, and what puts their question to the database."""
        here, values = walls.here(), dict[str, Any](given)
        values[HERE] = here
        if shape and isinstance(shape[0], Member):
            who = shape[0]
            values |= {WHO: who.pk, HOME: who.workspace_id, KEY: who.key}
            shape = (Asker(who), *shape[1:])
        if any(isinstance(one, Member) for one in shape):
            # Another one's id and rights would be kept for the next who asks.
            raise TypeError(f"{self.build.__qualname__} takes who asks first, and nobody else")
        kinds = tuple((name, type(place_of(name, value))) for name, value in given.items())
        said = self._said(here is not None, shape, kinds)
        rows, asked = said.rows.all(), copy.copy(said.compiler)
        bound = tuple(filled(param, values) for param in said.params)
        asked.connection, asked.as_sql = connections[rows.db], lambda *_args, **_options: (said.sql, bound)
        return rows, asked

    def _say(self, walled: bool, shape: tuple[Hashable, ...], kinds: tuple[tuple[str, Any], ...]) -> Said[Row]:
        anybody = [stand_in(one.member) if isinstance(one, Asker) else one for one in shape]
        with walls.spelt(Key.named(HERE) if walled else None):
            rows = self.build(*anybody, **{name: kind.named(name) for name, kind in kinds})
            compiler = rows.query.get_compiler(rows.db)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:
            sql, params = "", ()  # asked for in vain, as Django has it
        if kept := [param for param in params if is_passing(param)]:
            raise TypeError(f"{self.build.__qualname__} would keep {kept}")
        return Said(rows, compiler, sql, params)


def prepared(build: Callable[..., QuerySet[Any, Row]]) -> Prepared[Row]:
    """A function that builds a query becomes one that asks it."""
    return Prepared(build)
