"""Cases of one origin, folded: the same proposer through the same source about the same field, told as one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import CharField, Count, F, Func, Max, Min, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from escalations import selectors
from escalations.queue.filters import CHECK, Filters, Times, address, origin
from escalations.queue.order import behind, cursor, risk
from escalations.selectors import filtered
from escalations.time.due import Due, due
from ledgers.models import Field, Source
from ledgers.naming import field_name, subject_name
from memoryhub.accounts.models import Agent, Member

# By name of the queue's order: what a group is ranked by, and what tells groups of one rank apart.
BY: dict[str, tuple[str, ...]] = {
    "due": ("first_due", "origin", "field"),
    "risk": ("-worst", "first_due", "origin", "field"),
    "age": ("first_opened", "origin", "field"),
    "account": ("first_account", "origin", "field"),
}
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Group:
    """Cases of one origin. `key` names them in a form; `url` is the queue with just these."""

    key: str
    url: str
    number: int
    field: str
    proposer: str
    source: str
    subjects: list[str]
    more: int
    due: Due
    opened_at: dt.datetime


class Few(Func):
    """The first elements of an array."""

    template = f"(%(expressions)s)[1:{SHOWN}]"


def groups(member: Member, filters: Filters) -> tuple[list[Group], str]:
    """One page of groups in the queue's order, and where the next page begins."""
    now = timezone.now()
    order = BY[filters.sort]
    found = _grouped(member, filters, now)
    place = behind(order, filters.after) if filters.after else None
    rows = list((found.filter(place) if place is not None else found)[: selectors.PAGE + 1])
    names = _names(member)
    page = [_group(row, filters, names, now) for row in rows[: selectors.PAGE]]
    return page, cursor(order, rows[selectors.PAGE - 1]) if len(rows) > selectors.PAGE else ""


def _grouped(member: Member, filters: Filters, now: dt.datetime) -> Any:  # noqa: ANN401  # rows of values
    return (
        filtered(member, filters, Times.of(now))
        .annotate(origin=origin(), risk=risk())
        .values("origin", "field")
        .annotate(
            number=Count("pk"),
            first_due=Min("due_at"),
            first_opened=Min("opened_at"),
            first_account=Min("scope"),
            worst=Max("risk"),
            subjects=Few(ArrayAgg("slot__subject__shown", distinct=True)),
            about=Count("slot__subject", distinct=True),
        )
        .order_by(*[F(name[1:]).desc() if name.startswith("-") else F(name).asc() for name in BY[filters.sort]])
    )


def _names(member: Member) -> Mapping[str, str]:
    """What agents, people, sources and fields are called, by `agent:inbox` or `field:contact.phone`; in one query."""
    kinds: list[tuple[str, QuerySet[Any]]] = [
        ("agent", Agent.objects.all()),
        ("member", Member.objects.all()),
        ("source", Source.objects.all()),
        ("field", Field.objects.all()),
    ]
    first, *others = [
        rows.filter(workspace=member.workspace_id)
        .annotate(
            whole=Concat(Value(f"{kind}:"), "key", output_field=CharField()),
            pt=F("name_pt") if kind == "field" else Value(""),
        )
        .values_list("whole", "name", "pt")
        for kind, rows in kinds
    ]
    return {whole: field_name(whole.partition(":")[2], name, pt) for whole, name, pt in first.union(*others, all=True)}


def _group(row: dict[str, Any], filters: Filters, names: Mapping[str, str], now: dt.datetime) -> Group:
    author, _blank, source = row["origin"].partition(" ")
    subjects = [subject_name(shown) for shown in row["subjects"]]
    return Group(
        key=f"{row['field']} {row['origin']}",
        url=address(filters, group="", field=row["field"], origin=row["origin"]),
        number=row["number"],
        field=names.get(f"field:{row['field']}", row["field"]),
        proposer="" if row["origin"] == CHECK else names.get(author, author),
        source=names.get(f"source:{source}", source),
        subjects=subjects,
        more=row["about"] - len(subjects),
        due=due(row["first_due"], now),
        opened_at=row["first_opened"],
    )
