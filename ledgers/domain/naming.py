"""The name of the rule that settled a claim, as the log and the screens give it."""

from __future__ import annotations

from collections.abc import Sequence

from ledgers.domain.claim import Incoming, Kind
from ledgers.domain.contest import Meeting, Met
from ledgers.domain.situation import Situation
from ledgers.domain.timeline import Changed, before


def winning_rule(claim: Incoming, situation: Situation, met: Sequence[Met], changed: Sequence[Changed]) -> str:
    """The rule that let a claim take its place: what it met at the first instant it changes from now on."""
    if claim.kind is Kind.CORRECT and situation.target is not None:
        return "correct.replaces"
    ahead = [one for one in changed if before(situation.reading.now, one.end)]
    if not ahead:
        hidden = [one.meeting for one in met if one.meeting in {Meeting.OLDER, Meeting.OUTWORDED, Meeting.WEAKER}]
        return "authority.weaker" if hidden and hidden[0] is Meeting.WEAKER else "dates.older_effective"
    taken = (one.meeting for one in met if one.meeting in _RULES and before(ahead[0].start, one.end))
    took = next(taken, Meeting.EMPTY)
    return _RULES[took] if took is not Meeting.EMPTY else _gap_rule(claim, situation, met)


_RULES = {
    Meeting.STRONGER: "authority.stronger",
    Meeting.LATER: "dates.later_effective",
    Meeting.PAST_REVIEW_LOSES: "dates.past_review_loses",
    Meeting.EMPTY: "scope.apart",
}


def _gap_rule(claim: Incoming, situation: Situation, met: Sequence[Met]) -> str:
    if any(one.meeting is Meeting.WEAKER for one in met):
        return "authority.uncovered"
    if claim.entry.start > situation.reading.now:
        return "dates.scheduled"
    return "scope.apart" if situation.held else "detect.first_value"
