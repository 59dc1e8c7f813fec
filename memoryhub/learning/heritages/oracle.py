"""What must come out, worked out apart from the hub: plain Python over the lines, from the words of the design alone.

Nothing of the deciding code is imported here, and must not be: a mistake shared by both would never show.

All claims hold from the same date, so dates decide nothing. What is left of the law:

- the first claim about a place stands; a claim of the same value supports it and lends it its rank;
- a weaker claim of another value is refused;
- a claim of equal rank with another value waits, and what was recorded first stands;
- a stronger claim replaces what stands, which then has no time left in which it holds (superseded);
- after every change the waiting are looked at again, in recorded order: who no longer ties leaves, as support where the
  value stands now, else refused.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from memoryhub.learning.heritages.rows import Row

STRONG_TO_WEAK = (
    "system_of_record",
    "approved_document",
    "authorized_person",
    "counterparty",
    "agent_inference",
    "unattributed",
)
STANDS, SUPPORTS, WAITS, SUPERSEDED, REJECTED = "accepted", "support", "pending", "superseded", "rejected"


@dataclass
class Place:
    """What must be known about one place; each claim's line number has exactly one outcome."""

    outcomes: dict[int, str] = field(default_factory=dict)
    value: str = ""
    carrier: int = 0
    rank: int = 0
    waiting: list[tuple[int, str, int]] = field(default_factory=list)

    @property
    def has_case(self) -> bool:
        return bool(self.waiting)

    @property
    def claimed(self) -> frozenset[str]:
        """The values between which its owner has to choose: the standing one and those that wait."""
        return frozenset({self.value, *(value for _number, value, _rank in self.waiting)})


def expect(rows: Iterable[Row], tier_of: Callable[[str], str]) -> dict[str, Place]:
    """What must stand, wait and be past in each place after these rows, in this order."""
    places: dict[str, Place] = {}
    for row in rows:
        rank = len(STRONG_TO_WEAK) - STRONG_TO_WEAK.index(tier_of(row.site))
        _say(places.setdefault(place_name(row.place), Place()), row.number, tidy(row.value), rank)
    return places


def _say(place: Place, number: int, value: str, rank: int) -> None:
    if place.carrier and value == place.value:
        place.outcomes[number] = SUPPORTS
        place.rank = max(place.rank, rank)
    elif rank > place.rank:
        if place.carrier:
            place.outcomes[place.carrier] = SUPERSEDED
        place.outcomes[number] = STANDS
        place.value, place.carrier, place.rank = value, number, rank
    elif rank == place.rank:
        place.outcomes[number] = WAITS
        place.waiting.append((number, value, rank))
    else:
        place.outcomes[number] = REJECTED
    _look_again(place)


def _look_again(place: Place) -> None:
    still = []
    for number, value, rank in place.waiting:
        if value == place.value:
            place.outcomes[number] = SUPPORTS
        elif rank < place.rank:
            place.outcomes[number] = REJECTED
        else:
            still.append((number, value, rank))
    place.waiting = still


def tidy(text: str) -> str:
    """Text as it compares: composed, no blanks outside, one blank inside."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def place_name(text: str) -> str:
    """A place as subjects compare: tidy, and without regard to case."""
    return unicodedata.normalize("NFC", tidy(text).casefold())
