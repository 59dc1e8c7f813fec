"""The lines a decision leaves, one for each of the eight steps: codes and parameters, worded when they are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ledgers.domain.claim import Incoming, Kind
from ledgers.domain.content import UNSURE
from ledgers.domain.contest import Meeting, Met
from ledgers.domain.policy import FieldRule


@dataclass(frozen=True, slots=True)
class Line:
    """`params` holds ids, tiers, ranks and dates as text, never a value of the fact."""

    step: str
    code: str
    params: dict[str, str | int] = field(default_factory=dict)


def lines(claim: Incoming, rule: FieldRule, met: Sequence[Met]) -> list[Line]:
    """Steps 1 to 5 for one claim against what it met; the last steps follow from what is decided."""
    most = _telling(met)
    authority, dates = _authority(claim, rule, most), _dates(claim, most)
    return [_detect(claim, met), _scope(met), *authority, *dates, _ownership(claim, rule)]


def _telling(met: Sequence[Met]) -> Met | None:
    """The stretch that tells most: the last one in which another value stood."""
    others = [one for one in met if one.against and one.meeting is not Meeting.SAME]
    return others[-1] if others else None


def _detect(claim: Incoming, met: Sequence[Met]) -> Line:
    standing = [one.against for one in met if one.against]
    if claim.lookalike:
        return Line("detect", "detect.lookalike_subject")
    if not standing:
        return Line("detect", "detect.nothing_there")
    if all(window.value == claim.entry.value for window in standing):
        return Line("detect", "detect.same_value", {"fact": standing[-1].carrier})
    other = next(window for window in reversed(standing) if window.value != claim.entry.value)
    code = "detect.no_value" if claim.kind is Kind.RETRACT else "detect.other_value"
    return Line("detect", code, {"fact": other.carrier})


def _scope(met: Sequence[Met]) -> Line:
    return Line("scope", "scope.same" if any(one.against for one in met) else "scope.apart")


def _authority(claim: Incoming, rule: FieldRule, most: Met | None) -> list[Line]:
    strength = claim.entry.strength
    mine = {"tier": strength.tier.value, "source": strength.source, "rank": strength.rank(rule.order)}
    found = [Line("authority", f"authority.counted_as.{claim.tier_reason}", mine)] if claim.tier_reason else []
    if most is None or most.against is None:
        return [*found, Line("authority", "authority.alone", mine)]
    theirs = most.against.entry.strength
    gain = strength.rank(rule.order) - theirs.rank(rule.order)
    code = "authority.stronger" if gain > 0 else "authority.weaker" if gain < 0 else "authority.equal"
    return [*found, Line("authority", code, {**mine, "other_tier": theirs.tier.value, "other_source": theirs.source})]


def _dates(claim: Incoming, most: Met | None) -> list[Line]:
    mine = claim.entry.strength.dated.isoformat()
    found = [Line("dates", "dates.assumed", {"date": mine})] if claim.date_assumed else []
    if most is None or most.against is None:
        return found or [Line("dates", "dates.alone", {"date": mine})]
    theirs = most.against.entry.strength.dated
    code = (
        "dates.past_review"
        if most.meeting in {Meeting.PAST_REVIEW, Meeting.PAST_REVIEW_LOSES}
        else "dates.later"
        if claim.entry.strength.dated > theirs
        else "dates.older"
        if claim.entry.strength.dated < theirs
        else "dates.same"
    )
    return [*found, Line("dates", code, {"date": mine, "other_date": theirs.isoformat()})]


def _ownership(claim: Incoming, rule: FieldRule) -> Line:
    if rule.sensitivity:
        return Line("ownership", "ownership.sensitive", {"class": rule.sensitivity})
    if found := sorted(rule.watched.intersection(claim.content)):
        return Line("ownership", "ownership.sensitive_value", {"content": ",".join(found)})
    if UNSURE in claim.content:
        return Line("ownership", "ownership.unsure")
    if not claim.may_propose:
        return Line("ownership", "ownership.not_proposer")
    return Line("ownership", "ownership.may_propose" if rule.automatic else "ownership.outside_scope")
