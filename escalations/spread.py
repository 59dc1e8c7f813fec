"""The rows a card is made of: what stands in the slot now, and what waits in the case."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, OuterRef, Q, Subquery

from escalations.models import Case
from escalations.routing import people_behind
from ledgers.domain import review
from ledgers.domain.policy import FieldRule
from ledgers.leaves import Leaf, Reader
from ledgers.models import Fact
from ledgers.selectors import book


@dataclass(frozen=True, slots=True)
class Spread:
    """The rows a card is made of."""

    standing: Fact | None
    waiting: list[Fact]


def read_spread(case: Case, now: dt.datetime) -> Spread:
    """What stands in the slot now and what waits in the case, first recorded first, in one query."""
    supports = Fact.objects.filter(
        slot=OuterRef("slot"),
        value_key=OuterRef("value_key"),
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
        renews=True,
    )
    last = supports.order_by().values("slot").annotate(last=Max("recorded_at")).values("last")
    waits = Q(standing=Fact.Standing.PENDING, claim__caseclaim__case=case, claim__caseclaim__left_at__isnull=True)
    stands = Q(standing=Fact.Standing.TIMELINE, valid_during__contains=now)
    rows = (
        book.open_rows(case.slot)
        .filter(waits | stands)
        .select_related("claim__agent__controller", "claim__member", "carrier__agent", "carrier__member", "opened_by")
        .annotate(last_support=Subquery(last))
        .order_by("recorded_at", "claim_id")
        .distinct()
    )
    found = list(rows)
    standing = next((row for row in found if row.standing == Fact.Standing.TIMELINE), None)
    return Spread(standing, [row for row in found if row.standing == Fact.Standing.PENDING])


def current_leaf(row: Fact, reader: Reader, rule: FieldRule, case: Case, now: dt.datetime) -> Leaf | None:
    """The fact in force, with its window and when its review is due; None where a retract stands."""
    if row.value_key is None:
        return None
    last = getattr(row, "last_support", None) or row.recorded_at
    review_by = review.due(last, rule.review_days, case.slot.workspace.zone)
    return reader.leaf(
        row.carrier,
        since=row.valid_during.lower,
        until=row.valid_during.upper,
        recorded_at=row.recorded_at,
        review_by=review_by,
        past_review=review_by is not None and review_by <= now,
    )


def proposed_leaf(row: Fact, waiting: Sequence[Fact], reader: Reader) -> Leaf:
    """A proposal, with the other sources that say the same."""
    also = [reader.sources.get(other.source) or other.source for other in waiting if _repeats(other, row)]
    return reader.leaf(row.claim, recorded_at=row.recorded_at, also=also)


def _repeats(other: Fact, row: Fact) -> bool:
    return other.carrier_id == row.claim_id and other.claim_id != row.claim_id


def proposers(waiting: Sequence[Fact]) -> set[str]:
    """The people behind what waits: where four eyes hold, none of them decides."""
    found: set[str] = set()
    for row in waiting:
        controller = row.claim.agent.controller if row.claim.agent else None
        found |= people_behind(row.claim.author, controller.key if controller else None)
    return found
