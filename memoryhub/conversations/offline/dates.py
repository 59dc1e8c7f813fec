"""The days a text speaks of, read from the day on which it was said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from memoryhub.conversations.offline.reckoning import READERS, Match, Reader
from memoryhub.conversations.offline.tongue import Tongue


@dataclass(frozen=True, slots=True)
class Found:
    start: int
    end: int
    day: date
    # "Since" in itself: "for two years"; "until" in itself: "for the next two weeks".
    role: str = ""


def find(folded: str, *, said_on: date, tongue: Tongue) -> list[Found]:
    """Every day named, in the order of the text. Longer spellings are tried first and hold their place."""
    reader = Reader(said_on, tongue, bool(tongue.past.search(folded) or tongue.since.search(folded)))
    taken: list[tuple[int, int]] = []
    found: list[Found] = []
    for name, pattern in tongue.days.items():
        for match in pattern.finditer(folded):
            if not any(match.start() < end and start < match.end() for start, end in taken):
                taken.append(match.span())
                found.extend(_found(name, match, reader))
    return sorted(found, key=lambda each: each.start)


def _found(name: str, match: Match, reader: Reader) -> Iterator[Found]:
    handler, role = READERS[name]
    try:
        day = handler(match, reader)
    except (ValueError, OverflowError, LookupError):
        # The 31st of February, or a year nobody lives in.
        return
    yield Found(match.start(), match.end(), day, role)
