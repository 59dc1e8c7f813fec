"""What hangs on the slot of a fact in other tables, read together with the claim that the fact is named by."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg, JSONBAgg
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, Q, QuerySet
from django.db.models.functions import JSONArray, JSONObject
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from ledgers.models import Claim, Fact, Source
from ledgers.selectors.finding import PAGE

Row = Mapping[str, Any]  # JSON
OPEN = Q(slot__cases__state="open")
# What was done about another fact of the slot is told on that one's page.
TOLD = Q(slot__write_backs__isnull=False) & (
    Q(slot__write_backs__done_at__isnull=True) | Q(slot__write_backs__fact=F("pk"))
)
TASK = {"id": "id", "name": "source__name", "key": "source__key", "due": "due_at", "done": "done_at",
        "by": "done_by__name"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class WriteBack:
    """A system of record that was to be corrected, by when, and whether it was; its task says what to enter."""

    source: str
    due_at: dt.datetime | None
    done_at: dt.datetime | None = None
    done_by: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """`competing` are the facts still in the book of the slot, the latest first. `case` is the open case opened first,
    `deciding` who may be asked beside the fact's owner: those an open case was put to. `sources` are the names of all.
    """

    competing: Sequence[uuid.UUID] = ()
    case: uuid.UUID | None = None
    deciding: frozenset[uuid.UUID] = frozenset()
    write_backs: Sequence[WriteBack] = ()
    sources: Mapping[str, str] = field(default_factory=dict)


def read(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """The claims with all of it beside them: each would be a question of its own."""
    book = Fact.objects.filter(workspace=OuterRef("workspace"), slot=OuterRef("slot"), recorded_during__upper_inf=True)
    sources = Source.objects.filter(workspace=OuterRef("workspace")).values(row=JSONArray("key", "name"))
    task = JSONObject(**{name: f"slot__write_backs__{path}" for name, path in TASK.items()})
    return claims.annotate(
        # The number of a case tells which was opened first.
        open_cases=ArrayAgg("slot__cases", filter=OPEN, distinct=True, order_by="slot__cases"),
        owners=ArrayAgg("slot__cases__owner", filter=OPEN, distinct=True),
        backups=ArrayAgg("slot__cases__backup", filter=OPEN, distinct=True),
        write_backs=JSONBAgg(task, filter=TOLD, distinct=True),
        competing=ArraySubquery(book.order_by("-recorded_at", "-pk").values("carrier")[:PAGE]),
        source_names=ArraySubquery(sources),
    )


def of(claim: Claim) -> Around:
    """What stands beside a claim that was read so."""
    said = claim.__dict__
    cases, tasks = said["open_cases"] or [], said["write_backs"] or []
    return Around(
        competing=list(dict.fromkeys(said["competing"])),
        case=cases[0] if cases else None,
        deciding=frozenset({*(said["owners"] or ()), *(said["backups"] or ())} - {None}),
        write_backs=_last_of_each(tasks),
        sources=dict(said["source_names"]),
    )


def _last_of_each(tasks: Sequence[Row]) -> list[WriteBack]:
    """One task of a system: the last one takes the place of those before it."""
    return list({task["key"]: _task(task) for task in sorted(tasks, key=lambda task: task["id"])}.values())


def _task(task: Row) -> WriteBack:
    done = parse_datetime(task["done"]) if task["done"] else None
    url = f"{reverse('write-backs')}#task-{task['id']}" if done is None else ""
    return WriteBack(task["name"] or task["key"], parse_datetime(task["due"]), done, task["by"] or "", url)
