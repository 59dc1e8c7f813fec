"""Questions counted: by what the policy says in one breath (a field, or a pattern of fields) and by whose facts met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ledgers.dial.law import Law
from ledgers.dial.reading import Question
from ledgers.dial.verdicts import Pair, pair, verdict
from ledgers.dial.wilson import Interval, interval
from ledgers.domain.order import Order


@dataclass(frozen=True, slots=True)
class Weighed:
    """A question beside what the rules would have made of it. `ruled` None: they have no answer."""

    question: Question
    pair: Pair
    ruled: bool | None

    @property
    def agrees(self) -> bool:
        return self.question.plainly and self.ruled == self.question.took


@dataclass(slots=True)
class Row:
    """The questions in which one pair met in one place of the policy."""

    key: str
    pair: Pair
    weighed: list[Weighed] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return len(self.weighed)

    @property
    def took(self) -> int:
        """How often people let stand what the claim said, from its own date."""
        return sum(one.question.took and one.question.plainly for one in self.weighed)

    @property
    def ruled(self) -> int:
        """How often the rules have an answer."""
        return sum(one.ruled is not None for one in self.weighed)

    @property
    def agreed(self) -> int:
        return sum(one.agrees for one in self.weighed)

    @property
    def interval(self) -> Interval:
        return interval(self.agreed, self.ruled)


def weigh(question: Question, law: Law, order: Order | None = None) -> Weighed:
    """By the order of today, or by another one that is tried. What the rules settled alone they would settle so."""
    rule = law.rule(question.field, order)
    ruled = verdict(question.seen, rule) if question.reason else True
    return Weighed(question, pair(question.seen, law.rule(question.field).order), ruled)


def rows(questions: Iterable[Question], law: Law) -> list[Row]:
    """Those with most questions first, then by name."""
    found: dict[tuple[str, Pair], Row] = {}
    for question in questions:
        one = weigh(question, law)
        key = law.place(question.field)
        found.setdefault((key, one.pair), Row(key, one.pair)).weighed.append(one)
    return sorted(found.values(), key=lambda row: (-row.asked, row.key, str(row.pair.stood), str(row.pair.came)))


def agreed_with(weighed: Sequence[Weighed]) -> int:
    return sum(one.agrees for one in weighed)
