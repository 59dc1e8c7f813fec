"""An abstract case put on stage: dates, values and a slot, so that the law can judge it like any claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.content import WIDENED
from ledgers.domain.contest import Reading
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Bar, Situation
from ledgers.domain.space import Case, Comes, Dates, Span, Stands, Voice
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Window

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
# What stands began two months ago or, where it has to be older for its review, when it was last said.
STOOD_DAYS = 60
OVER, RUNS_OUT = NOW - 10 * DAY, NOW + 90 * DAY
STOOD, COMES = ClaimId("stood"), ClaimId("comes")
KINDS: Mapping[Comes, Kind] = MappingProxyType({Comes.RETRACT: Kind.RETRACT, Comes.CORRECT: Kind.CORRECT})


@dataclass(frozen=True, slots=True)
class Values:
    """Two values that differ: of what stands, and of what comes."""

    stood: str = "stood"
    comes: str = "comes"


@dataclass(frozen=True, slots=True)
class Pair:
    """Whose claim comes, and whose fact stands (None: nothing does)."""

    comes: Voice
    stands: Voice | None = None


PLAIN = Values()


def staged(case: Case, pair: Pair, rule: FieldRule, values: Values = PLAIN) -> tuple[Incoming, Situation]:
    """The claim and all that its decision reads, as the services would read it under this rule."""
    stood = fact(case, pair.stands, values) if pair.stands else None
    claim = _claim(case, pair, rule, values)
    timeline = (Window(stood.start, stood.end, stood, stood.claim),) if stood and not apart(case, rule) else ()
    corrects = stood if case.comes is Comes.CORRECT else None
    situation = Situation(
        timeline=timeline,
        reading=Reading(NOW, STOOD if timeline and past_review(case, rule) else None),
        held=case.held,
        barred=(_bar(case, claim, stood),) if case.comes is Comes.BARRED and stood else (),
        target=corrects,
        book=(corrects,) if corrects else (),
        content=bool(timeline) and not rule.sensitivity and case.stood in rule.watched,
    )
    return claim, situation


def apart(case: Case, rule: FieldRule) -> bool:
    """Whether the two do not meet in one slot: of a field with many values each has its own."""
    return rule.many and case.stands is Stands.VALUE and case.comes in (Comes.OTHER, Comes.CORRECT, Comes.BARRED)


def past_review(case: Case, rule: FieldRule) -> bool:
    return case.stands is Stands.VALUE and rule.review_days is not None and case.days > rule.review_days


def stood_from(case: Case) -> datetime:
    return NOW + STOOD_DAYS * DAY if case.dates is Dates.AHEAD else NOW - max(STOOD_DAYS, case.days) * DAY


def comes_from(case: Case) -> datetime:
    """From when the claim says it holds."""
    if case.assumed:
        return NOW
    match case.dates:
        case Dates.OLDER:
            return stood_from(case) - 30 * DAY
        case Dates.SAME | Dates.CHOSEN:
            return stood_from(case)
        case Dates.FUTURE:
            return NOW + 30 * DAY
        case _:
            return NOW - 30 * DAY


def carried(case: Case, voice: Voice, rule: FieldRule) -> tuple[str, ...]:
    """The content the claim carries. A fact made wider is asked about for records in a sensitive field alone."""
    if case.content == WIDENED and not (rule.sensitivity and voice.tier is Tier.SYSTEM_OF_RECORD):
        return ()
    return (case.content,) if case.content else ()


def fact(case: Case, voice: Voice, values: Values = PLAIN) -> Entry:
    """What stands, as the book has it."""
    start = stood_from(case)
    # The loser of an owner's decision lost to what the owner chose.
    word = case.dates is Dates.CHOSEN or case.comes is Comes.BARRED
    strength = Strength(voice.tier, voice.source, start, owner_word=word)
    value = values.stood if case.stands is Stands.VALUE else None
    return Entry(STOOD, value, start, RUNS_OUT if case.span is Span.UNTIL else None, strength, NOW - case.days * DAY)


def _claim(case: Case, pair: Pair, rule: FieldRule, values: Values) -> Incoming:
    start = comes_from(case)
    said = None if case.comes is Comes.RETRACT else values.stood if case.comes is Comes.SAME else values.comes
    strength = Strength(pair.comes.tier, pair.comes.source, start)
    return Incoming(
        entry=Entry(COMES, said, start, OVER if case.span is Span.ENDED else None, strength, NOW),
        kind=KINDS.get(case.comes, Kind.ASSERT),
        has_speaker=pair.comes.tier is not Tier.UNATTRIBUTED,
        date_assumed=case.assumed,
        may_propose=case.may_propose,
        corrects=STOOD if case.comes is Comes.CORRECT else None,
        tier_reason=pair.comes.reason,
        content=carried(case, pair.comes, rule),
    )


def _bar(case: Case, claim: Incoming, stood: Entry) -> Bar:
    # An assumed date is barred whatever it is, so the value lost with a date of its own.
    lost = stood.start if case.assumed else claim.entry.start
    return Bar(claim.entry.value, lost, stood.strength, "owner", STOOD)
