"""The finite space of cases that a policy decides: what stands, what comes, and how the two meet.

A decision reads ranks and dates by comparing them and never by their size, and values by whether they are equal. So one
fact that stands and one claim that comes, each from a source as it counts, fall into finitely many cases, and two
policies can be compared in all of them. Left out is what cannot make a difference of its own:

- two contents at once (the graver one decides), and both of them beside a second fact: the law judges a claim stretch
  by stretch, each stretch against the one fact that stands there;
- a claim that repeats one that waits, or whose subject looks like another: what comes of it does not hang on the policy
  beyond four eyes and hours, which other cases of the same field show;
- a speaker: who is missing one counts as `unattributed`, and nobody else does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import product

from ledgers.domain.content import CONTENT, DERIVED, WIDENED
from ledgers.domain.tiers import Tier

# Days since somebody last said what stands: well inside every interval, since none is shorter than a day.
FRESH = 1


class Stands(StrEnum):
    """What is on record when the claim comes. A retract is a "there is no value" that still holds."""

    NOTHING = "nothing"
    VALUE = "value"
    RETRACT = "retract"


class Comes(StrEnum):
    """What the claim says, beside what stands. `BARRED`: another value, which lost before an owner to what stands."""

    OTHER = "other"
    SAME = "same"
    RETRACT = "retract"
    CORRECT = "correct"
    BARRED = "barred"


class Dates(StrEnum):
    """From when the claim holds, beside what stands. `CHOSEN`: from the same day, and an owner chose what stands;
    `AHEAD`: what stands is only scheduled, and the claim holds from before."""

    LATER = "later"
    OLDER = "older"
    SAME = "same"
    CHOSEN = "chosen"
    FUTURE = "future"
    AHEAD = "ahead"


class Span(StrEnum):
    """Until when: both without an end, the claim over by now, or what stands running out some day."""

    OPEN = "open"
    ENDED = "ended"
    UNTIL = "until"


@dataclass(frozen=True, slots=True)
class SaidSource:
    """A registered source, as the registry has it."""

    key: str
    tier: Tier
    name: str = ""
    external: bool = False


@dataclass(frozen=True, slots=True)
class Voice:
    """A source as its claims count; `reason` says why they count for less than the source."""

    source: str
    tier: Tier
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One abstract case, sources apart. `days`: since the last support of what stands; `content`: the class of
    sensitive content the claim carries; `stood`: that of the value it would change."""

    comes: Comes
    stands: Stands
    dates: Dates = Dates.LATER
    span: Span = Span.OPEN
    held: bool = True
    may_propose: bool = True
    assumed: bool = False
    days: int = FRESH
    content: str = ""
    stood: str = ""


def voices(sources: Sequence[SaidSource]) -> tuple[Voice, ...]:
    """Every way in which claims of these sources count: as their tier, and as less where they are derived or speak for
    somebody else's subject. In the shipped order of tiers, strong to weak, then by key."""
    found = {voice: None for source in sources for voice in _of(source)}
    places = list(Tier)
    return tuple(sorted(found, key=lambda voice: (voice.reason != "", places.index(voice.tier), voice.source)))


def _of(source: SaidSource) -> Iterator[Voice]:
    tier = Tier.UNATTRIBUTED if source.external else source.tier
    yield Voice(source.key, tier)
    if tier not in (Tier.AGENT_INFERENCE, Tier.UNATTRIBUTED):
        yield Voice(source.key, Tier.AGENT_INFERENCE, "derived")
    if tier is Tier.COUNTERPARTY:
        yield Voice(source.key, Tier.UNATTRIBUTED, "not_bound_to_subject")


def ages(*intervals: int | None) -> tuple[int, ...]:
    """Days since the last support, one for each side of each review interval."""
    return (FRESH, *(days + 1 for days in sorted({days for days in intervals if days is not None})))


@lru_cache(maxsize=64)
def cases(days: tuple[int, ...]) -> tuple[Case, ...]:
    """All cases, plain ones first: the first of a group is the one to show."""
    contents = [("", ""), *((name, "") for name in (*CONTENT, DERIVED, WIDENED)), *(("", name) for name in CONTENT)]
    manners = product(contents, days, (False, True), (True, False), (True, False))
    return tuple(
        case
        for (content, stood), since, assumed, may_propose, held in manners
        for stands, comes, dates, span in _meetings(assumed)
        if possible(case := Case(comes, stands, dates, span, held, may_propose, assumed, since, content, stood))
    )


@cache
def _meetings(assumed: bool) -> tuple[tuple[Stands, Comes, Dates, Span], ...]:
    found = product(Stands, Comes, Dates, Span)
    told = (Case(comes, stands, dates, span, assumed=assumed) for stands, comes, dates, span in found)
    return tuple((case.stands, case.comes, case.dates, case.span) for case in told if _meets(case) and _dated(case))


def possible(case: Case) -> bool:
    """Whether the parts of a case go together."""
    return _remembered(case) and _holds(case) and _meets(case) and _dated(case)


def _meets(case: Case) -> bool:
    """Over nothing there is nothing to repeat or correct; what stands over a retract is no value to repeat."""
    if case.stands is Stands.NOTHING:
        return case.comes in (Comes.OTHER, Comes.RETRACT) and case.dates in (Dates.LATER, Dates.FUTURE)
    return case.comes is not Comes.SAME or case.stands is Stands.VALUE


def _dated(case: Case) -> bool:
    """An assumed date is the moment of recording, and a correction has its target's instead. What lost before an owner
    is not later than what won, unless nobody said when it is from."""
    later = case.dates in (Dates.LATER, Dates.AHEAD)
    if case.assumed and (not later or case.span is Span.ENDED or case.comes is Comes.CORRECT):
        return False
    if case.comes is Comes.BARRED and not (
        case.dates in (Dates.OLDER, Dates.CHOSEN) or (case.dates is Dates.LATER and case.assumed)
    ):
        return False
    if case.span is Span.ENDED:
        return case.dates not in (Dates.FUTURE, Dates.AHEAD)
    return case.span is Span.OPEN or case.stands is not Stands.NOTHING


def _remembered(case: Case) -> bool:
    """A value that stands was held, and only one in force gets old."""
    if case.stands is Stands.VALUE:
        return case.held and (case.days == FRESH or case.dates is not Dates.AHEAD)
    return case.days == FRESH


def _holds(case: Case) -> bool:
    """A retract says no value, so it carries none; a repeated value changes none."""
    if case.content:
        return case.comes is not Comes.RETRACT and not case.stood
    return not case.stood or (case.stands is Stands.VALUE and case.comes is not Comes.SAME)
