"""The rows a card is made of: what stands in the slot now, and what waits in the case."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BooleanField, ExpressionWrapper, Max, OuterRef, Q, QuerySet, Subquery, When
from django.db.models import Case as When_
from django.db.models.functions import JSONArray

from escalations.models import Case, CaseClaim
from escalations.routing import people_behind
from ledgers.domain import review
from ledgers.domain.policy import FieldRule
from ledgers.leaves import Leaf, Reader
from ledgers.models import Derivation, Fact
from ledgers.selectors import book
from memoryhub.accounts.places import from_then_on
from memoryhub.accounts.prepared import prepared

# How many derived claims a card names; it says when there are more.
DERIVED = 5


@dataclass(frozen=True, slots=True)
class Spread:
    """The rows a card is made of. `ahead` comes into force later; `repeats` say again what one of the waiting says."""

    standing: Fact | None
    waiting: list[Fact]
    ahead: list[Fact]
    repeats: list[Fact]

    @property
    def rows(self) -> list[Fact]:
        return [*([self.standing] if self.standing else []), *self.waiting, *self.ahead]


def read_spread(case: Case, now: dt.datetime) -> Spread:
    """What stands in the slot from now on and what waits in the case, first recorded first, in one query."""
    found = _rows(case=case.pk, slot=case.slot_id, workspace=case.workspace_id, now=now)
    on = [row for row in found if row.standing == Fact.Standing.TIMELINE]
    pending = [row for row in found if row.standing == Fact.Standing.PENDING]
    standing = next((row for row in on if row.begins <= now), None)
    return Spread(
        standing,
        waiting=[row for row in pending if getattr(row, "is_asked", False)],
        ahead=[row for row in on if row is not standing],
        repeats=[row for row in pending if not getattr(row, "is_asked", False)],
    )


@prepared
def _rows(*, case: UUID, slot: UUID, workspace: UUID, now: dt.datetime) -> QuerySet[Fact]:
    supports = Fact.objects.filter(
        slot=OuterRef("slot"),
        value_key=OuterRef("value_key"),
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
        renews=True,
    )
    last = supports.order_by().values("slot").annotate(last=Max("recorded_at")).values("last")
    # Looked up once, not for each row: a case may hold hundreds.
    asked = CaseClaim.objects.filter(case=case, left_at__isnull=True).values("claim")
    waits = Q(standing=Fact.Standing.PENDING) & (Q(claim__in=asked) | Q(carrier__in=asked))
    stands = Q(standing=Fact.Standing.TIMELINE, valid_during__overlap=from_then_on(now))
    return (
        book.open_rows_in(slot)
        .filter(workspace=workspace)
        .annotate(is_asked=ExpressionWrapper(Q(claim__in=asked), output_field=BooleanField()))
        .filter(waits | stands)
        .select_related("claim__agent__controller", "claim__member", "carrier__agent", "carrier__member", "opened_by")
        .annotate(last_support=_of_what_stands(Subquery(last)), derived=_of_what_stands(derived()))
        .order_by("recorded_at", "claim_id")
    )


def _of_what_stands(asked: Subquery) -> When_:
    """Asked for each fact on the timeline; of the many rows that may wait nothing is asked."""
    return When_(When(standing=Fact.Standing.TIMELINE, then=asked), default=None)


def derived() -> ArraySubquery:
    """The newest claims that were derived from a fact, with their scopes: more than a card names, since it passes over
    those of personal scopes. (Asked of the database, the scope keeps it from walking the index of the parents.)"""
    made = Derivation.objects.filter(workspace=OuterRef("workspace"), parent=OuterRef("carrier")).order_by("-claim")
    said = JSONArray("claim", "claim__subject", "claim__field", "claim__scope")
    return ArraySubquery(made.values(row=said)[: DERIVED * 4])


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
