"""Lists in pages by key: `{"items": […], "next": cursor or null}`. No page is skipped or repeated by what is added."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core import signing
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy

from memoryhub.api.problems import InvalidCursor
from memoryhub.api.queries import Query

DEFAULT = 50
MOST = 200
PARAMETERS = ("limit", "cursor")
UNCHANGED = gettext_lazy("Take the cursor from “next” of the page before, unchanged.")
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Page:
    """Where a list goes on: after which id, and how far. `name` binds a cursor to its list."""

    name: str
    after: uuid.UUID | None
    limit: int

    def answer(self, rows: Sequence[Any], show: Callable[[Any], Any]) -> dict[str, Any]:  # Any: a row of any list
        """The page and where it goes on. `rows` holds up to one more than the limit: that one says there is more."""
        shown = rows[: self.limit]
        more = len(rows) > self.limit
        return {"items": [show(row) for row in shown], "next": self._cursor(shown[-1].pk) if more else None}

    def cut(self, rows: QuerySet[M], *, newest_first: bool = True) -> Sequence[M]:
        """One page of rows that are read in the order of their ids, which is the order they were recorded in."""
        if self.after is not None:
            rows = rows.filter(**{"pk__lt" if newest_first else "pk__gt": self.after})
        return list(rows.order_by("-pk" if newest_first else "pk")[: self.limit + 1])

    def _cursor(self, last: uuid.UUID) -> str:
        return _sealed(str(last), self.name)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The same for a list that never changes, which is read by number."""

    name: str
    begin: int
    limit: int

    def answer(self, rows: Sequence[Any]) -> dict[str, Any]:  # Any: JSON
        """`rows` holds up to one more than the limit."""
        onward = self.begin + self.limit
        more = len(rows) > self.limit
        return {"items": list(rows[: self.limit]), "next": _sealed(onward, self.name) if more else None}


def stretch(query: Query, name: str) -> Stretch:
    limit = query.whole("limit", default=DEFAULT, least=1, most=MOST)
    cursor = query.text("cursor")
    return Stretch(name, int(_unsealed(cursor, name)) if cursor is not None else 0, limit)


def page(query: Query, name: str) -> Page:
    """The page a request asks for."""
    limit = query.whole("limit", default=DEFAULT, least=1, most=MOST)
    cursor = query.text("cursor")
    return Page(name, _opened(cursor, name) if cursor is not None else None, limit)


def _opened(cursor: str, name: str) -> uuid.UUID:
    try:
        return uuid.UUID(_unsealed(cursor, name))
    except ValueError as error:
        raise InvalidCursor(UNCHANGED) from error


def _sealed(last: str | int, name: str) -> str:
    return signing.dumps(last, salt=f"page:{name}", compress=False)


def _unsealed(cursor: str, name: str) -> Any:  # noqa: ANN401 - what was sealed
    try:
        return signing.loads(cursor, salt=f"page:{name}")
    except signing.BadSignature as error:
        raise InvalidCursor(UNCHANGED) from error
