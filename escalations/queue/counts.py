"""How many cases each view holds, with all else the queue and its badge need, in one query: tabs never drift."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    BooleanField,
    Count,
    ExpressionWrapper,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import JSONArray, JSONObject
from django.utils import timezone

from escalations.delegation import delegated, visible_to
from escalations.letters import inbox
from escalations.models import Case, SavedView
from escalations.queue import offered
from escalations.queue.filters import VIEWS, Filters, Times, left_by, marks
from escalations.queue.offered import Choices
from escalations.queue.saved_views import offered_to
from ledgers.models import Outbox, PolicyVersion
from ledgers.selectors.owned import ANYTHING
from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.prepared import prepared

Row = dict[str, Any]  # numbers, lists and instants, and the subqueries that find them


@dataclass(frozen=True, slots=True)
class Saved:
    """A view somebody keeps: a name for a query of the address. `by` is who made it."""

    id: str
    name: str
    query: str
    shared: bool
    own: bool
    by: str


@dataclass(frozen=True, slots=True)
class Counts:
    """`mine` is the badge; `views` are the tabs, under the filters of the page; `unsettled_since` says that claims have
    waited for the resolver for too long."""

    mine: int = 0
    views: dict[str, int] = field(default_factory=dict)
    policy_version: int | None = None
    unread: int = 0
    unsettled_since: dt.datetime | None = None
    saved: Sequence[Saved] = ()
    choices: Choices = field(default_factory=Choices)

    @property
    def own(self) -> list[Saved]:
        return [view for view in self.saved if view.own]

    @property
    def shared(self) -> list[Saved]:
        """What others share."""
        return [view for view in self.saved if not view.own]


def counts(member: Member, filters: Filters | None = None, *, choices: bool = False) -> Counts:
    """The badge, the policy in force and since when claims wait too long; with `filters` the tabs, with `choices` what
    the filters offer besides."""
    times = Times.of(timezone.now())
    late = times.at - dt.timedelta(seconds=settings.OUTBOX_LATE_SECONDS)
    at = {"at": times.at, "day": times.day, "week": times.week, "late": late}
    [row] = _asked(member, delegated(member), filters and replace(filters, after=""), choices, **at)
    return _counts(row)


@prepared
def _asked(
    member: Member,
    _delegated: Q,
    filters: Filters | None,
    choices: bool,
    *,
    at: dt.datetime,
    day: dt.datetime,
    week: dt.datetime,
    late: dt.datetime,
) -> QuerySet[Workspace, Row]:
    """All of it in one row. What was delegated to a member is theirs to see, too."""
    seen = Case.objects.filter(visible_to(member), state=Case.State.OPEN)
    left = left_by(filters, Times(at, day, week)) if filters is not None else ANYTHING
    read: Row = {"policy": _policy(), "unread": _unread(member, at), "unsettled": _unsettled(late)}
    read["numbers"] = _numbers(seen, {**marks(member, at), "left": left})
    if filters is not None:
        read["saved"] = _saved(member)
    if choices:
        read |= offered.asked(seen)
    rows = Workspace.objects.filter(pk=member.workspace_id).annotate(**read).values(*read)
    return cast("QuerySet[Workspace, Row]", rows)


def _numbers(seen: QuerySet[Case], marked: dict[str, Q]) -> ArraySubquery:
    """How many cases there are of which the same holds: one look at each, since looking at many takes the time."""
    named = {name: ExpressionWrapper(holds, output_field=BooleanField()) for name, holds in marked.items()}
    rows = seen.order_by().annotate(**named).values(*named).annotate(number=Count("pk"))
    return ArraySubquery(rows.values(row=JSONObject(**{name: name for name in (*named, "number")})))


def _sum(numbers: Sequence[Row], wanted: dict[str, bool]) -> int:
    found = (row["number"] for row in numbers if all(bool(row[name]) is holds for name, holds in wanted.items()))
    return sum(found)


def _policy() -> Subquery:
    active = PolicyVersion.objects.filter(workspace=OuterRef("pk"), active=True)
    return Subquery(active.values("version")[:1])


def _unread(member: Member, now: dt.datetime) -> Subquery:
    """How many notices wait in the member's inbox."""
    rows = inbox.unread(member, now).order_by().values("member").annotate(n=Count("pk")).values("n")
    return Subquery(rows, output_field=IntegerField())


def _unsettled(since: dt.datetime) -> Subquery:
    """Since when the oldest claim waits that has waited since before then."""
    late = Outbox.objects.filter(workspace=OuterRef("pk"), slot__isnull=False, queued_at__lt=since)
    return Subquery(late.order_by("queued_at").values("queued_at")[:1])


def _saved(member: Member) -> ArraySubquery:
    """The member's own views, and what others share with them."""
    found = Q(member=member) | offered_to(member)
    rows = SavedView.objects.filter(found, workspace=OuterRef("pk")).order_by("name")
    own = ExpressionWrapper(Q(member=member), output_field=BooleanField())
    return ArraySubquery(rows.values(row=JSONArray("id", "name", "query", "shared", own, "member__name")))


def _counts(row: Row) -> Counts:
    numbers = row["numbers"]
    return Counts(
        mine=_sum(numbers, VIEWS["mine"]),
        views={view: _sum(numbers, {**wanted, "left": True}) for view, wanted in VIEWS.items()},
        policy_version=row["policy"],
        unread=row["unread"] or 0,
        unsettled_since=row["unsettled"],
        saved=[Saved(*saved) for saved in row.get("saved") or []],
        choices=offered.read(row) if "about" in row else Choices(),
    )
