"""What the queue can be narrowed to: the fields, people and accounts of the cases somebody sees, with their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import CharField, Count, F, Func, OuterRef, QuerySet, Value
from django.db.models.functions import JSONArray

from escalations.models import Case
from ledgers.models import Field, Scope
from ledgers.naming import field_name

# How many accounts the filter offers; the search finds the others.
ACCOUNTS = 200

Pairs = Sequence[tuple[str, str]]
Columns = dict[str, Any]  # the subqueries, or what they found: lists of JSON


@dataclass(frozen=True, slots=True)
class Choices:
    """What the queue can be narrowed to: keys and names."""

    fields: Pairs = ()
    owners: Pairs = ()
    assignees: Pairs = ()
    accounts: Pairs = ()


def asked(seen: QuerySet[Case]) -> Columns:
    """What the cases somebody sees are about and before whom they are, each combination once, and what it is called."""
    seen = seen.order_by()
    account = Func(F("scope"), Value("/"), Value(1), function="split_part", output_field=CharField())
    about = seen.values("field", "owner", "assignee").annotate(cases=Count("pk"))
    named = JSONArray("field", "owner__key", "owner__name", "assignee__key", "assignee__name")
    accounts = seen.values_list(account).distinct().order_by(account)
    return {
        "about": ArraySubquery(about.values(row=named)),
        "accounts": ArraySubquery(accounts[:ACCOUNTS]),
        "fields": _fields(),
        "scopes": _scopes(),
    }


def _fields() -> ArraySubquery:
    rows = Field.objects.filter(workspace=OuterRef("pk"))
    return ArraySubquery(rows.values(row=JSONArray("key", "name", "name_pt")))


def _scopes() -> ArraySubquery:
    rows = Scope.objects.filter(workspace=OuterRef("pk")).exclude(name="")
    return ArraySubquery(rows.values(row=JSONArray("key", "name")))


def read(row: Columns) -> Choices:
    about = row["about"]
    fields = {key: field_name(key, name, name_pt) for key, name, name_pt in row["fields"]}
    scopes = dict(row["scopes"])
    return Choices(
        fields=_by_name((key, fields.get(key, key)) for key in {one[0] for one in about}),
        owners=_by_name({(key, name) for _field, key, name, *_assignee in about if key}),
        assignees=_by_name({(key, name) for *_case, key, name in about if key}),
        accounts=_by_name((key, scopes.get(key) or key) for key in row["accounts"]),
    )


def _by_name(pairs: Any) -> list[tuple[str, str]]:  # noqa: ANN401  # what the database aggregated
    return sorted(pairs, key=lambda pair: (pair[1].casefold(), pair[0]))
