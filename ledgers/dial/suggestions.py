"""What the counts suggest: rules settle more alone, or less, or another source goes first. Never more than a draft.

The numbers are explained in docs/autonomy.md. A suggestion rests on several people: it has to hold without whoever
decided most, and one to widen also without whoever proposed most. Sensitive fields are in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ledgers.dial import edits
from ledgers.dial.counting import Row, Weighed, agreed_with, weigh
from ledgers.dial.law import Law
from ledgers.dial.wilson import Interval, interval
from ledgers.domain.findings import Level
from ledgers.domain.order import Entry
from ledgers.domain.policy import lint

Document = Mapping[str, Any]  # JSON
DAYS = 90
OUTSIDE = "outside_automatic_scope"
# How many questions, and how clear: the bound of the interval that is nearest to "by chance".
WIDEN_COUNT, WIDEN_LOW = 30, 0.90
NARROW_COUNT, NARROW_HIGH = 10, 0.80
ORDER_COUNT, ORDER_LOW = 15, 0.75
# How many of them by others than whoever did most.
OTHERS = 5


class Change(StrEnum):
    WIDEN = "widen"
    NARROW = "narrow"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One change of one place of the policy, as one edit of a draft.

    In `hits` of `count` the rules would decide as people did, once it is made. Of an order: the entries that change
    places, how often people followed the `winner`, and how often the rules of today decide as they did (`before`).
    """

    change: Change
    place: str
    hits: int
    count: int
    interval: Interval
    edit: str
    params: Mapping[str, Any]  # JSON
    winner: Entry | None = None
    loser: Entry | None = None
    followed: int = 0
    before: int = 0

    @property
    def key(self) -> str:
        """Names it in a form."""
        return ":".join([self.change, self.place, str(self.winner or ""), str(self.loser or "")])


def suggest(rows: Sequence[Row], law: Law, document: Document) -> list[Suggestion]:
    """All of them, those that take from the rules first. None that a check of the draft would stop."""
    by_place: dict[str, list[Row]] = {}
    for row in rows:
        by_place.setdefault(row.key, []).append(row)
    found = [one for place, met in sorted(by_place.items()) for one in _of_place(place, met, law, document)]
    places = [Change.NARROW, Change.ORDER, Change.WIDEN]
    return sorted(found, key=lambda one: (places.index(one.change), one.place))


def _of_place(place: str, rows: Sequence[Row], law: Law, document: Document) -> Iterator[Suggestion]:
    if law.sensitive(place):
        return
    weighed = [one for row in rows for one in row.weighed]
    scope = _narrow(place, weighed, law, document) or _widen(place, weighed, law, document)
    found = [scope, *(_order(row, law) for row in rows)]
    yield from (one for one in found if one is not None and not _stopped(one, document))


def _widen(place: str, weighed: Sequence[Weighed], law: Law, document: Document) -> Suggestion | None:
    """Only what would have been settled by rule in a wider scope speaks for one."""
    asked = [one for one in weighed if one.question.reason == OUTSIDE and one.ruled is not None]
    hits, count = agreed_with(asked), len(asked)
    bounds = interval(hits, count)
    if count < WIDEN_COUNT or bounds.low < WIDEN_LOW or law.rule(place).automatic:
        return None
    told = [(one.agrees, one) for one in asked]
    if not (_by_several(told, _decider, WIDEN_LOW) and _by_several(told, _author, WIDEN_LOW)):
        return None
    entries = edits.widened(document, place)
    return Suggestion(Change.WIDEN, place, hits, count, bounds, "set_automatic", {"entries": entries})


def _narrow(place: str, weighed: Sequence[Weighed], law: Law, document: Document) -> Suggestion | None:
    ruled = [one for one in weighed if one.ruled is not None]
    hits, count = agreed_with(ruled), len(ruled)
    bounds = interval(hits, count)
    if count < NARROW_COUNT or bounds.high > NARROW_HIGH or not law.admitting(place):
        return None
    if not _by_several([(not one.agrees, one) for one in ruled], _decider, 1 - NARROW_HIGH):
        return None
    entries = edits.narrowed(document, place, law)
    return Suggestion(Change.NARROW, place, hits, count, bounds, "set_automatic", {"entries": entries})


def _order(row: Row, law: Law) -> Suggestion | None:
    """Whoever people follow goes right above the other, if the rules then decide as people did."""
    stood, came = row.pair.stood, row.pair.came
    if stood is None or stood == came or row.asked < ORDER_COUNT:
        return None
    winner, loser = (came, stood) if 2 * row.took > row.asked else (stood, came)
    order = edits.raised(law.rule(row.key).order, winner, loser)
    if order is None:
        return None
    tried = [weigh(one.question, law, order) for one in row.weighed]
    hits, before = agreed_with(tried), row.agreed
    bounds = interval(hits, row.asked)
    if bounds.low < ORDER_LOW or bounds.low <= interval(before, row.asked).high:
        return None
    if not _by_several([(one.agrees, one) for one in tried], _decider, ORDER_LOW):
        return None
    params = {"field": row.key, "order": edits.written(order)}
    found = Suggestion(Change.ORDER, row.key, hits, row.asked, bounds, "set_order", params)
    return replace(found, winner=winner, loser=loser, followed=_followed(row, winner), before=before)


def _followed(row: Row, winner: Entry) -> int:
    """How often people let stand what the winner says, and nothing else."""
    return sum(one.question.plainly and one.question.took == (winner == row.pair.came) for one in row.weighed)


def _by_several(told: Sequence[tuple[bool, Weighed]], who: Callable[[Weighed], object], least: float) -> bool:
    """Whether it holds without the one who did most of it."""
    (busiest, _count), *_rest = Counter(who(one) for _hit, one in told).most_common(1)
    others = [hit for hit, one in told if who(one) != busiest]
    return len(others) >= OTHERS and sum(others) >= least * len(others)


def _decider(one: Weighed) -> object:
    return one.question.by


def _author(one: Weighed) -> object:
    return one.question.author


def _stopped(one: Suggestion, document: Document) -> bool:
    """Whether a check stops the draft that would come of it, which the policy in force passes."""
    return any(found.level is Level.BLOCKING for found in lint(edits.made(document, one.edit, one.params)))
