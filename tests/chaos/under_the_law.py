"""What must hold of the ledgers themselves, whoever was told what: the joins of the invariants, and the oracle."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from escalations.models import Case
from ledgers.domain.tiers import Tier
from ledgers.models import Claim, Fact, Slot, Transaction
from tests.chaos.journal import Found
from tests.chaos.saying import PLAIN
from tests.invariants.saying import rows
from tests.invariants.test_i01_one_in_force import OVERLAPS
from tests.invariants.test_i02_every_change_is_logged import UNLOGGED
from tests.invariants.test_i14_sensitive_needs_owner import WITHOUT_OWNER
from tests.ledgers.domain.oracle import Said, Stretch, joined, stretches

RANKS = {tier: len(Tier) - place for place, tier in enumerate(Tier)}
# The oracle is slow on purpose; this many slots are enough to see a wrong one.
SLOTS = 60


def one_in_force() -> Found:
    return [f"{len(found)} pairs overlap" for found in [rows(OVERLAPS)] if found]


def all_logged() -> Found:
    return [f"{name}: {row[0]}" for name, query in UNLOGGED.items() for row in rows(query)]


def owners_decided() -> Found:
    return [f"fact {row[0]}" for row in rows(WITHOUT_OWNER)]


def windows() -> Found:
    """I7: where nobody but the law decided, the windows are those of the oracle. Comparing nothing proves nothing."""
    compared, found = 0, []
    for slot in islice(_by_law_alone(), SLOTS):
        compared += 1
        claims = [_heard(claim) for claim in Claim.objects.filter(slot=slot)]
        if in_force(slot) != stretches(claims):
            found.append(f"slot {slot.id} ({len(claims)} claims)")
    return found if compared else ["no slot was decided by the law alone"]


def _by_law_alone() -> Iterable[Slot]:
    asked = set(Transaction.objects.filter(action="defer_verify").values_list("slot_id", flat=True))
    asked |= set(Case.objects.values_list("slot_id", flat=True))
    return (slot for slot in Slot.objects.filter(field__in=PLAIN).order_by("id") if slot.id not in asked)


def _heard(claim: Claim) -> Said:
    return Said(str(claim.id), RANKS[Tier(claim.tier)], claim.effective_at, claim.value_key, claim.expires_at)


def in_force(slot: Slot) -> tuple[Stretch, ...]:
    held = Fact.objects.filter(
        slot=slot, standing="timeline", recorded_during__upper_inf=True, valid_during__isempty=False
    )
    return joined([Stretch(row.begins, row.ends, row.value_key) for row in held if row.value_key is not None])
