"""What the queue reads: one page of cases in their order, and for each row the values that disagree."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from escalations.delegation import visible_to
from escalations.models import Approval, Case, CaseClaim, EvidenceRequest
from escalations.presence import others
from escalations.queue.filters import Filters, in_view, left_by
from escalations.queue.order import ORDERS, backwards, behind, beyond, cursor, risk, risk_of
from ledgers.models import Absence, Fact, Field, Scope, Source
from memoryhub.accounts.models import Member

PAGE = 50


@dataclass(frozen=True, slots=True)
class Page:
    cases: list[Case]
    onward: str
    candidates: Mapping[uuid.UUID, list[CaseClaim]] = field(default_factory=dict)
    standing: Mapping[uuid.UUID, list[Fact]] = field(default_factory=dict)


def queue_page(member: Member, filters: Filters) -> Page:
    """One page in the order that was asked for; each order is total."""
    order, at = _order(filters), timezone.now()
    place = behind(order, filters.after) if filters.after else None
    found = filtered(member, filters, at).annotate(risk=risk())
    narrow = sorted_by(found.filter(place) if place is not None else found, order).values("pk")[: PAGE + 1]
    # Only the page is read whole: among thousands of open cases the rest is sorted by what the order names.
    page: QuerySet[Case] = ordered(Case.objects.filter(pk__in=narrow), order).annotate(there=others(member, at))
    rows = list(page)
    cases = rows[:PAGE]
    return Page(
        cases=cases,
        onward=cursor(order, cases[-1]) if len(rows) > PAGE else "",
        candidates=candidates(cases),
        standing=facts_in_force([case.slot_id for case in cases]),
    )


def neighbours(member: Member, case: Case) -> tuple[uuid.UUID | None, uuid.UUID | None]:
    """The case before and the one after this one in the member's own queue."""
    mine, order = filtered(member, Filters(), timezone.now()).annotate(risk=risk()), ORDERS["due"]
    place, back = (case.due_at, risk_of(case), case.opened_at, case.pk), backwards(ORDERS["due"])
    before = sorted_by(mine.filter(beyond(back, place)), back).values_list("pk", flat=True)[:1]
    onward = mine.filter(beyond(order, place) | Q(pk=case.pk), due_at__gte=case.due_at)
    # In one question, each part of which the database answers by walking an index from the case on.
    found = list(before.union(sorted_by(onward, order).values_list("pk", flat=True)[:2], all=True))
    if case.pk not in found:
        return None, sorted_by(mine, order).values_list("pk", flat=True).first()
    at = found.index(case.pk)
    return (found[0] if at else None), (found[at + 1] if at + 1 < len(found) else None)


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


def filtered(member: Member, filters: Filters, at: dt.datetime) -> QuerySet[Case]:
    """The cases the member sees in this view under these filters; what the queue's counts count, too."""
    cases = Case.objects.filter(visible_to(member))
    if not filters.open:
        return cases.exclude(state=Case.State.OPEN).filter(left_by(filters, at))
    return cases.filter(in_view(member, filters.view, at), left_by(filters, at), state=Case.State.OPEN)


def ordered(cases: QuerySet[Case], order: Iterable[str]) -> QuerySet[Case]:
    registered = Field.objects.filter(workspace=OuterRef("workspace"), key=OuterRef("field"))
    scope = Scope.objects.filter(workspace=OuterRef("workspace"), key=OuterRef("scope"))
    asked = EvidenceRequest.objects.filter(case=OuterRef("pk"), closed_at__isnull=True)
    named = cases.select_related("slot__subject", "owner", "backup", "assignee", "decided_by").annotate(
        risk=risk(),
        field_name=Subquery(registered.values("name")[:1]),
        field_name_pt=Subquery(registered.values("name_pt")[:1]),
        field_type=Subquery(registered.values("type")[:1]),
        account_name=Subquery(scope.values("name")[:1]),
        evidence_until=Subquery(asked.values("due_at")[:1]),
        stands_in=Exists(Absence.objects.filter(delegate=OuterRef("owner"), ended_at__isnull=True)),
        half_approved=Exists(Approval.objects.filter(case=OuterRef("pk"), cleared_at__isnull=True)),
    )
    return sorted_by(named, order)


def sorted_by(cases: QuerySet[Case], order: Iterable[str]) -> QuerySet[Case]:
    return cases.order_by(*[F(name[1:]).desc() if name.startswith("-") else F(name).asc() for name in order])


def candidates(cases: Iterable[Case]) -> dict[uuid.UUID, list[CaseClaim]]:
    """What waits in each of these cases, or had waited where it is closed, first come first; and why it waits."""
    waits = Fact.objects.filter(
        claim=OuterRef("claim"), standing=Fact.Standing.PENDING, recorded_during__upper_inf=True
    )
    rows = (
        CaseClaim.objects.filter(case__in=[case.pk for case in cases])
        .filter(Q(left_at__isnull=True) | ~Q(case__state=Case.State.OPEN))
        .select_related("claim")
        .annotate(source_name=_source_name("claim__source"), waits_because=Subquery(waits.values("reason")[:1]))
        .order_by("added_at", "pk")
    )
    found: dict[uuid.UUID, list[CaseClaim]] = {}
    for row in rows:
        found.setdefault(row.case_id, []).append(row)
    return found


def _order(filters: Filters) -> tuple[str, ...]:
    return ORDERS[filters.sort if filters.open else "closed"]


def _source_name(column: str) -> Subquery:
    workspace = "case__workspace" if column == "claim__source" else "workspace"
    named = Source.objects.filter(workspace=OuterRef(workspace), key=OuterRef(column))
    return Subquery(named.values("name")[:1])
