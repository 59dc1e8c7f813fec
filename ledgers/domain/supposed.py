"""Two claims that somebody makes up: what stands, what comes, and what the law makes of them.

The same `decide` and the same executor as in production. Nothing is read but what is supposed; the clock is the moment
at which the second claim is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo

from ledgers.domain.actions import execute
from ledgers.domain.claim import Entry, Incoming, Kind, Strength
from ledgers.domain.content import sensitivity_of
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide, edged
from ledgers.domain.policy import FieldRule
from ledgers.domain.review import due
from ledgers.domain.situation import Bar, Decision, Situation
from ledgers.domain.space import Comes, Stands, Voice
from ledgers.domain.staging import COMES, KINDS, PLAIN, STOOD
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Timeline, Window


@dataclass(frozen=True, slots=True)
class Stood:
    """What stands: since when and until when, and when it was last said. `content`: the class of sensitive content in
    it; `chosen`: an owner chose it."""

    stands: Stands
    voice: Voice
    since: datetime
    until: datetime | None
    said: datetime
    chosen: bool = False
    content: str = ""


@dataclass(frozen=True, slots=True)
class Came:
    """What comes, recorded and judged `at` a moment. `since` None: nobody gave a date."""

    comes: Comes
    voice: Voice
    since: datetime | None
    until: datetime | None
    at: datetime
    may_propose: bool = True
    content: str = ""
    lookalike: bool = False


@dataclass(frozen=True, slots=True)
class Supposed:
    """`held`: something stood there once, although nothing does now."""

    stood: Stood | None
    came: Came
    held: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """What comes of it. `treated`: the class of the question, where it goes to a person; "" for none."""

    decision: Decision
    after: Timeline
    treated: str

    @property
    def waits(self) -> bool:
        return bool(self.decision.reason)


def judge(supposed: Supposed, rule: FieldRule, zone: tzinfo) -> Judged:
    """Decide it and carry it out, as the services would."""
    claim, situation = staged(supposed, rule, zone)
    decision = decide(claim, situation, rule)
    entry = edged(claim.entry) if decision.edge else claim.entry
    after = execute(situation.timeline, entry, decision.move, rule.order, situation.book).timeline
    stood = {supposed.stood.content} if situation.content and supposed.stood else set()
    return Judged(decision, after, rule.sensitivity or sensitivity_of(rule.watched & {*claim.content, *stood}))


def staged(supposed: Supposed, rule: FieldRule, zone: tzinfo) -> tuple[Incoming, Situation]:
    """The claim and all that its decision reads, as the services would read it under this rule."""
    stood, came = supposed.stood, supposed.came
    if stood is None:
        return _claim(came, None), Situation((), Reading(came.at), held=supposed.held)
    fact = _fact(stood, came)
    claim = _claim(came, fact)
    meets = not _apart(stood, came, rule)
    target = fact if came.comes is Comes.CORRECT else None
    return claim, Situation(
        timeline=(Window(fact.start, fact.end, fact, fact.claim),) if meets else (),
        reading=Reading(came.at, STOOD if meets and _past_review(stood, came, rule, zone) else None),
        held=supposed.held or stood.stands is Stands.VALUE,
        barred=(Bar(claim.entry.value, claim.entry.start, fact.strength, "owner", STOOD),)
        if came.comes is Comes.BARRED
        else (),
        target=target,
        book=(target,) if target else (),
        content=meets and not rule.sensitivity and stood.content in rule.watched,
    )


def _apart(stood: Stood, came: Came, rule: FieldRule) -> bool:
    """Whether the two do not meet in one slot: of a field with many values each has its own."""
    return rule.many and stood.stands is Stands.VALUE and came.comes in (Comes.OTHER, Comes.CORRECT, Comes.BARRED)


def _past_review(stood: Stood, came: Came, rule: FieldRule, zone: tzinfo) -> bool:
    by = due(stood.said, rule.review_days, zone) if stood.stands is Stands.VALUE and stood.since <= came.at else None
    return by is not None and came.at >= by


def _fact(stood: Stood, came: Came) -> Entry:
    # What lost before an owner lost to what the owner chose.
    word = stood.chosen or came.comes is Comes.BARRED
    strength = Strength(stood.voice.tier, stood.voice.source, stood.since, owner_word=word)
    value = PLAIN.stood if stood.stands is Stands.VALUE else None
    return Entry(STOOD, value, stood.since, stood.until, strength, stood.said)


def _claim(came: Came, fact: Entry | None) -> Incoming:
    corrects = came.comes is Comes.CORRECT and fact is not None
    # A correction without a date takes the dates of what it corrects.
    borrowed = fact if corrects and came.since is None else None
    start = borrowed.start if borrowed else came.since or came.at
    said = None if came.comes is Comes.RETRACT else PLAIN.stood if came.comes is Comes.SAME else PLAIN.comes
    strength = Strength(came.voice.tier, came.voice.source, start)
    return Incoming(
        entry=Entry(COMES, said, start, borrowed.end if borrowed else came.until, strength, came.at),
        kind=KINDS.get(came.comes, Kind.ASSERT),
        has_speaker=came.voice.tier is not Tier.UNATTRIBUTED,
        date_assumed=came.since is None and borrowed is None,
        may_propose=came.may_propose,
        corrects=STOOD if corrects else None,
        tier_reason=came.voice.reason,
        content=(came.content,) if came.content else (),
        lookalike=came.lookalike,
    )
