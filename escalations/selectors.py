"""What the queue reads: one page of cases in their order, and for each row the values that disagree."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from escalations.delegation import delegated, visible_to
from escalations.models import Approval, Case, CaseClaim, EvidenceRequest
from escalations.presence import others
from escalations.queue.filters import Filters, Times, in_view, left_by
from escalations.queue.order import ORDERS, backwards, behind, beyond, cursor, risk, risk_of
from ledgers.models import Absence, Fact, Field, Scope, Source
from memoryhub.accounts.models import Member
from memoryhub.accounts.places import among
from memoryhub.accounts.prepared import prepared

PAGE = 50


@dataclass(frozen=True, slots=True)
class Page:
    cases: list[Case]
    onward: str
    candidates: Mapping[uuid.UUID, list[CaseClaim]] = field(default_factory=dict)
    standing: Mapping[uuid.UUID, list[Fact]] = field(default_factory=dict)


def queue_page(member: Member, filters: Filters) -> Page:
    """One page in the order that was asked for; each order is total."""
    times, place = Times.of(timezone.now()), filters.after
    at = {"at": times.at, "day": times.day, "week": times.week}
    # The place of a page further on is its reader's alone.
    ask = _listed.build if place else _listed
    rows = list(ask(member, delegated(member), filters, PAGE + 1, **at))
    cases = rows[:PAGE]
    return Page(
        cases=cases,
        onward=cursor(_order(filters), cases[-1]) if len(rows) > PAGE else "",
        candidates=candidates(cases),
        standing=facts_in_force([case.slot_id for case in cases]),
    )


@prepared
def _listed(
    member: Member, _delegated: Q, filters: Filters, most: int, *, at: dt.datetime, day: dt.datetime, week: dt.datetime
) -> QuerySet[Case]:
    order = _order(filters)
    place = behind(order, filters.after) if filters.after else None
    found = filtered(member, filters, Times(at, day, week)).annotate(risk=risk())
    narrow = sorted_by(found.filter(place) if place is not None else found, order).values("pk")[:most]
    # Only the page is read whole: among thousands of open cases the rest is sorted by what the order names.
    return ordered(Case.objects.filter(pk__in=narrow), order).annotate(there=others(member, at))


def neighbours(member: Member, case: Case) -> tuple[uuid.UUID | None, uuid.UUID | None]:
    """The case before and the one after this one in the member's own queue."""
    now, shape = timezone.now(), (member, delegated(member), risk_of(case))
    found = _around(*shape, at=now, due_at=case.due_at, opened_at=case.opened_at, case=case.pk)
    if case.pk not in found:
        return None, sorted_by(_mine(member, now), ORDERS["due"]).values_list("pk", flat=True).first()
    at = found.index(case.pk)
    return (found[0] if at else None), (found[at + 1] if at + 1 < len(found) else None)


@prepared
def _around(
    member: Member,
    _delegated: Q,
    weight: int,
    *,
    at: dt.datetime,
    due_at: dt.datetime,
    opened_at: dt.datetime,
    case: uuid.UUID,
) -> QuerySet[Case, uuid.UUID]:
    """The case, the one before and the one after it, as far as they are the member's."""
    mine, order, back = _mine(member, at), ORDERS["due"], backwards(ORDERS["due"])
    place = (due_at, weight, opened_at, case)
    before = sorted_by(mine.filter(beyond(back, place)), back).values_list("pk", flat=True)[:1]
    onward = mine.filter(beyond(order, place) | Q(pk=case), due_at__gte=due_at)
    # In one question, each part of which the database answers by walking an index from the case on.
    return before.union(sorted_by(onward, order).values_list("pk", flat=True)[:2], all=True)


def _mine(member: Member, at: dt.datetime) -> QuerySet[Case]:
    """The member's own queue with nothing asked of it."""
    return filtered(member, Filters(), Times(at, at, at)).annotate(risk=risk())


def next_due(member: Member) -> Case | None:
    """The next case due among those the member sees but may not decide yet."""
    return Case.objects.filter(visible_to(member), state=Case.State.OPEN).order_by("due_at", "pk").first()


def facts_in_force(slots: Iterable[uuid.UUID]) -> dict[uuid.UUID, list[Fact]]:
    """The fact in force now in each of these slots, with the name of its source."""
    rows = _in_force(slots=list(slots), at=timezone.now())
    found: dict[uuid.UUID, list[Fact]] = {}
    for row in rows:
        found.setdefault(row.slot_id, []).append(row)
    return found


@prepared
def _in_force(*, slots: Sequence[uuid.UUID], at: dt.datetime) -> QuerySet[Fact]:
    rows = Fact.objects.filter(
        among("slot", slots),
        standing=Fact.Standing.TIMELINE,
        recorded_during__endswith__isnull=True,
        valid_during__contains=at,
    )
    named = rows.exclude(claim__kind="retract").select_related("claim", "carrier")
    return named.annotate(source_name=_source_name("carrier__source"))


def filtered(member: Member, filters: Filters, times: Times) -> QuerySet[Case]:
    """The cases the member sees in this view under these filters; what the queue's counts count, too."""
    cases = Case.objects.filter(visible_to(member))
    if not filters.open:
        return cases.exclude(state=Case.State.OPEN).filter(left_by(filters, times))
    return cases.filter(in_view(member, filters.view, times.at), left_by(filters, times), state=Case.State.OPEN)


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
    found: dict[uuid.UUID, list[CaseClaim]] = {}
    for row in _waiting(cases=[case.pk for case in cases]):
        found.setdefault(row.case_id, []).append(row)
    return found


@prepared
def _waiting(*, cases: Sequence[uuid.UUID]) -> QuerySet[CaseClaim]:
    waits = Fact.objects.filter(
        claim=OuterRef("claim"), standing=Fact.Standing.PENDING, recorded_during__upper_inf=True
    )
    rows = CaseClaim.objects.filter(among("case", cases)).filter(
        Q(left_at__isnull=True) | ~Q(case__state=Case.State.OPEN)
    )
    named = rows.select_related("claim").order_by("added_at", "pk")
    because = Subquery(waits.values("reason")[:1])
    return named.annotate(source_name=_source_name("claim__source"), waits_because=because)


def _order(filters: Filters) -> tuple[str, ...]:
    return ORDERS[filters.sort if filters.open else "closed"]


def _source_name(column: str) -> Subquery:
    workspace = "case__workspace" if column == "claim__source" else "workspace"
    named = Source.objects.filter(workspace=OuterRef(workspace), key=OuterRef(column))
    return Subquery(named.values("name")[:1])
