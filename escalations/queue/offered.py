"""What the queue can be narrowed to: the fields, people and accounts of the cases somebody sees, with their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Func, OuterRef, Q, Value
from django.db.models.functions import JSONArray

from ledgers.models import Field, Scope
from ledgers.naming import field_name

# How many accounts the filter offers; the search finds the others.
ACCOUNTS = 200

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the queue can be narrowed to: keys and names."""

    fields: Pairs = ()
    owners: Pairs = ()
    assignees: Pairs = ()
    accounts: Pairs = ()


def sums() -> dict[str, Any]:
    account = Func(F("slot__scope"), Value("/"), Value(1), function="split_part")
    return {
        "fields": ArrayAgg("slot__field", distinct=True),
        "owners": _people("owner"),
        "assignees": _people("assignee"),
        "accounts": ArrayAgg(account, distinct=True),
    }


def _people(column: str) -> ArrayAgg:
    named = JSONArray(f"{column}__key", f"{column}__name")
    return ArrayAgg(named, distinct=True, filter=Q(**{f"{column}__isnull": False}))


def fields() -> ArraySubquery:
    rows = Field.objects.filter(workspace=OuterRef("pk"))
    return ArraySubquery(rows.values(row=JSONArray("key", "name", "name_pt")))


def scopes() -> ArraySubquery:
    rows = Scope.objects.filter(workspace=OuterRef("pk")).exclude(name="")
    return ArraySubquery(rows.values(row=JSONArray("key", "name")))


def read(row: dict[str, Any]) -> Choices:  # Any: numbers, lists and instants
    found = row["numbers"]
    fields = {key: field_name(key, name, name_pt) for key, name, name_pt in row["fields"]}
    scopes = dict(row["scopes"])
    return Choices(
        fields=_by_name((key, fields.get(key, key)) for key in found["fields"]),
        owners=_by_name((key, name) for key, name in found["owners"] or []),
        assignees=_by_name((key, name) for key, name in found["assignees"] or []),
        accounts=_by_name((key, scopes.get(key) or key) for key in found["accounts"])[:ACCOUNTS],
    )


def _by_name(pairs: Any) -> list[tuple[str, str]]:  # noqa: ANN401  # what the database aggregated
    return sorted(pairs, key=lambda pair: (pair[1].casefold(), pair[0]))
