"""What the queue reads: counts, one page of cases in their order, and for each row the values that disagree."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from django.contrib.postgres.aggregates import ArrayAgg
from django.core import signing
from django.db.models import Case as When_
from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import JSONArray
from django.utils import timezone

from escalations.delegation import visible_to, waiting_for
from escalations.models import Case, CaseClaim
from ledgers.models import Fact, Field, PolicyVersion, Source
from memoryhub.accounts.models import Member

PAGE = 50
# What a wrong answer costs: money first, then doors, then law, then people.
RISK = {"payment": 5, "permission": 4, "legal": 3, "contact": 2, "personal": 2}
VIEWS = ("mine", "late", "all")


@dataclass(frozen=True, slots=True)
class Counts:
    mine: int = 0
    late: int = 0
    all: int = 0
    policy_version: int | None = None
    fields: list[str] = field(default_factory=list)
    owners: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Filters:
    """What the queue was asked for; every member has a value that filters nothing."""

    view: str = "mine"
    field: str = ""
    sensitivity: str = ""
    owner: str = ""
    text: str = ""
    state: str = Case.State.OPEN
    after: str = ""

    @property
    def narrowed(self) -> bool:
        return bool(self.field or self.sensitivity or self.owner or self.text or self.state != Case.State.OPEN)


@dataclass(frozen=True, slots=True)
class Page:
    cases: list[Case]
    onward: str
    candidates: Mapping[uuid.UUID, list[CaseClaim]] = field(default_factory=dict)
    standing: Mapping[uuid.UUID, list[Fact]] = field(default_factory=dict)


def counts(member: Member, *, choices: bool = False) -> Counts:
    """How many open cases wait for the member, are late, or are there to see; and the policy in force.

    With `choices` also the fields and owners the queue can be narrowed to, in the same query.
    """
    now = timezone.now()
    mine = waiting_for(member, now)
    active = PolicyVersion.objects.filter(workspace=member.workspace_id, active=True).values("version")
    summed: dict[str, Count | ArrayAgg] = {
        "mine": Count("pk", filter=mine),
        "late": Count("pk", filter=mine & Q(due_at__lte=now)),
        "all": Count("pk"),
    }
    if choices:
        summed["fields"] = ArrayAgg("slot__field", distinct=True)
        summed["owners"] = ArrayAgg(JSONArray("owner__name", "owner__key"), distinct=True)
    seen = Case.objects.filter(visible_to(member), state=Case.State.OPEN)
    rows = seen.values("workspace").annotate(**summed, policy_version=Subquery(active))
    found = cast("dict[str, Any] | None", rows.order_by("workspace").first())  # Any: numbers and lists
    if found is None:
        return Counts(policy_version=active.values_list("version", flat=True).first())
    return Counts(
        mine=found["mine"],
        late=found["late"],
        all=found["all"],
        policy_version=found["policy_version"],
        fields=found.get("fields") or [],
        owners=found.get("owners") or [],
    )


def queue_page(member: Member, filters: Filters) -> Page:
    """One page in the queue's total order: overdue, then due soonest, then risk, then oldest."""
    rows = list(_after(_ordered(_filtered(member, filters)), filters.after)[: PAGE + 1])
    cases, more = rows[:PAGE], len(rows) > PAGE
    return Page(
        cases=cases,
        onward=_cursor(cases[-1]) if more else "",
        candidates=_candidates(cases),
        standing=facts_in_force([case.slot_id for case in cases]),
    )


def neighbours(member: Member, case: Case) -> tuple[uuid.UUID | None, uuid.UUID | None]:
    """The case before and the one after this one in the member's own queue."""
    ids = list(_ordered(_filtered(member, Filters())).values_list("pk", flat=True)[:500])
    if case.pk not in ids:
        return None, next((found for found in ids), None)
    place = ids.index(case.pk)
    return (ids[place - 1] if place else None), (ids[place + 1] if place + 1 < len(ids) else None)


def next_due(member: Member) -> Case | None:
    """The next case due among those the member sees but may not decide yet."""
    return Case.objects.filter(visible_to(member), state=Case.State.OPEN).order_by("due_at", "pk").first()


