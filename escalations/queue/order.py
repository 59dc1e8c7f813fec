"""In which order cases stand: each order is total, so that a page begins exactly behind the last row of the one before.

What changes while somebody turns pages cannot move the rows that did not: a page is found by the place of the last row
seen, never by a count of rows.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.core import signing
from django.db.models import Case as When_
from django.db.models import F, IntegerField, Q, Value, When
from django.db.models.expressions import Combinable

from escalations.models import Case

# How grave a wrong answer is: money first, then doors, then law, then people.
RISK = {"payment": 5, "permission": 4, "legal": 3, "contact": 2, "personal": 2}
LEAST = 1
# By name of the order: columns, with a minus where the greater comes first. The last one tells all rows apart.
ORDERS: dict[str, tuple[str, ...]] = {
    "due": ("due_at", "-risk", "opened_at", "pk"),
    "risk": ("-risk", "due_at", "opened_at", "pk"),
    "age": ("opened_at", "pk"),
    "account": ("scope", "due_at", "-risk", "opened_at", "pk"),
    "closed": ("-closed_at", "pk"),
}


def risk() -> Combinable:
    """The weight of a case, to be annotated as `risk`: how grave its field is, once for the fact itself and once more
    for each claim that was worked out from it."""
    weighed = [When(sensitivity=name, then=Value(weight)) for name, weight in RISK.items()]
    return When_(*weighed, default=Value(LEAST), output_field=IntegerField()) * (1 + F("dependents"))


def risk_of(case: Case) -> int:
    """The same, of a case that was read."""
    return RISK.get(case.sensitivity, LEAST) * (1 + case.dependents)


def cursor(order: Sequence[str], row: object) -> str:
    """The place of a row, by which the next page begins; signed, so that nobody reads by an order of their own."""
    values = [_written(_value(row, name.lstrip("-"))) for name in order]
    return signing.dumps([list(order), values], salt="queue")


def behind(order: Sequence[str], place: str) -> Q | None:
    """What stands behind that place; None for a place that is not ours, or is one of another order."""
    try:
        told, values = signing.loads(place, salt="queue")
    except signing.BadSignature:
        return None
    if told != list(order):
        return None
    return beyond(order, [_read(text) for text in values])


def beyond(order: Sequence[str], values: Sequence[Any]) -> Q:  # Any: whatever the columns hold
    """What stands behind the row with these values."""
    steps, level = [], Q()
    for name, value in zip(order, values, strict=True):
        column = name.lstrip("-")
        steps.append(level & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value}))
        level &= Q(**{column: value})
    # An index leads to where the first column stands; of several parts, one or another, the database asks none.
    begins = Q(**{f"{order[0].lstrip('-')}__{'lte' if order[0].startswith('-') else 'gte'}": values[0]})
    # No part of it names another column: in a folded list it would tear the groups apart.
    return begins & reduce(or_, steps)


def backwards(order: Sequence[str]) -> tuple[str, ...]:
    return tuple(name[1:] if name.startswith("-") else f"-{name}" for name in order)


def _value(row: object, name: str) -> Any:  # noqa: ANN401  # whatever the column holds
    if isinstance(row, dict):
        return row[name]
    for part in name.split("__"):
        row = getattr(row, part)
    return row


def _written(value: Any) -> Any:  # noqa: ANN401  # whatever the column holds
    if isinstance(value, dt.datetime):
        return {"at": value.isoformat()}
    return value if isinstance(value, int) else str(value)


def _read(value: Any) -> Any:  # noqa: ANN401  # whatever the column holds
    return dt.datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value
