"""Hypothesis strategies for sets of claims in one slot, free of what an owner would have to decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

from hypothesis import assume
from hypothesis import strategies as st

from tests.ledgers.domain.oracle import Said, standing, ties

START = datetime(2026, 1, 1, 3, tzinfo=UTC)
VALUES = ["a", "b", "c", None]


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def said(
    name: str, rank: int, start: int, value: str | None, *, end: int | None = None, corrects: str | None = None
) -> Said:
    """One claim by day numbers, to keep examples short."""
    return Said(name, rank, day(start), value, None if end is None else day(end), corrects=corrects)


@st.composite
def claims(draw: st.DrawFn, *, name: str, ranks: Sequence[int] = (1, 2, 3)) -> Said:
    start = draw(st.integers(0, 8))
    length = draw(st.none() | st.integers(1, 6))
    end = None if length is None else start + length
    return said(name, draw(st.sampled_from(ranks)), start, draw(st.sampled_from(VALUES)), end=end)


def overlap(one: Said, two: Said) -> bool:
    later = max(one.effective_at, two.effective_at)
    return one.holds_at(later) and two.holds_at(later)


def asks_an_owner(group: Sequence[Said]) -> bool:
    """Whether a subset could tie, or a value was claimed later by someone weaker than a retract.

    Subsets count too, since the claims arrive one by one. Two claims that hold at one instant with other values, one
    rank and one date are all it takes for a tie.
    """
    return ties(group) or any(
        overlap(one, two) and (_level(one, two) or _after_retract(one, two) or _after_retract(two, one))
        for one, two in combinations(group, 2)
    )


def _level(one: Said, two: Said) -> bool:
    return one.value != two.value and one.strength == two.strength


def _after_retract(retract: Said, other: Said) -> bool:
    return (
        retract.value is None
        and other.value is not None
        and other.rank < retract.rank
        and other.effective_at >= retract.effective_at
    )


@st.composite
def settled_sets(draw: st.DrawFn, *, smallest: int = 2, largest: int = 6) -> tuple[Said, ...]:
    """2 to 6 claims with mixed ranks, ends, retracts and supports that the law alone decides, in some order."""
    size = draw(st.integers(smallest, largest))
    group: list[Said] = []
    for number in range(size):
        newcomer = draw(claims(name=f"k{number + 1}").filter(lambda new: not asks_an_owner([*group, new])))
        group.append(newcomer)
    return tuple(group)


@st.composite
def corrected_sets(draw: st.DrawFn) -> tuple[Said, ...]:
    """A settled set and, last, a correction of one of its values by someone strong enough."""
    group = draw(settled_sets(largest=5).filter(lambda group: any(one.value is not None for one in group)))
    target = draw(st.sampled_from([one for one in group if one.value is not None]))
    newcomer = draw(claims(name="fix", ranks=range(target.rank, 4)))
    newcomer = replace(newcomer, value=draw(st.sampled_from(["d", "e"])), corrects=target.name)
    assume(not asks_an_owner([*group, newcomer]) and not asks_an_owner(standing([*group, newcomer])))
    return (*group, newcomer)
