"""The only way the ledgers change: one claim judged by the policy, under the lock of its slot.

1. lock the slot, read the clock after the lock
2. read what the decision needs, decide, execute (both pure)
3. write the transaction row, close and open fact rows
4. look at what waits in the slot again, in recorded order, until nothing more settles

What follows for cases is the caller's, in the same database transaction.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from ledgers import clock
from ledgers.domain import minutes
from ledgers.domain.actions import Action, Move, Next, Standing, execute
from ledgers.domain.claim import ClaimId, Entry, Incoming
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide, edged
from ledgers.domain.minutes import Minutes
from ledgers.domain.policy import FieldRule
from ledgers.domain.scopes import nameless
from ledgers.domain.situation import Decision, Situation
from ledgers.domain.timeline import Timeline, Window, has_gap
from ledgers.models import Claim, Fact, Field, Outbox, Slot, Transaction
from ledgers.selectors import book, content, registries
from ledgers.selectors.rules import as_registered, ruled
from ledgers.selectors.taken_up import instant_in
from ledgers.services import journal, taking_out
from ledgers.services.intake import read_value
from ledgers.services.locks import lock
from ledgers.services.page import Page, Place


@dataclass(frozen=True, slots=True)
class Law:
    """What governs a slot at this moment: the registered field, its rule and the version of the policy.

    `read` is what the log keeps of it, to find the same rule again.
    """

    field: Field
    rule: FieldRule
    version: int
    read: Minutes


@dataclass(frozen=True, slots=True)
class Settled:
    """One claim's outcome. `others_wait`: more waits in the slot; `rechecked`: what of it settled because of this."""

    claim: Claim
    transaction: Transaction
    decision: Decision
    others_wait: bool = False
    elsewhere: Settled | None = None
    rechecked: tuple[Settled, ...] = field(default=())


def by_policy(claim_id: UUID, locked: Slot | None = None) -> Settled | None:
    """Judge a claim that waits in the outbox; None when someone else settled it already. Runs in a transaction.

    `locked` is the claim's slot when the caller holds its lock already.
    """
    claim = Claim.objects.select_related("workspace", "agent", "member").get(id=claim_id)
    if claim.slot_id is None:
        raise ValueError("A claim of an unknown field has no slot to be settled in.")
    slot = locked or lock(reached([claim]))[claim.slot_id]
    # Taking the outbox row is what makes a second delivery of the same bell do nothing.
    if not Outbox.objects.filter(claim=claim).delete()[0]:
        return None
    law = law_of(slot)
    done = judge(slot, claim, law, instant_in(slot))
    return replace(done, rechecked=recheck(slot, law)) if changed(done) and done.others_wait else done


def reached(claims: Collection[Claim]) -> set[UUID]:
    """The slots that judging these claims may change: their own, and those of the facts they correct."""
    corrected = [claim.corrects for claim in claims if claim.corrects]
    named = Claim.objects.filter(id__in=corrected, slot__isnull=False).values_list("slot_id", flat=True)
    own = {claim.slot_id for claim in claims}
    return {slot_id for slot_id in (*own, *(named if corrected else ())) if slot_id is not None}


def law_of(slot: Slot) -> Law:
    """The rule that governs a slot now. A field is never unregistered while slots of it exist."""
    found = ruled(slot)
    if found is None:
        raise LookupError(f"The field {slot.field} is not registered.")
    registered, rule, policy = as_registered(found.field, slot.field), found.rule, found.policy
    # The log is never erased: it names no person, unless the policy itself treats that person apart.
    told = nameless(slot.scope)
    scope = told if policy.rule(registered, told) == rule else slot.scope
    read = {"field": minutes.registry(registered), "scope": scope, "policy": policy.digest}
    return Law(found.field, rule, found.version, read)


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
    if pending is not None and decision.reason and not _told_apart(pending, decision):
        return Settled(claim, pending.opened_by, decision)
    entry = edged(claim_in.entry) if decision.edge else claim_in.entry
    after = execute(situation.timeline, entry, decision.move, law.rule.order, situation.book)
    said = _record(claim, law, claim_in, situation, decision, pending=pending)
    page = Page(slot, claim, instant, first=pending is None)
    if pending is not None:
        page.close([pending])
    write(page, claim_in, decision, after, entry=entry, held=held, law=law)
    row = journal.record(page, said)
    done = Settled(claim, row, decision, others_wait=bool(situation.waiting))
    return carry_over(slot, done, claim_in, law, replace(said, kind=Transaction.Kind.SETTLED))


