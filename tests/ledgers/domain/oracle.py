"""The law of a single-valued slot, told a second time and as plainly as it can be.

Nothing here is quick or clever, and nothing comes from `ledgers.domain`: for every stretch of time between two boundary
points it asks which admitted claim is strongest, and notes that claim's value. The core is compared with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise


@dataclass(frozen=True)
class Said:
    """One claim, reduced to what the law weighs.

    `rank` is higher for stronger. `value` None is a retract. `dated` is the date it competes with where that is not its
    `effective_at` (an owner's choice gets the latest date weighed). `corrects` names the claim it puts right.
    """

    name: str
    rank: int
    effective_at: datetime
    value: str | None
    expires_at: datetime | None = None
    admitted: bool = True
    owner_word: bool = False
    dated: datetime | None = None
    corrects: str | None = None

    def holds_at(self, instant: datetime) -> bool:
        return self.effective_at <= instant and (self.expires_at is None or instant < self.expires_at)

    @property
    def strength(self) -> tuple[int, datetime, bool]:
        return (self.rank, self.dated or self.effective_at, self.owner_word)


@dataclass(frozen=True)
class Stretch:
    """A half-open stretch of time with one value in force; `end` None never ends. No stretch where nothing holds."""

    start: datetime
    end: datetime | None
    value: str


def boundaries(claims: Iterable[Said]) -> list[datetime]:
    """Every instant at which the answer may change, in order."""
    claims = list(claims)
    ends = {said.expires_at for said in claims if said.expires_at is not None}
    return sorted({said.effective_at for said in claims} | ends)


def strongest(claims: Iterable[Said], instant: datetime) -> list[Said]:
    """The admitted claims valid at the instant that no other one outweighs."""
    valid = [said for said in claims if said.admitted and said.holds_at(instant)]
    best = max((said.strength for said in valid), default=None)
    return [said for said in valid if said.strength == best]


def ties(claims: Iterable[Said]) -> bool:
    """Whether at some instant two values are strongest together: a question for the owner, not for the law."""
    claims = list(claims)
    return any(len({said.value for said in strongest(claims, instant)}) > 1 for instant in boundaries(claims))


def value_at(claims: Iterable[Said], instant: datetime) -> str | None:
    """The value in force, None where there is none or where a retract is strongest."""
    values = {said.value for said in strongest(claims, instant)}
    if len(values) > 1:
        raise ValueError(f"a tie at {instant}: {sorted(str(value) for value in values)}")
    return values.pop() if values else None


def standing(claims: Iterable[Said]) -> list[Said]:
    """The claims that count: without those a correction took out, and without corrections too weak to do so.

    A correction needs at least the rank of its target; it takes out the target and each support of it no stronger than
    itself, and bars the same value at the same date from a source no stronger.
    """
    remaining = list(claims)
    for said in claims:
        if said.corrects is None or said not in remaining:
            continue
        target = next((other for other in remaining if other.name == said.corrects), None)
        if target is None or target.rank > said.rank:
            remaining.remove(said)
            continue
        remaining = [other for other in remaining if other is said or not _taken_out(other, target, said)]
    return remaining


def _taken_out(other: Said, target: Said, correction: Said) -> bool:
    return other is target or (other.value == target.value and other.rank <= correction.rank and _meet(other, target))


def _meet(one: Said, two: Said) -> bool:
    starts = max(one.effective_at, two.effective_at)
    return one.holds_at(starts) and two.holds_at(starts)


def stretches(claims: Iterable[Said]) -> tuple[Stretch, ...]:
    """The timeline by value: neighbouring stretches of one value are joined."""
    counted = standing(list(claims))
    points: list[datetime | None] = [*boundaries(counted), None]
    found = [
        Stretch(start, end, value)
        for start, end in pairwise(points)
        if start is not None and (value := value_at(counted, start)) is not None
    ]
    return joined(found)


def joined(parts: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """The same stretches, in order, with those of one value that touch made one."""
    result: list[Stretch] = []
    for part in sorted(parts, key=lambda stretch: stretch.start):
        if result and result[-1].end == part.start and result[-1].value == part.value:
            result.append(Stretch(result.pop().start, part.end, part.value))
        else:
            result.append(part)
    return tuple(result)
