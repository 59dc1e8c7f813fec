"""Where a claim ends under one order and under another, told a second time: instant by instant, nothing of the engine.

A slot of plain claims is a list of those admitted, in the order in which they were recorded. An order is a list of
groups of tiers, strong to weak. At each instant the strongest of the list stands, by the order it was recorded under;
a new claim takes it if the order that is tried ranks it higher, or level and later. Level with the same date, a person
is asked about all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

Order = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Said:
    """A claim: whose class of source, which value, from when on and until when."""

    tier: str
    value: str
    start: datetime
    end: datetime | None = None

    def covers(self, instant: datetime) -> bool:
        return self.start <= instant and (self.end is None or instant < self.end)


@dataclass(frozen=True)
class Fate:
    """What becomes of a claim: the value at each instant where it may change, and whether the claim's word holds
    anywhere. `values` None: a person is asked."""

    values: tuple[str | None, ...] | None
    holds: bool = False


def fate(said: Said, admitted: Sequence[Said], recorded: Order, tried: Order) -> Fate:
    known = [said, *admitted]
    instants = sorted({*(one.start for one in known), *(one.end for one in known if one.end)})
    values: list[str | None] = []
    changes = False
    for instant in instants:
        stood = _standing(admitted, instant, recorded)
        won = stood
        if said.covers(instant) and (stood is None or stood.value != said.value):
            if stood is not None and _strength(said, tried) == _strength(stood, tried):
                return Fate(None)
            if stood is None or _strength(said, tried) > _strength(stood, tried):
                won, changes = said, True
        values.append(won.value if won else None)
    first = _standing(admitted, said.start, recorded)
    return Fate(tuple(values), changes or (first is not None and first.value == said.value))


def bucket(said: Said, admitted: Sequence[Said], recorded: Order, tried: Order) -> str:
    """Where a claim belongs that was judged by the order it was recorded under, and by the one that is tried."""
    before, after = fate(said, admitted, recorded, recorded), fate(said, admitted, recorded, tried)
    if before == after or before.values == after.values:
        return "same"
    if before.values is None:
        return "D"
    return "C" if after.values is None else "A"


def against(said: Said, admitted: Sequence[Said], recorded: Order, tried: Order, *, accepted: bool) -> bool:
    """Whether the order that is tried would by itself have done the opposite of what a person did with a claim."""
    after = fate(said, admitted, recorded, tried)
    return after.values is not None and after.holds != accepted


def _standing(admitted: Sequence[Said], instant: datetime, order: Order) -> Said | None:
    """The strongest there; of equals, which then say the same, the one recorded first."""
    return max((one for one in admitted if one.covers(instant)), key=lambda one: _strength(one, order), default=None)


def _strength(said: Said, order: Order) -> tuple[int, datetime]:
    place = next(number for number, group in enumerate(order) if said.tier in group)
    return -place, said.start