def facts_in_force(slots: Iterable[uuid.UUID]) -> dict[uuid.UUID, list[Fact]]:
    """The fact in force now in each of these slots, with the name of its source."""
    rows = (
        Fact.objects.filter(
            slot__in=list(slots),
            standing=Fact.Standing.TIMELINE,
            recorded_during__endswith__isnull=True,
            valid_during__contains=timezone.now(),
        )
        .exclude(claim__kind="retract")
        .select_related("claim", "carrier")
        .annotate(source_name=_source_name("carrier__source"))
    )
    found: dict[uuid.UUID, list[Fact]] = {}
    for row in rows:
        found.setdefault(row.slot_id, []).append(row)
    return found


def _filtered(member: Member, filters: Filters) -> QuerySet[Case]:
    now = timezone.now()
    cases = Case.objects.filter(visible_to(member))
    if filters.state == Case.State.OPEN:
        cases = cases.filter(state=Case.State.OPEN)
        if filters.view != "all" and not filters.owner:
            cases = cases.filter(waiting_for(member, now))
        if filters.view == "late":
            cases = cases.filter(due_at__lte=now)
    else:
        cases = cases.exclude(state=Case.State.OPEN)
    if filters.field:
        cases = cases.filter(slot__field=filters.field)
    if filters.sensitivity:
        cases = cases.filter(sensitivity="" if filters.sensitivity == "none" else filters.sensitivity)
    if filters.owner:
        cases = cases.filter(owner__key=filters.owner)
    return cases.filter(_mentions(filters.text)) if filters.text else cases


def _mentions(text: str) -> Q:
    return Q(slot__subject__shown__icontains=text) | Q(slot__scope__icontains=text) | Q(slot__field__icontains=text)


def _ordered(cases: QuerySet[Case]) -> QuerySet[Case]:
    weighed = [When(sensitivity=name, then=Value(weight)) for name, weight in RISK.items()]
    registered = Field.objects.filter(workspace=OuterRef("workspace"), key=OuterRef("slot__field"))
    return (
        cases.select_related("slot__subject", "owner", "backup", "decided_by")
        .annotate(
            risk=When_(*weighed, default=Value(1), output_field=IntegerField()),
            field_name=Subquery(registered.values("name")[:1]),
            field_name_pt=Subquery(registered.values("name_pt")[:1]),
            field_type=Subquery(registered.values("type")[:1]),
        )
        .order_by("due_at", F("risk").desc(), "opened_at", "pk")
    )


def _after(cases: QuerySet[Case], cursor: str) -> QuerySet[Case]:
    """The rows behind the one the cursor names; a cursor that is not ours starts at the beginning."""
    try:
        due, risk, opened, key = signing.loads(cursor, salt="queue")
    except signing.BadSignature:
        return cases
    due_at, opened_at = dt.datetime.fromisoformat(due), dt.datetime.fromisoformat(opened)
    same_age = Q(opened_at__gt=opened_at) | Q(opened_at=opened_at, pk__gt=key)
    same_due = Q(risk__lt=risk) | (Q(risk=risk) & same_age)
    return cases.filter(Q(due_at__gt=due_at) | (Q(due_at=due_at) & same_due))


def _cursor(case: Case) -> str:
    risk = RISK.get(case.sensitivity, 1)
    return signing.dumps([case.due_at.isoformat(), risk, case.opened_at.isoformat(), str(case.pk)], salt="queue")


def _candidates(cases: Iterable[Case]) -> dict[uuid.UUID, list[CaseClaim]]:
    rows = (
        CaseClaim.objects.filter(case__in=[case.pk for case in cases])
        .filter(Q(left_at__isnull=True) | ~Q(case__state=Case.State.OPEN))
        .select_related("claim")
        .annotate(source_name=_source_name("claim__source"))
        .order_by("added_at", "pk")
    )
    found: dict[uuid.UUID, list[CaseClaim]] = {}
    for row in rows:
        found.setdefault(row.case_id, []).append(row)
    return found


def _source_name(column: str) -> Subquery:
    workspace = "case__workspace" if column == "claim__source" else "workspace"
    named = Source.objects.filter(workspace=OuterRef(workspace), key=OuterRef(column))
    return Subquery(named.values("name")[:1])
