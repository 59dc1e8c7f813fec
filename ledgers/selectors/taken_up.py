"""A slot taken up: what is open in it, read once under its lock by whoever decides there.

From then on every reading of the slot (`book`, `rules`) is answered from here, so that all of a decision sees the same
slot and the same law, and asks the database once for each. Each page that is written in the slot is turned here too.
Without the lock nothing may be taken up: somebody else could change the slot meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import OuterRef, Subquery

from ledgers import clock
from ledgers.models import Claim, Fact, Slot, Transaction

if TYPE_CHECKING:
    from ledgers.selectors.rules import Ruled

KINDS = (Fact.Standing.TIMELINE, Fact.Standing.PENDING)


@dataclass(slots=True)
class TakenUp:
    """What was read of a slot.

    `rows` are the open ones that stand in its timeline or wait, each with its claim and who said it; `claims` these
    claims, also once their rows are closed; `records` how many each has in the log; `at` the instant, read after the
    lock; `ruled` what governs the slot, once that was asked.
    """

    rows: list[Fact]
    claims: dict[UUID, Claim]
    records: dict[UUID, int]
    at: datetime
    ruled: Ruled | None = None


def take_up(slot: Slot, at: datetime) -> None:
    """Read all of it. The caller holds the lock of the slot, and read the clock (`at`) since."""
    records = Transaction.objects.filter(claim=OuterRef("claim")).order_by("-number").values("number")[:1]
    rows = Fact.objects.filter(
        workspace_id=slot.workspace_id, slot=slot, recorded_during__upper_inf=True, standing__in=KINDS
    )
    known = rows.select_related("claim__agent__controller", "claim__member").annotate(last=Subquery(records))
    found = {row: row.last for row in known}
    claims = {row.claim_id: row.claim for row in found}
    slot.taken_up = TakenUp(list(found), claims, {row.claim_id: last for row, last in found.items()}, at)


def moment_in(slot: Slot) -> datetime:
    """The instant at which the slot was taken up, else this one."""
    return slot.taken_up.at if slot.taken_up is not None else clock.now()


def instant_in(slot: Slot) -> datetime:
    """The same for a change: never at or before the last one recorded in the slot."""
    return clock.after(slot.clock, moment_in(slot))


def claim_in(slot: Slot, claim_id: UUID) -> Claim:
    """A claim, from what is taken up where it is there."""
    known = slot.taken_up.claims.get(claim_id) if slot.taken_up is not None else None
    return known or Claim.objects.get(workspace_id=slot.workspace_id, id=claim_id)


def turn(slot: Slot, record: Transaction, closed: Collection[UUID], opened: Iterable[Fact]) -> None:
    """Carry a page that was written into what is taken up."""
    if slot.taken_up is None:
        return
    slot.taken_up.records[record.claim_id] = record.number
    claims = slot.taken_up.claims
    claims[record.claim_id] = record.claim
    stays = [row for row in slot.taken_up.rows if row.id not in closed]
    fresh = [row for row in opened if row.standing in KINDS]
    for row in fresh:
        if row.claim_id in claims:
            row.claim = claims[row.claim_id]
    slot.taken_up.rows = [*stays, *fresh]
