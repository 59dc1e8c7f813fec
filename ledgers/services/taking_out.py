"""What a correction takes out of the book: its target, and every support of it that is no stronger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from ledgers.domain.actions import without
from ledgers.domain.claim import ClaimId, Entry, Incoming
from ledgers.domain.policy import Order
from ledgers.models import Claim, Fact, Slot, Transaction
from ledgers.selectors import book
from ledgers.selectors.taken_up import instant_in
from ledgers.services import journal
from ledgers.services.page import Page, Place

Gone = frozenset[ClaimId]


def hull(entries: Sequence[Entry]) -> tuple[datetime, datetime | None]:
    """The stretch of time that holds all of them."""
    ends = [entry.end for entry in entries if entry.end is not None]
    return min(entry.start for entry in entries), max(ends) if len(ends) == len(entries) else None


def slot_of_target(slot: Slot, claim: Incoming) -> Slot:
    """Where the fact stands that a claim corrects: in a many-valued field every value has a slot of its own.

    Another slot than its own is only named, to be read from.
    """
    if claim.corrects is None:
        return slot
    named = Claim.objects.filter(id=claim.corrects).values_list("slot_id", flat=True).first()
    return slot if named in {None, slot.id} else Slot(id=named, workspace_id=slot.workspace_id)


def target(where: Slot, claim: Incoming) -> Entry | None:
    """The claim in the book that a correction names; a support that weighs nothing counts too."""
    rows = book.read_of(where, {UUID(claim.corrects)}) if claim.corrects else []
    return next(iter(book.entries(rows)), None)


def take_out(page: Page, out: Gone, by: Entry, order: Order) -> None:
    """Mark claims as never true, with what echoes them, and bar the same value and date from sources no stronger."""
    if not out:
        return
    rows = page.open(book.read_of(page.slot, {UUID(claim) for claim in out}))
    just_closed = [row for row in page.closed.values() if str(row.claim_id) in out]
    gone = {entry.claim: entry for entry in book.entries([*rows, *just_closed])}
    echoes = _echoes(page, list(gone.values()), by, order)
    gone |= {entry.claim: entry for entry in book.entries(echoes)}
    page.close([*rows, *echoes])
    for entry in gone.values():
        page.put(entry, Place("corrected", entry.claim))
        page.bar(entry, by.strength, "corrected")


def _echoes(page: Page, gone: Sequence[Entry], by: Entry, order: Order) -> list[Fact]:
    """The supports that weigh nothing: repeats in a sensitive field, of who may not propose, of an owner's word."""
    rows = page.open(book.read_echoes(page.slot, {entry.value for entry in gone}))
    return [row for row in rows if _is_echo(book.as_entry(row), gone, by, order)]


def _is_echo(entry: Entry, gone: Sequence[Entry], by: Entry, order: Order) -> bool:
    weaker = entry.strength.rank(order) <= by.strength.rank(order)
    return weaker and any(entry.value == one.value and entry.overlaps(one.start, one.end) for one in gone)


def take_out_of(there: Slot, out: Gone, claim: Claim, *, by: Entry, order: Order, said: journal.Record) -> Transaction:
    """The same in another slot than the correction's own: what it names leaves there, by a record of its own."""
    start, end = hull(book.entries(book.read_of(there, {UUID(claim) for claim in out})))
    held = book.read_timeline(there, start, end)
    left = without(held.timeline, book.read_book(there, start, end), out, order)
    page = Page(there, claim, instant_in(there))
    page.relay(held.rows, left, out)
    take_out(page, out, by, order)
    return journal.record(page, said)
