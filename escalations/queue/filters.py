"""What the queue is asked for, as it stands in the address, and which cases that leaves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from functools import reduce
from operator import and_
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.db.models.lookups import Exact
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from escalations.delegation import half_done_by, set_aside, to_confirm, waiting_for
from escalations.models import Case, CaseClaim
from escalations.queue.order import ORDERS
from ledgers.selectors.owned import ANYTHING
from memoryhub.accounts.asked import asked
from memoryhub.accounts.models import Member

# The queue's own views, each by what holds of its cases; see `marks`.
VIEWS: dict[str, dict[str, bool]] = {
    "mine": {"mine": True, "aside": False},
    "late": {"mine": True, "late": True},
    "payments": {"mine": True, "payment": True},
    "waiting": {"mine": True, "aside": True},
    "all": {},
}
DUES = ("late", "today", "week")
AGES = ("1", "3", "7", "30")
CLOSED = "closed"
# The origin of a case that nobody proposed: the clock asks.
CHECK = "-"
# What the address calls a filter, where its name here is another.
NAMES = {"text": "q"}
# How the list is shown, and not which cases are in it.
LOOKS = ("view", "sort", "group", "after")


@dataclass(frozen=True, slots=True)
class Filters:
    """What the queue was asked for; every member has a value that filters nothing."""

    view: str = "mine"
    field: str = ""
    sensitivity: str = ""
    tier: str = ""
    owner: str = ""
    assignee: str = ""
    due: str = ""
    account: str = ""
    age: str = ""
    origin: str = ""
    text: str = ""
    state: str = Case.State.OPEN
    sort: str = "due"
    group: str = ""
    after: str = ""

    @property
    def narrowed(self) -> bool:
        return any(name not in LOOKS for name in self.said)

    @property
    def open(self) -> bool:
        return self.state == Case.State.OPEN

    @property
    def said(self) -> dict[str, str]:
        """What differs from a queue nobody asked anything of."""
        found = {field.name: (str(getattr(self, field.name)), field.default) for field in fields(self)}
        return {name: value for name, (value, usual) in found.items() if value != usual}

    @property
    def query(self) -> str:
        """The address' query; which page one is on is no part of it."""
        said = {NAMES.get(name, name): value for name, value in self.said.items() if name != "after"}
        return urlencode(said)


def read_filters(query: QueryDict) -> Filters:
    """Filters from the address; what makes no sense filters nothing."""
    return Filters(
        view=_one_of(query, "view", VIEWS, "mine"),
        field=asked(query, "field", 64),
        sensitivity=asked(query, "sensitivity", 16),
        tier=asked(query, "tier", 32),
        owner=asked(query, "owner", 64),
        assignee=asked(query, "assignee", 64),
        due=_one_of(query, "due", DUES),
        account=asked(query, "account", 200),
        age=_one_of(query, "age", AGES),
        origin=asked(query, "origin", 150),
        text=asked(query, "q", 200),
        state=_one_of(query, "state", (CLOSED,), Case.State.OPEN),
        sort=_one_of(query, "sort", [name for name in ORDERS if name != CLOSED], "due"),
        group=_one_of(query, "group", ("origin",)),
        after=query.get("after", ""),
    )


def _one_of(query: QueryDict, name: str, known: Collection[str], usual: str = "") -> str:
    found = query.get(name, "")
    return found if found in known else usual


def address(filters: Filters, **changed: str) -> str:
    """The queue's address with these filters, from its first page on unless `after` says otherwise."""
    query = replace(filters, **{"after": "", **changed})
    onward = urlencode({"after": query.after}) if query.after else ""
    parts = "&".join(part for part in (query.query, onward) if part)
    return reverse("queue") + (f"?{parts}" if parts else "")


@dataclass(frozen=True, slots=True)
class Times:
    """An instant, and when the day and the week it lies in began by the reader's calendar, weeks on Monday."""

    at: dt.datetime
    day: dt.datetime
    week: dt.datetime

    @classmethod
    def of(cls, at: dt.datetime) -> Times:
        day = timezone.localtime(at).replace(hour=0, minute=0, second=0, microsecond=0)
        return cls(at, day, day - dt.timedelta(days=day.weekday()))


def in_view(member: Member, view: str, at: dt.datetime) -> Q:
    """The cases of one of the queue's own views, as they are at that instant."""
    known = marks(member, at)
    return reduce(and_, (known[name] if holds else ~known[name] for name, holds in VIEWS[view].items()), ANYTHING)


def marks(member: Member, at: dt.datetime) -> dict[str, Q]:
    """What may hold of a case, for this member at that instant."""
    return {
        "mine": waiting_for(member, at) | to_confirm(member),
        "aside": set_aside(at) | half_done_by(member),
        "late": Q(due_at__lte=at),
        "payment": Q(sensitivity="payment"),
    }


def left_by(filters: Filters, times: Times) -> Q:
    """The cases that the filters leave, whatever the view."""
    found = ANYTHING
    if filters.field:
        found &= Q(field=filters.field)
    if filters.sensitivity:
        found &= Q(sensitivity="" if filters.sensitivity == "none" else filters.sensitivity)
    if filters.tier:
        found &= Q(Exists(_claims(filters).filter(claim__tier=filters.tier)))
    if filters.owner:
        found &= Q(owner__key=filters.owner)
    if filters.assignee:
        found &= Q(assignee__key=filters.assignee)
    if filters.due:
        found &= _due(filters.due, times)
    if filters.account:
        found &= Q(scope=filters.account) | Q(scope__startswith=f"{filters.account}/")
    if filters.age:
        found &= Q(opened_at__lte=times.at - dt.timedelta(days=int(filters.age)))
    if filters.origin:
        found &= Q(Exact(origin(), Value(filters.origin)))
    return found & _mentions(filters.text) if filters.text else found


def origin() -> Coalesce:
    """Who proposed what waits first in a case, and through which source."""
    first = CaseClaim.objects.filter(case=OuterRef("pk"), left_at__isnull=True).order_by("added_at", "pk")
    named = first.values(named=Concat("claim__author", Value(" "), "claim__source"))
    return Coalesce(Subquery(named[:1]), Value(CHECK))


def _claims(filters: Filters) -> QuerySet[CaseClaim]:
    claims = CaseClaim.objects.filter(case=OuterRef("pk"))
    return claims.filter(left_at__isnull=True) if filters.open else claims


def _due(due: str, times: Times) -> Q:
    if due == "late":
        return Q(due_at__lte=times.at)
    begins, days = (times.day, 1) if due == "today" else (times.week, 7)
    return Q(due_at__gte=begins, due_at__lt=begins + dt.timedelta(days=days))


def _mentions(text: str) -> Q:
    return Q(slot__subject__shown__icontains=text) | Q(scope__icontains=text) | Q(field__icontains=text)
