"""One slot run through the public core, claim by claim, the way a service would: decide, execute, keep the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from ledgers.domain.actions import Action, Standing, execute
from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide
from ledgers.domain.policy import FieldRule, Order
from ledgers.domain.situation import Decision, Situation
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Timeline
from tests.ledgers.domain.oracle import Said, Stretch, joined

ORDER = Order.read(list(Tier))
RANKS = {3: Tier.SYSTEM_OF_RECORD, 2: Tier.APPROVED_DOCUMENT, 1: Tier.AUTHORIZED_PERSON}
RULE = FieldRule(
    field="company.plan",
    sensitivity="",
    many=False,
    automatic=True,
    review_days=None,
    newer_weaker="record",
    four_eyes=False,
    order=ORDER,
)


@dataclass
class CoreSlot:
    """The state of a slot and what became of each claim."""

    rule: FieldRule = RULE
    timeline: Timeline = ()
    book: dict[ClaimId, Entry] = field(default_factory=dict)
    standing: dict[ClaimId, Standing] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    held: bool = False

    def copy(self) -> CoreSlot:
        """Another that goes on from here by itself."""
        return replace(self, book=dict(self.book), standing=dict(self.standing), decisions=list(self.decisions))

    def take(self, said: Said, recorded_at: datetime) -> Decision:
        incoming = incoming_of(said, recorded_at)
        target = self.book.get(ClaimId(said.corrects)) if said.corrects else None
        situation = Situation(
            timeline=self.timeline,
            reading=Reading(now=recorded_at),
            held=self.held,
            target=target,
            book=tuple(self.book.values()),
        )
        decision = decide(incoming, situation, self.rule)
        self.settle(incoming.entry, decision)
        return decision

    def settle(self, entry: Entry, decision: Decision) -> None:
        rest = [held for held in self.book.values() if held.claim not in decision.move.corrected]
        after = execute(self.timeline, entry, decision.move, self.rule.order, self.book.values())
        self.timeline = after.timeline
        self.book = {held.claim: held for held in rest}
        self.standing |= dict.fromkeys(decision.move.corrected, Standing.CORRECTED)
        if decision.move.weighs:
            self.book[entry.claim] = entry
        self.standing[entry.claim] = after.standing
        self.held = self.held or decision.move.action in {Action.APPEND, Action.REVISE}
        self.decisions.append(decision)


def incoming_of(said: Said, recorded_at: datetime) -> Incoming:
    strength = Strength(RANKS[said.rank], f"source-{said.rank}", said.effective_at)
    entry = Entry(ClaimId(said.name), said.value, said.effective_at, said.expires_at, strength, recorded_at)
    kind = Kind.CORRECT if said.corrects else Kind.RETRACT if said.value is None else Kind.ASSERT
    return Incoming(entry, kind, corrects=ClaimId(said.corrects) if said.corrects else None)


def played(claims: Sequence[Said], start: datetime) -> CoreSlot:
    """All claims in this order, recorded a second apart."""
    slot = CoreSlot()
    for place, said in enumerate(claims):
        slot.take(said, start + timedelta(seconds=place))
    return slot


def every_order(claims: Sequence[Said], start: datetime) -> Iterator[tuple[list[Said], CoreSlot]]:
    """Each order of the claims, and the slot after it. Orders that begin alike share the way that far."""

    def onward(order: list[Said], slot: CoreSlot) -> Iterator[tuple[list[Said], CoreSlot]]:
        if len(order) == len(claims):
            yield order, slot
        for said in claims:
            if said not in order:
                after = slot.copy()
                after.take(said, start + timedelta(seconds=len(order)))
                yield from onward([*order, said], after)

    return onward([], CoreSlot())


def by_value(timeline: Timeline) -> tuple[Stretch, ...]:
    """The timeline as the oracle tells it: values alone, retracts as nothing."""
    return joined(
        [Stretch(window.start, window.end, window.entry.value) for window in timeline if window.entry.value is not None]
    )
