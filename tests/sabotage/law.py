"""Breaks of the deciding core: each makes it read the law in one wrong way."""

# ruff: noqa: ANN401 - wrappers take and give whatever they break
from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ledgers.domain.actions import Action, Move, Next
from ledgers.domain.claim import Entry, Incoming
from ledgers.domain.order import Order
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Decision, Situation
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Window
from tests.ledgers.domain import core_slot

Decide = Callable[[Incoming, Situation, FieldRule], Decision]
Execute = Callable[..., Next]


def noop_is_dropped() -> None:
    _weigh_less(lambda _claim, decision: decision.move.action is Action.NOOP)


def loser_never_comes_back() -> None:
    _weigh_less(lambda _claim, decision: decision.move.action is Action.REJECT_CONFLICT)


def retract_over_nothing_is_dropped() -> None:
    _weigh_less(lambda claim, decision: claim.entry.value is None and decision.move.action is Action.NOOP)


def _weigh_less(dropped: Callable[[Incoming, Decision], bool]) -> None:
    right: Decide = vars(core_slot)["decide"]

    def wrong(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision:
        decision = right(claim, situation, rule)
        if dropped(claim, decision):
            return replace(decision, move=replace(decision.move, weighs=False))
        return decision

    vars(core_slot)["decide"] = wrong


def support_lifts_the_whole_fact() -> None:
    right: Execute = vars(core_slot)["execute"]

    def wrong(timeline: Sequence[Window], entry: Entry, move: Move, order: Order, book: Collection[Entry] = ()) -> Next:
        after = right(timeline, entry, move, order, book)
        return replace(after, timeline=tuple(_lifted(window, entry, order) for window in after.timeline))

    vars(core_slot)["execute"] = wrong


def _lifted(window: Window, entry: Entry, order: Order) -> Window:
    stronger = entry.strength.rank(order) > window.entry.strength.rank(order)
    if window.entry.value != entry.value or not stronger:
        return window
    return replace(window, entry=replace(window.entry, strength=entry.strength))


def correction_leaves_a_hole() -> None:
    right: Execute = vars(core_slot)["execute"]

    def wrong(timeline: Sequence[Window], entry: Entry, move: Move, order: Order, book: Collection[Entry] = ()) -> Next:
        return right(timeline, entry, move, order, ())

    vars(core_slot)["execute"] = wrong


def recorded_time_decides() -> None:
    """The date a claim competes with becomes the moment it was recorded."""
    right = Entry.__init__

    def wrong(self: Entry, *args: Any, **kwargs: Any) -> None:  # Any: whatever the dataclass takes
        right(self, *args, **kwargs)
        recorded: datetime = self.recorded_at
        object.__setattr__(self, "strength", replace(self.strength, dated=recorded))

    setattr(Entry, "__init__", wrong)  # noqa: B010 - mypy forbids the plain assignment


def order_is_taken_as_written() -> None:
    """Rank follows the order as a policy writes it: what is external has no last place of its own."""

    def as_written(self: Order, tier: Tier, source: str, external: bool = False) -> int:
        for place, group in enumerate(self.groups):
            if any(entry.tier is tier and entry.source in ("", source) for entry in group):
                return len(self.groups) - place
        return 0

    setattr(Order, "rank", as_written)  # noqa: B010 - mypy forbids the plain assignment
