"""The only way the ledgers change: one claim judged by the policy, under the lock of its slot.

1. lock the slot, read the clock after the lock
2. read what the decision needs, decide, execute (both pure)
3. write the transaction row, close and open fact rows
4. look at what waits in the slot again, in recorded order, until nothing more settles

What follows for cases is the caller's, in the same database transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from ledgers import clock
from ledgers.domain.actions import Action, Next, Standing, execute
from ledgers.domain.claim import ClaimId, Entry, Incoming
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide, edged
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Decision, Situation
from ledgers.domain.timeline import Window
from ledgers.models import Claim, Fact, Field, Outbox, Slot, Transaction
from ledgers.selectors import book, registries
from ledgers.selectors.rules import as_registered
from ledgers.services import journal, policies
from ledgers.services.intake import read_value
from ledgers.services.locks import lock


@dataclass(frozen=True, slots=True)
class Law:
    """What governs a slot at this moment: the registered field, its rule and the version of the policy."""

    field: Field
    rule: FieldRule
    version: int


@dataclass(frozen=True, slots=True)
class Settled:
    """One claim's outcome. `others_wait`: more waits in the slot; `rechecked`: what of it settled because of this."""

    claim: Claim
    transaction: Transaction
    decision: Decision
    others_wait: bool = False
    rechecked: tuple[Settled, ...] = field(default=())


def by_policy(claim_id: UUID, locked: Slot | None = None) -> Settled | None:
    """Judge a claim that waits in the outbox; None when someone else settled it already. Runs in a transaction.

    `locked` is the claim's slot when the caller holds its lock already.
    """
    claim = Claim.objects.select_related("workspace", "agent", "member").get(id=claim_id)
    if claim.slot_id is None:
        raise ValueError("A claim of an unknown field has no slot to be settled in.")
    slot = locked or lock([claim.slot_id])[claim.slot_id]
    # Taking the outbox row is what makes a second delivery of the same bell do nothing.
    if not Outbox.objects.filter(claim=claim).delete()[0]:
        return None
    law = law_of(slot)
    done = judge(slot, claim, law, clock.after(slot.clock))
    return replace(done, rechecked=recheck(slot, law)) if changed(done) and done.others_wait else done


def law_of(slot: Slot) -> Law:
    """The rule that governs a slot now. A field is never unregistered while slots of it exist."""
    found = registries.registered_field(slot.workspace, slot.field)
    if found is None:
        raise LookupError(f"The field {slot.field} is not registered.")
    version, policy = policies.active(slot.workspace)
    return Law(found, policy.rule(as_registered(found, slot.field), slot.scope), version)


def as_id(text: str) -> ClaimId:
    return ClaimId(text)


def claim_id(claim: Claim) -> ClaimId:
    return ClaimId(str(claim.id))


def named(claim: Claim) -> ClaimId | None:
    """The fact a correction names."""
    return ClaimId(str(claim.corrects)) if claim.corrects else None


def changed(done: Settled) -> bool:
    """Whether the timeline may differ, so that what waits has to be looked at again."""
    return done.decision.move.weighs


def judge(slot: Slot, claim: Claim, law: Law, instant: datetime, pending: Fact | None = None) -> Settled:
    """Decide one claim and write the outcome. `pending` is its row when it waited before."""
    claim_in = _incoming(slot, claim, law, instant, pending)
    situation, held = read_situation(slot, claim_in, law, instant)
    decision = decide(claim_in, situation, law.rule)
    if pending is not None and decision.reason:
        return Settled(claim, pending.opened_by, decision)
    entry = edged(claim_in.entry) if decision.edge else claim_in.entry
    after = execute(situation.timeline, entry, decision.move, law.rule.order, situation.book)
    row = journal.record(slot, claim, instant, _record(claim, law, claim_in, situation, decision, pending=pending))
    if pending is not None:
        journal.close([pending], row)
    write(slot, claim_in, decision, after, row, entry=entry, held=held)
    return Settled(claim, row, decision, others_wait=bool(situation.waiting))


def _incoming(slot: Slot, claim: Claim, law: Law, instant: datetime, pending: Fact | None) -> Incoming:
    value_key = claim.value_key
    if value_key is None and claim.value is not None:
        # The field was unknown when the claim came in: its type reads the value now.
        _shown, value_key = read_value(slot.workspace, law.field, claim.kind, claim.value, claim.condition)
    allowed = registries.may_propose_there(slot.workspace, claim.author, slot.scope, slot.field, slot.subject.key)
    law_value = None if claim.kind == Claim.Kind.RETRACT else value_key
    recorded_at = pending.recorded_at if pending is not None else instant
    return book.incoming(claim, law_value, recorded_at, may_propose=allowed)


def read_situation(slot: Slot, claim: Incoming, law: Law, instant: datetime) -> tuple[Situation, dict[Window, Fact]]:
    """All that the decision reads, and the rows of the windows it may replace."""
    target = _target(slot, claim)
    start, end = _hull([claim.entry, *_may_leave(slot, target)])
    held = book.read_timeline(slot, start, end)
    situation = Situation(
        timeline=held.timeline,
        reading=Reading(instant, book.past_review(slot, law.rule, claim.entry.recorded_at)),
        held=any(window.value is not None for window in held.timeline) or book.ever_held(slot),
        barred=book.read_bars(slot, claim.entry.value),
        waiting=book.as_waiting(book.read_waiting(slot)),
        target=target,
        book=book.read_book(slot, start, end) if target else (),
    )
    return situation, held.rows


