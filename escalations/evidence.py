"""What an owner is shown, as one digest: a decision names it, so nobody decides on something else than they saw."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from escalations.models import Case
from ledgers import clock
from ledgers.models import Claim, Fact, Slot
from ledgers.selectors import book
from ledgers.services.journal import salted


def digest(case: Case) -> str:
    """SHA-256 over the fact in force and every claim that waits, by id and salted value digest."""
    standing = book.read_timeline(case.slot, (now := clock.now()), now + clock.TICK).rows.values()
    return digest_of(case, next(iter(standing), None), candidates(case))


def digest_of(case: Case, standing: Fact | None, waiting: Sequence[Fact]) -> str:
    """The same for rows that a page has read already, so that what is shown is what is sealed."""
    shown = [f"in force {standing.carrier_id} {standing.claim_id}"] if standing else ["nothing in force"]
    shown += [f"waits {row.claim_id} {salted(row.claim, row.value_key or '')}" for row in waiting]
    return hashlib.sha256("\n".join([str(case.id), *shown]).encode()).hexdigest()


def candidates(case: Case) -> list[Fact]:
    """The open rows of the claims that wait in the case, first recorded first; without those that only repeat one."""
    mine = set(case.candidates.filter(left_at__isnull=True).values_list("claim_id", flat=True))
    return [row for row in book.read_waiting(case.slot) if row.claim_id in mine]


def in_force(slot: Slot) -> Claim | None:
    """The claim whose name the fact in force has."""
    window = book.in_force(slot, clock.now())
    return Claim.objects.get(id=window.carrier) if window and window.value is not None else None
