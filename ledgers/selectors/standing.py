"""What is in force, asked so that the database finds it quickly behind the walls."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ledgers.models import Fact
from ledgers.selectors.about import known


def holds(at: datetime) -> Q:
    """Rows whose window contains that instant, its two bounds asked apart: behind the walls PostgreSQL takes one row in
    two hundred to contain an instant, and would rather read every fact of the hub than walk along an order."""
    begun = Q(valid_during__lower_inf=True) | Q(valid_during__startswith__lte=at)
    return begun & (Q(valid_during__upper_inf=True) | Q(valid_during__endswith__gt=at))


def timeline(known_at: datetime | None = None) -> QuerySet[Fact]:
    """The rows that give a value at some instant, as the hub knew them then; None is now."""
    return Fact.objects.filter(known(known_at), standing=Fact.Standing.TIMELINE, value_key__isnull=False)


def in_force(at: datetime, known_at: datetime | None = None) -> QuerySet[Fact]:
    """The rows that give a value at that instant."""
    return timeline(known_at).filter(holds(at))


def said_last() -> Coalesce:
    """When the value of a row was last said by someone whose word pushes its review."""
    supports = Fact.objects.filter(
        slot=OuterRef("slot"),
        value_key=OuterRef("value_key"),
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
        renews=True,
    )
    last = supports.order_by().values("slot").annotate(last=Max("recorded_at")).values("last")
    return Coalesce(Subquery(last), F("recorded_at"))
