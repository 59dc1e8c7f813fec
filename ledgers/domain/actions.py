"""The five actions, and the one executor that carries them out, for production and for every preview of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ledgers.domain.claim import ClaimId, Entry
from ledgers.domain.policy import Order
from ledgers.domain.timeline import Timeline, Window, at, cut, joined, lay, rebuild


class Action(StrEnum):
    """What happens to a claim (the words of the ledgers)."""

    APPEND = "append"
    NOOP = "noop"
    REVISE = "revise"
    REJECT_CONFLICT = "reject_conflict"
    DEFER_VERIFY = "defer_verify"


class Standing(StrEnum):
    """Where a claim stands: in the book of admitted claims, waiting, refused, or taken out as never true."""

    TIMELINE = "timeline"
    PENDING = "pending"
    REJECTED = "rejected"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Move:
    """One action on one claim.

    `weighs`: the claim enters the book and competes. `corrected` leave the book as never true. `guarded`: what would
    come back in their place waits for the owner instead of coming back.
    """

    action: Action
    weighs: bool
    corrected: frozenset[ClaimId] = frozenset()
    guarded: bool = False


@dataclass(frozen=True, slots=True)
class Next:
    """The state of a slot after a move: its timeline, where the claim stands, and what waits to come back."""

    timeline: Timeline
    standing: Standing
    returning: tuple[Window, ...] = ()


def execute(timeline: Sequence[Window], entry: Entry, move: Move, order: Order, book: Collection[Entry] = ()) -> Next:
    """The next state. `book` holds the admitted claims that overlap those taken out; it is read for nothing else."""
    if move.action is Action.DEFER_VERIFY:
        return Next(tuple(timeline), Standing.PENDING)
    base = without(timeline, book, move.corrected, order) if move.corrected else tuple(timeline)
    laid = lay(base, entry, order) if move.weighs else base
    kept = move.weighs or move.action is Action.NOOP
    standing = Standing.TIMELINE if kept else Standing.REJECTED
    if not move.guarded:
        return Next(laid, standing)
    returning = tuple(window for window in laid if comes_back(window, timeline, entry))
    return Next(tuple(window for window in laid if window not in returning), standing, returning)


def comes_back(window: Window, old: Sequence[Window], entry: Entry) -> bool:
    """Whether a window restarts a value that did not stand there before, or stood there without a break."""
    if not window.returned or window.entry.claim == entry.claim or window.value is None:
        return False
    stood = at(old, window.start)
    return not (stood and stood.entry == window.entry and stood.returned)


def without(timeline: Sequence[Window], book: Collection[Entry], gone: frozenset[ClaimId], order: Order) -> Timeline:
    """The timeline after claims leave the book: only the windows they held are worked out again."""
    remaining = [entry for entry in book if entry.claim not in gone]
    fresh = rebuild(remaining, order)
    kept: list[Window] = []
    for window in timeline:
        if window.entry.claim not in gone:
            kept.append(replace(window, carrier=window.entry.claim) if window.carrier in gone else window)
            continue
        for piece in cut(fresh, window.start, window.end):
            same_value = piece.value == window.value
            kept.append(
                Window(
                    piece.start,
                    piece.end,
                    piece.entry,
                    window.carrier if same_value and window.carrier not in gone else piece.carrier,
                    returned=window.returned if same_value else piece.value is not None,
                )
            )
    return joined(kept)
