"""Which facts the clock asks about: past their review, or back in force."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Max, QuerySet

from ledgers.domain import review
from ledgers.models import Fact, Field
from ledgers.selectors.rules import rule_for


def in_force(now: datetime) -> QuerySet[Fact]:
    return Fact.objects.filter(
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
        valid_during__contains=now,
        value_key__isnull=False,
    )


def past(now: datetime) -> Iterator[tuple[UUID, str, datetime]]:
    """(slot, fact, when it fell due) of the facts in force whose review is past."""
    for field in Field.objects.select_related("workspace", "authoritative"):
        rows = in_force(now).filter(workspace=field.workspace, **_of(field))
        for row in rows.select_related("slot"):
            rule = rule_for(field.workspace, field, row.slot.field, row.slot.scope)
            last = _last_support(row)
            due = review.due(last, rule.review_days, field.workspace.zone)
            if due is not None and due <= now:
                yield row.slot_id, str(row.carrier_id), due


def _of(field: Field) -> dict[str, str]:
    return {"slot__field__startswith": field.key[:-1]} if field.key.endswith("*") else {"slot__field": field.key}


def _last_support(row: Fact) -> datetime:
    rows = Fact.objects.filter(
        workspace_id=row.workspace_id,
        slot_id=row.slot_id,
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
        renews=True,
        value_key=row.value_key,
    )
    last: datetime | None = rows.aggregate(last=Max("recorded_at"))["last"]
    return last or row.recorded_at


def returned(now: datetime) -> QuerySet[Fact]:
    """Windows that began because something stronger ended."""
    return in_force(now).filter(returned=True)