def _told_apart(pending: Fact, decision: Decision) -> bool:
    """Whether its subject is known to be another one by now, so that it waits for another reason."""
    return pending.reason == "lookalike_subject" != decision.reason


def carry_over(slot: Slot, done: Settled, claim: Incoming, law: Law, said: journal.Record) -> Settled:
    """Where a correction names a fact in another slot, that fact leaves there, and what waits there is looked at."""
    where, out = taking_out.slot_of_target(slot, claim), done.decision.move.corrected
    if not out or where == slot:
        return done
    own = replace(said, target=claim.corrects, read={**law.read, "taken_out": sorted(out)})
    there = lock([where.id])[where.id]
    row = taking_out.take_out_of(there, out, done.claim, by=claim.entry, order=law.rule.order, said=own)
    return replace(done, elsewhere=Settled(done.claim, row, done.decision, rechecked=recheck(there, law)))


def _incoming(slot: Slot, claim: Claim, law: Law, instant: datetime, pending: Fact | None) -> Incoming:
    value_key = claim.value_key
    if value_key is None and claim.value is not None:
        # The field was unknown when the claim came in: its type reads the value now.
        _shown, value_key = read_value(slot.workspace, law.field, claim.kind, claim.value, claim.condition)
    allowed = registries.may_propose_there(slot.workspace, claim.author, slot.scope, slot.field, slot.subject.key)
    law_value = None if claim.kind == Claim.Kind.RETRACT else value_key
    recorded_at = pending.recorded_at if pending is not None else instant
    judged = book.incoming(claim, law_value, recorded_at, may_propose=allowed)
    carried = content.carried(slot, claim, law.rule, law_value)
    return replace(judged, content=carried, lookalike=slot.subject.waits)


def read_situation(slot: Slot, claim: Incoming, law: Law, instant: datetime) -> tuple[Situation, dict[Window, Fact]]:
    """All that the decision reads, and the rows of the windows it may replace."""
    where = taking_out.slot_of_target(slot, claim)
    target = taking_out.target(where, claim)
    leaving = _may_leave(where, target)
    # What stands in a slot of its own leaves that one: of this slot only the claim's own time is read.
    start, end = taking_out.hull([claim.entry, *(leaving if where == slot else [])])
    # Its neighbours too: what a window ends with depends on what follows it.
    held = book.read_timeline(slot, start - clock.TICK, end + clock.TICK if end else None)
    situation = Situation(
        timeline=held.timeline,
        reading=Reading(instant, book.past_review(slot, law.rule, claim.entry.recorded_at)),
        held=any(window.value is not None for window in held.timeline) or book.ever_held(slot),
        barred=book.read_bars(slot, claim.entry.value),
        waiting=book.as_waiting(book.read_waiting(slot)),
        target=target,
        book=(book.read_book(slot, start, end) if where == slot else tuple(leaving)) if target else (),
        content=content.stands(held.timeline, law.rule, claim.entry.value),
    )
    return situation, held.rows


def _may_leave(where: Slot, target: Entry | None) -> list[Entry]:
    """The target of a correction and its supports: whatever of them leaves the book, its whole time is read."""
    if target is None:
        return []
    beside = [entry for entry in book.read_book(where, target.start, target.end) if entry.value == target.value]
    return beside if any(entry.claim == target.claim for entry in beside) else [target, *beside]


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
        read={**law.read, **minutes.taken(claim_in, situation)},
    )


