"""Digits in prose: the numbers a text may hold, however it groups them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# Digits with at most two separators between any two of them. A bar or colon ends a number: those are dates and hours.
RUN = re.compile(r"[0-9](?:[ .\-_]{0,2}[0-9])*")
# Longer runs are lists of numbers: what is looked for is at most 19 digits long.
MOST_GROUPS = 24


@dataclass(frozen=True, slots=True)
class Number:
    """Digits that may be one number: as they are grouped, and where they stand. `whole`: nothing adjoins them."""

    digits: str
    sizes: tuple[int, ...]
    start: int
    end: int
    whole: bool

    @property
    def one_by_one(self) -> bool:
        return set(self.sizes) == {1}


def numbers(text: str, shortest: int, longest: int) -> Iterator[Number]:
    """Every stretch of whole groups with that many digits; a group is never cut."""
    for run in RUN.finditer(text):
        groups = [(group[0], group.start(), group.end()) for group in re.finditer(r"[0-9]+", run[0])]
        for first in range(len(groups)):
            digits, sizes = "", list[int]()
            for held, _start, end in groups[first : first + MOST_GROUPS]:
                digits += held
                sizes.append(len(held))
                if len(digits) > longest:
                    break
                if len(digits) >= shortest:
                    start, whole = groups[first][1], len(sizes) == len(groups)
                    yield Number(digits, tuple(sizes), run.start() + start, run.start() + end, whole=whole)
