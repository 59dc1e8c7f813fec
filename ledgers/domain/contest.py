"""How a claim meets what already stands: stretch by stretch, by authority first and dates second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ledgers.domain.claim import ClaimId, Incoming
from ledgers.domain.policy import FieldRule
from ledgers.domain.timeline import Window, before, earlier


class Meeting(StrEnum):
    """What the law says where a claim meets a window, or meets nothing."""

    EMPTY = "empty"
    SAME = "same"
    STRONGER = "stronger"
    WEAKER = "weaker"
    LATER = "later"
    OLDER = "older"
    PAST_REVIEW_LOSES = "past_review_loses"
    OUTWORDED = "outworded"
    # The rest wait for the owner.
    TIE = "tie"
    PAST_REVIEW = "past_review"
    NO_SPEAKER = "no_speaker"
    DATE_ASSUMED = "date_assumed"
    AFTER_RETRACT = "after_retract"
    NEWER_WEAKER = "newer_weaker"


TAKES = frozenset({Meeting.EMPTY, Meeting.STRONGER, Meeting.LATER, Meeting.PAST_REVIEW_LOSES})
ASKS = (
    Meeting.TIE,
    Meeting.PAST_REVIEW,
    Meeting.NO_SPEAKER,
    Meeting.DATE_ASSUMED,
    Meeting.AFTER_RETRACT,
    Meeting.NEWER_WEAKER,
)


@dataclass(frozen=True, slots=True)
class Met:
    """A stretch of the claim's validity and what it meets there (None: nothing admitted)."""

    start: datetime
    end: datetime | None
    against: Window | None
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Reading:
    """What a decision reads besides the timeline: the instant, and the fact whose review is past (if any)."""

    now: datetime
    past_review: ClaimId | None = None


def meet(timeline: Sequence[Window], claim: Incoming, rule: FieldRule, reading: Reading) -> tuple[Met, ...]:
    """Every stretch of the claim's validity, in time order."""
    entry = claim.entry
    met: list[Met] = []
    cursor: datetime = entry.start
    for window in timeline:
        if not entry.overlaps(window.start, window.end):
            continue
        if cursor < window.start:
            met.append(Met(cursor, window.start, None, Meeting.EMPTY))
        start, end = max(cursor, window.start), earlier(window.end, entry.end)
        met.append(Met(start, end, window, _against(window, claim, rule, reading)))
        if end is None:
            return tuple(met)
        cursor = end
    if before(cursor, entry.end):
        met.append(Met(cursor, entry.end, None, Meeting.EMPTY))
    return tuple(met)


def _against(window: Window, claim: Incoming, rule: FieldRule, reading: Reading) -> Meeting:
    if window.value == claim.entry.value:
        return Meeting.SAME
    mine, theirs = claim.entry.strength, window.entry.strength
    gain = mine.rank(rule.order) - theirs.rank(rule.order)
    if gain > 0:
        return Meeting.STRONGER
    if gain < 0:
        return _weaker(window, claim, rule, reading)
    return _level(window, claim, reading)


def _weaker(window: Window, claim: Incoming, rule: FieldRule, reading: Reading) -> Meeting:
    later = claim.entry.strength.dated > window.entry.strength.dated
    if later and window.value is None:
        return Meeting.AFTER_RETRACT
    if later and rule.newer_weaker == "ask" and window.covers(reading.now):
        return Meeting.NEWER_WEAKER
    return Meeting.WEAKER


def _level(window: Window, claim: Incoming, reading: Reading) -> Meeting:
    mine, theirs = claim.entry.strength, window.entry.strength
    stale = reading.past_review is not None and window.carrier == reading.past_review
    if mine.dated > theirs.dated:
        if not claim.has_speaker:
            return Meeting.NO_SPEAKER
        return Meeting.DATE_ASSUMED if claim.date_assumed else Meeting.LATER
    if mine.dated < theirs.dated:
        return Meeting.PAST_REVIEW if stale else Meeting.OLDER
    if mine.owner_word != theirs.owner_word:
        return Meeting.LATER if mine.owner_word else Meeting.OUTWORDED
    return Meeting.PAST_REVIEW_LOSES if stale else Meeting.TIE