def write(
    page: Page,
    claim: Incoming,
    decision: Decision,
    after: Next,
    *,
    entry: Entry,
    held: dict[Window, Fact],
    law: Law,
) -> None:
    """Carry the next state into the page."""
    out = decision.move.corrected
    if decision.move.weighs:
        page.relay(held, after.timeline, out)
    taking_out.take_out(page, out, claim.entry, law.rule.order)
    for window in after.returning:
        wait_to_return(page, window)
    if not any(window.entry.claim == entry.claim for window in after.timeline):
        page.put(entry, _place(claim, entry, decision, after.standing))


def _place(claim: Incoming, entry: Entry, decision: Decision, standing: Standing) -> Place:
    if decision.reason:
        carrier = decision.repeats or entry.claim
        window = (entry.start, entry.end)
        return Place("pending", carrier, decision.reason, weighs=False, renews=claim.may_propose, window=window)
    support = decision.action is Action.NOOP and decision.fact is not None
    return Place(
        standing,
        decision.fact if support and decision.fact else entry.claim,
        weighs=decision.move.weighs,
        renews=claim.may_propose,
        newer_weaker=decision.newer_weaker,
    )


def wait_to_return(page: Page, window: Window) -> None:
    """What would come back in a guarded field waits for its owner from the moment it would be in force."""
    span = (window.start, window.end)
    page.put(window.entry, Place("pending", window.entry.claim, "would_return", weighs=False, window=span))


def recheck(slot: Slot, law: Law) -> tuple[Settled, ...]:
    """Judge what waits in the slot again, in recorded order, until nothing more settles by rule.

    What waits for another reason than before is among the settled too, with its new reason.
    """
    settled: list[Settled] = []
    again = True
    while again:
        again = False
        for pending in book.read_waiting(slot):
            if pending.reason == "would_return":
                settled.extend(_covered(slot, pending, law))
                continue
            done = judge(slot, _claim_of(slot, pending), law, instant_in(slot), pending)
            if not done.decision.reason or _told_apart(pending, done.decision):
                settled.append(done)
                again = changed(done)
            if again:
                break
    return tuple(settled)


def look_again(slot: Slot) -> tuple[Settled, ...]:
    """Judge what waits in a slot, whose lock the caller holds, by the version now in force: a re-evaluation.

    What was decided stays decided; what still has to wait is left as it is.
    """
    return recheck(slot, law_of(slot))


def _claim_of(slot: Slot, pending: Fact) -> Claim:
    """A waiting claim with whoever said it; of a slot that is taken up its rows know them."""
    if slot.taken_up is None:
        return Claim.objects.select_related("workspace", "agent", "member").get(id=pending.claim_id)
    return pending.claim


def _covered(slot: Slot, pending: Fact, law: Law) -> list[Settled]:
    """What waits to come back waits no more once something else holds all of its time."""
    held = book.read_timeline(slot, pending.begins, pending.ends).timeline
    if has_gap(held, pending.begins, pending.ends):
        return []
    decision = Decision(Move(Action.NOOP, weighs=False), "superseded", "dates.covered")
    page = Page(slot, pending.claim, instant_in(slot))
    page.close([pending])
    row = journal.record(page, _covering(pending, law, decision, held))
    return [Settled(pending.claim, row, decision)]


def _covering(pending: Fact, law: Law, decision: Decision, held: Timeline) -> journal.Record:
    claim = pending.claim
    return journal.Record(
        kind=Transaction.Kind.SETTLED,
        action=decision.action,
        status=decision.status,
        rule=decision.rule,
        policy_version=law.version,
        agent=claim.agent,
        member=claim.member,
        read={**law.read, "covered": minutes.stretch(pending.begins, pending.ends, held)},
    )
