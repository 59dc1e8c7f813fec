"""Which facts the clock asks about: past their review, or back in force."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from ledgers.domain import review
from ledgers.models import Fact, Field, Slot
from ledgers.selectors.rules import rules_for
from ledgers.selectors.standing import in_force, said_last
from memoryhub.accounts.models import Workspace

# Rows fetched at a time: of many overdue facts the sweep holds no more than these.
CHUNK = 500


def past(workspace: Workspace, now: datetime) -> Iterator[tuple[UUID, str, datetime]]:
    """(slot, fact, when it fell due) of the facts in force whose review is past. Inside a transaction."""
    for field, days in _intervals(workspace).items():
        for slot, carrier, said in _unsaid_since(
            workspace, field, now, review.overdue_before(now, days, workspace.zone)
        ):
            due = review.due(said, days, workspace.zone)
            if due is not None:
                yield slot, str(carrier), due


def _intervals(workspace: Workspace) -> dict[str, int]:
    """The fields that are reviewed, with their days. The scope is no part of it: any will do."""
    keys = set(Field.objects.filter(workspace=workspace).values_list("key", flat=True))
    patterns = {key for key in keys if key.endswith("*")}
    for pattern in patterns:
        covered = Slot.objects.filter(workspace=workspace, field__startswith=pattern[:-1])
        keys.update(covered.values_list("field", flat=True).distinct())
    rules = rules_for(workspace, ((key, "") for key in keys - patterns))
    return {field: rule.review_days for (field, _scope), rule in rules.items() if rule.review_days is not None}


def _unsaid_since(
    workspace: Workspace, field: str, now: datetime, before: datetime
) -> Iterator[tuple[UUID, UUID, datetime]]:
    """(slot, fact, when it was said last) of what nobody who may has said since that instant."""
    rows = in_force(now).filter(workspace=workspace, slot__field=field)
    # A row that pushes its own review and is younger needs no further look; the index holds these two columns.
    old = rows.filter(Q(renews=False) | Q(renews=True, recorded_at__lt=before))
    late = old.annotate(said=said_last()).filter(said__lt=before)
    # In no order: the first come at once, however many there are.
    yield from late.values_list("slot_id", "carrier_id", "said").iterator(chunk_size=CHUNK)


def returned(workspace: Workspace, now: datetime) -> QuerySet[Fact]:
    """Windows that began because something stronger ended."""
    return in_force(now).filter(workspace=workspace, returned=True)
