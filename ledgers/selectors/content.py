"""What makes a claim sensitive although its field, or its scope, is not: read when it is judged."""

from __future__ import annotations

from ledgers.domain.content import WIDENED
from ledgers.domain.policy import FieldRule
from ledgers.domain.scopes import narrower
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Timeline
from ledgers.formats.detectors import classes
from ledgers.models import Claim, Fact, Slot


def carried(slot: Slot, claim: Claim, rule: FieldRule, value: str | None) -> tuple[str, ...]:
    """The classes the claim carries: those found at the door, and whether it widens a sensitive fact."""
    found = tuple(claim.content)
    return (*found, WIDENED) if _widens(slot, claim, rule, value) else found


def _widens(slot: Slot, claim: Claim, rule: FieldRule, value: str | None) -> bool:
    """Whether a sensitive fact of a narrower scope says the same. Asked of records alone: all others wait anyway."""
    if not rule.sensitivity or claim.tier != Tier.SYSTEM_OF_RECORD or value is None:
        return False
    rows = Fact.objects.filter(
        workspace_id=slot.workspace_id,
        slot__subject_id=slot.subject_id,
        slot__field=slot.field,
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
        value_key=value,
    )
    scopes = rows.exclude(slot__scope=slot.scope).values_list("slot__scope", flat=True).distinct()
    return any(narrower(scope, slot.scope) for scope in scopes)


def stands(timeline: Timeline, rule: FieldRule, value: str | None) -> bool:
    """Whether another value that stands there holds sensitive content: changing it is as sensitive as saying it."""
    if rule.sensitivity:
        return False
    held = {window.value for window in timeline} - {value, None}
    return any(not rule.watched.isdisjoint(classes(text)) for text in held)