def _target(slot: Slot, claim: Incoming) -> Entry | None:
    """The admitted claim a correction names."""
    if claim.corrects is None:
        return None
    rows = book.open_rows(slot).filter(standing=Fact.Standing.TIMELINE, weighs=True, claim_id=claim.corrects)
    return next(iter(book.entries(rows)), None)


def _may_leave(slot: Slot, target: Entry | None) -> list[Entry]:
    """The target of a correction and its supports: whatever of them leaves the book, its whole time is read."""
    if target is None:
        return []
    return [entry for entry in book.read_book(slot, target.start, target.end) if entry.value == target.value]


def _hull(entries: Sequence[Entry]) -> tuple[datetime, datetime | None]:
    """The stretch of time that holds all of them."""
    ends = [entry.end for entry in entries if entry.end is not None]
    return min(entry.start for entry in entries), max(ends) if len(ends) == len(entries) else None


def _record(
    claim: Claim, law: Law, claim_in: Incoming, situation: Situation, decision: Decision, *, pending: Fact | None
) -> journal.Record:
    return journal.Record(
        kind=Transaction.Kind.CLAIM if pending is None else Transaction.Kind.SETTLED,
        action=decision.action,
        status=decision.status,
        rule=decision.rule,
        reason=decision.reason,
        target=decision.target,
        fact=decision.fact,
        policy_version=law.version,
        agent=claim.agent,
        member=claim.member,
        trace=decision.trace,
        read=_read(claim, law, claim_in, situation),
    )


def _read(claim: Claim, law: Law, claim_in: Incoming, situation: Situation) -> dict[str, Any]:
    return {
        "value": journal.digest(claim, claim_in.entry.value),
        "tier": str(claim_in.entry.strength.tier),
        "source": claim_in.entry.strength.source,
        "may_propose": claim_in.may_propose,
        "sensitivity": law.rule.sensitivity,
        "automatic": law.rule.automatic,
        "review_days": law.rule.review_days,
        "past_review": situation.reading.past_review,
        "held": situation.held,
        "clock": situation.reading.now.isoformat(),
        "timeline": [
            [
                window.start.isoformat(),
                window.end.isoformat() if window.end else None,
                window.entry.claim,
                window.carrier,
            ]
            for window in situation.timeline
        ],
    }


def write(
    slot: Slot,
    claim: Incoming,
    decision: Decision,
    after: Next,
    row: Transaction,
    *,
    entry: Entry,
    held: dict[Window, Fact],
) -> None:
    """Carry the next state into the rows."""
    out = decision.move.corrected
    if decision.move.weighs:
        journal.relay(slot, held, after.timeline, row, out)
    take_out(slot, out, row, claim.entry)
    for window in after.returning:
        wait_to_return(slot, window, row)
    if not any(window.entry.claim == entry.claim for window in after.timeline):
        journal.put(slot, entry, _place(claim, entry, decision, after.standing), row)


def _place(claim: Incoming, entry: Entry, decision: Decision, standing: Standing) -> journal.Place:
    if decision.reason:
        carrier = decision.repeats or entry.claim
        window = (entry.start, entry.end)
        return journal.Place("pending", carrier, decision.reason, weighs=False, renews=claim.may_propose, window=window)
    support = decision.action is Action.NOOP and decision.fact is not None
    return journal.Place(
        standing,
        decision.fact if support and decision.fact else entry.claim,
        weighs=decision.move.weighs,
        renews=claim.may_propose,
        newer_weaker=decision.newer_weaker,
    )


def take_out(slot: Slot, out: frozenset[ClaimId], row: Transaction, by: Entry) -> None:
    """Mark claims as never true, and bar the same value and date from sources no stronger."""
    rows = list(book.open_rows(slot).filter(standing=Fact.Standing.TIMELINE, claim_id__in=out))
    gone = {entry.claim: entry for entry in book.entries([*rows, *_just_closed(slot, out, row)])}
    journal.close(rows, row)
    for entry in gone.values():
        journal.put(slot, entry, journal.Place("corrected", entry.claim), row)
        journal.bar(slot, entry, by.strength, "corrected", row)


def _just_closed(slot: Slot, out: frozenset[ClaimId], row: Transaction) -> list[Fact]:
    return list(Fact.objects.filter(workspace_id=slot.workspace_id, slot=slot, claim_id__in=out, closed_by=row))


def wait_to_return(slot: Slot, window: Window, row: Transaction) -> None:
    """What would come back in a guarded field waits for its owner from the moment it would be in force."""
    place = journal.Place(
        "pending", window.entry.claim, "would_return", weighs=False, window=(window.start, window.end)
    )
    journal.put(slot, window.entry, place, row)


def recheck(slot: Slot, law: Law) -> tuple[Settled, ...]:
    """Judge what waits in the slot again, in recorded order, until nothing more settles by rule."""
    settled: list[Settled] = []
    again = True
    while again:
        again = False
        for pending in book.read_waiting(slot):
            if pending.reason == "would_return":
                continue
            claim = Claim.objects.select_related("workspace", "agent", "member").get(id=pending.claim_id)
            done = judge(slot, claim, law, clock.after(slot.clock), pending)
            if not done.decision.reason:
                settled.append(done)
                again = changed(done)
            if again:
                break
    return tuple(settled)
