"""An owner's choice: what was weighed, what the chosen claim weighs from then on, and the state that follows.

Pure, so that what a page foresees and what the ledgers then write come out of the same lines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ledgers.domain.actions import Action, Move, Next, execute
from ledgers.domain.claim import ClaimId, Entry, Incoming, Strength
from ledgers.domain.decision import placed, taken_out
from ledgers.domain.policy import FieldRule, Order
from ledgers.domain.situation import Decision, Situation
from ledgers.domain.timeline import Timeline, Window, at


@dataclass(frozen=True, slots=True)
class Chosen:
    """What follows from a choice: the claim with the weight it has from then on, the action and the next state.

    `displaced` stood, with another value, where the chosen claim stands now.
    """

    entry: Entry
    decision: Decision
    after: Next
    displaced: tuple[Entry, ...]


def choose(claim: Incoming, situation: Situation, rule: FieldRule, weighed: Iterable[Entry], code: str) -> Chosen:
    """A claim takes its place by an owner's word, whatever the rules would have made of it."""
    entry = chosen(claim.entry, weighed, rule.order, situation.reading.now)
    lifted = replace(claim, entry=entry)
    decision = placed(lifted, situation, rule, code, taken_out(lifted, situation, rule))
    after = execute(situation.timeline, entry, decision.move, rule.order, situation.book)
    return Chosen(entry, decision, after, tuple(_displaced(situation.timeline, after, entry)))


def keep(window: Window, timeline: Sequence[Window], rule: FieldRule, weighed: Iterable[Entry], now: datetime) -> Next:
    """What stands stays, with the weight of what it was weighed against."""
    lifted = chosen(window.entry, weighed, rule.order, now)
    return execute(timeline, lifted, Move(Action.NOOP, weighs=True), rule.order)


def standing(timeline: Timeline, book: Collection[Entry], instants: Sequence[datetime]) -> tuple[Entry, ...]:
    """What stands at those instants, every support of it included."""
    values = dict.fromkeys(window.value for instant in instants if (window := at(timeline, instant)) is not None)
    return tuple(
        entry
        for value in values
        for entry in book
        if entry.value == value and any(entry.covers(instant) for instant in instants)
    )


def supports(entry: Entry, winner: Entry | None, fact: ClaimId | None) -> bool:
    """Whether what waited says the same as what the owner let stand; all else that waited is rejected."""
    return winner is not None and fact is not None and entry.value == winner.value


def strongest(weighed: Iterable[Entry], order: Order, now: datetime) -> Strength:
    """The rank of the strongest and the date of the latest claim weighed, with the owner's word.

    A date still ahead does not count: the choice would outdate what is scheduled between now and then, which nobody
    was shown.
    """
    strengths = [entry.strength for entry in weighed]
    top = max(strengths, key=lambda strength: strength.key(order))
    begun = [strength.dated for strength in strengths if strength.dated <= now]
    return Strength(top.tier, top.source, max(begun, default=top.dated), owner_word=True)


def chosen(entry: Entry, weighed: Iterable[Entry], order: Order, now: datetime) -> Entry:
    """The chosen claim as it competes from its date on; never dated before its own date."""
    strength = strongest([entry, *weighed], order, now)
    return replace(entry, strength=replace(strength, dated=max(strength.dated, entry.strength.dated)))


def _displaced(before: Timeline, after: Next, entry: Entry) -> Sequence[Entry]:
    lost = (at(before, window.start) for window in after.timeline if window.entry.claim == entry.claim)
    return [window.entry for window in lost if window is not None and window.value != entry.value]
