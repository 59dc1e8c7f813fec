"""The decision on one claim: what the written rules say, and what they leave to the owner.

1. barred, or a correction weaker than its target: refused
2. what must wait (ties, dates, ownership): deferred to the owner
3. nothing changes at any instant: a support (noop), or refused
4. something changes now or later: revise what stood there first, or append
5. only the past changes: appended as already expired, or superseded
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from ledgers.domain.actions import Action, Move, execute, without
from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind
from ledgers.domain.content import UNSURE, WIDENED
from ledgers.domain.contest import ASKS, Meeting, Met, meet
from ledgers.domain.naming import winning_rule
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Bar, Decision, Situation
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Timeline, Window, at, before, changes
from ledgers.domain.trace import Line, lines


def decide(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision:
    """Judge one claim; pure, total, and the same for the same input."""
    gone = taken_out(claim, situation, rule)
    base = without(situation.timeline, situation.book, gone, rule.order) if gone else situation.timeline
    met = meet(base, claim, rule, situation.reading)
    verdict = (
        _refused(claim, situation, rule)
        or _look_alike(claim, situation)
        or (_sensitive(claim, situation, rule, met) if rule.sensitivity else None)
        or (_with_content(claim, situation, met) if _holds_content(claim, situation, rule) else None)
        or (_unsure(claim, situation, met) if UNSURE in claim.content else None)
        or _waits(claim, situation, rule, met, gone)
        or _settled(claim, situation, rule, met, gone)
    )
    return _traced(verdict, claim, situation, rule, met)


def taken_out(claim: Incoming, situation: Situation, rule: FieldRule) -> frozenset[ClaimId]:
    """A correction takes out its target and every support of it from a source no stronger than the correction."""
    if claim.kind is not Kind.CORRECT or situation.target is None:
        return frozenset()
    mine, target = claim.entry.strength.rank(rule.order), situation.target
    supports = (
        entry.claim
        for entry in situation.book
        if entry.value == target.value
        and entry.overlaps(target.start, target.end)
        and entry.strength.rank(rule.order) <= mine
    )
    return frozenset({target.claim, *supports})


def _refused(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision | None:
    bar = next((bar for bar in situation.barred if _bars(bar, claim, rule)), None)
    if bar is not None:
        return Decision(_refuse(), "rejected", f"detect.barred_{bar.cause}", target=bar.by)
    target = situation.target if claim.kind is Kind.CORRECT else None
    if target is not None and claim.entry.strength.rank(rule.order) < target.strength.rank(rule.order):
        return Decision(_refuse(), "rejected", "correct.too_weak", target=target.claim)
    return None


def _bars(bar: Bar, claim: Incoming, rule: FieldRule) -> bool:
    entry = claim.entry
    # An assumed date is no later date that somebody stated.
    same = bar.value == entry.value and (bar.effective_at == entry.start or claim.date_assumed)
    return same and entry.strength.rank(rule.order) <= bar.strength.rank(rule.order)


def _look_alike(claim: Incoming, situation: Situation) -> Decision | None:
    """Whether the subject is another one or the one it looks like is for a person to say, before anything else."""
    return _defer(claim, situation, "lookalike_subject", "detect.lookalike_subject") if claim.lookalike else None


def _holds_content(claim: Incoming, situation: Situation, rule: FieldRule) -> bool:
    return situation.content or not rule.watched.isdisjoint(claim.content)


def _with_content(claim: Incoming, situation: Situation, met: Sequence[Met]) -> Decision:
    """Sensitive content in a harmless field stops like a sensitive field, the first value on record too."""
    return _repeats(claim, met) or _defer(claim, situation, "sensitive_value", "ownership.sensitive_value")


def _unsure(claim: Incoming, situation: Situation, met: Sequence[Met]) -> Decision:
    """What stands at any time it speaks of needs nobody's word any more; anything else waits for its second mention."""
    stands = (one.against for one in met if one.against and one.against.value == claim.entry.value)
    carrier = next((window.carrier for window in stands), None)
    if carrier is None:
        return _defer(claim, situation, "unsure", "ownership.unsure")
    return Decision(Move(Action.NOOP, weighs=False), "accepted", "detect.same_value", target=carrier, fact=carrier)


def _repeats(claim: Incoming, met: Sequence[Met]) -> Decision | None:
    """The same value throughout lends no rank where an owner decides."""
    standing = [one.against.value if one.against else None for one in met]
    if claim.kind is Kind.CORRECT or any(value != claim.entry.value for value in standing):
        return None
    carrier = met[0].against.carrier if met[0].against else None
    return Decision(Move(Action.NOOP, weighs=False), "accepted", "detect.same_value", target=carrier, fact=carrier)


def _sensitive(claim: Incoming, situation: Situation, rule: FieldRule, met: Sequence[Met]) -> Decision:
    """A sensitive field stops here always: it repeats, it is the first value on record, or it waits."""
    entry, repeated = claim.entry, _repeats(claim, met)
    if repeated is not None:
        return repeated
    recorded = entry.strength.tier is Tier.SYSTEM_OF_RECORD and WIDENED not in claim.content
    first = not situation.held and entry.value is not None and recorded
    if first and claim.may_propose and claim.kind is Kind.ASSERT and not situation.timeline:
        return placed(claim, situation, rule, "sensitive.first_from_record", frozenset())
    return _defer(claim, situation, "sensitive_field", "ownership.sensitive")


def _waits(
    claim: Incoming, situation: Situation, rule: FieldRule, met: Sequence[Met], gone: frozenset[ClaimId]
) -> Decision | None:
    asked = next((ask for ask in ASKS if any(one.meeting is ask for one in met)), None)
    changed = changes(situation.timeline, _next(claim, situation, rule, gone))
    if not claim.may_propose and (asked or changed or gone):
        return _defer(claim, situation, "proposer_not_authorised", "ownership.not_proposer")
    if asked:
        return _defer(
            claim, situation, asked.value, f"{'authority' if asked is Meeting.NEWER_WEAKER else 'dates'}.{asked}"
        )
    if not rule.automatic and (gone or any(one.was is not None for one in changed)):
        return _defer(claim, situation, "outside_automatic_scope", "ownership.outside_scope")
    return None


def _settled(
    claim: Incoming, situation: Situation, rule: FieldRule, met: Sequence[Met], gone: frozenset[ClaimId]
) -> Decision:
    changed = changes(situation.timeline, _next(claim, situation, rule, gone))
    if not changed and not gone:
        return _unchanged(claim, situation, rule, met)
    return placed(claim, situation, rule, winning_rule(claim, situation, met, changed), gone, met=met)


def _unchanged(claim: Incoming, situation: Situation, rule: FieldRule, met: Sequence[Met]) -> Decision:
    entry, first = claim.entry, met[0].against
    if (first.value if first else None) == entry.value:
        carrier = first.carrier if first else None
        move = Move(Action.NOOP, weighs=claim.may_propose)
        return Decision(move, "accepted", "detect.same_value", target=carrier, fact=carrier)
    hidden = next(one for one in met if one.meeting is not Meeting.SAME)
    by_date = hidden.meeting in {Meeting.OLDER, Meeting.OUTWORDED}
    code = "dates.older_effective" if by_date else "authority.weaker"
    return Decision(
        Move(Action.REJECT_CONFLICT, weighs=claim.may_propose),
        "rejected",
        code,
        target=hidden.against.carrier if hidden.against else None,
        newer_weaker=_newer_weaker(entry, situation, rule),
    )


def _newer_weaker(entry: Entry, situation: Situation, rule: FieldRule) -> bool:
    stands = at(situation.timeline, situation.reading.now)
    if stands is None or stands.value is None or stands.value == entry.value or rule.newer_weaker == "record":
        return False
    weaker = entry.strength.rank(rule.order) < stands.entry.strength.rank(rule.order)
    return weaker and entry.strength.dated > stands.entry.strength.dated


def placed(
    claim: Incoming,
    situation: Situation,
    rule: FieldRule,
    code: str,
    gone: frozenset[ClaimId],
    *,
    met: Sequence[Met] = (),
) -> Decision:
    """A claim that takes at least one instant: what it does first, now or later, names the action."""
    now, entry = situation.reading.now, claim.entry
    edge = any(one.meeting is Meeting.PAST_REVIEW_LOSES for one in met)
    timeline = _next(claim, situation, rule, gone)
    ahead = [one for one in changes(situation.timeline, timeline) if before(now, one.end)]
    mine = [window for window in timeline if window.carrier == entry.claim]
    status = _status(mine, entry, now)
    weaker = _newer_weaker(entry, situation, rule)

    def decided(action: Action, status: str, target: ClaimId | None) -> Decision:
        move = Move(action, weighs=True, corrected=gone, guarded=bool(rule.sensitivity) or not rule.automatic)
        return Decision(move, status, code, target=target, fact=entry.claim, newer_weaker=weaker, edge=edge)

    if situation.target is not None and gone and (ahead or any(before(now, w.end) for w in mine)):
        return decided(Action.REVISE, status, situation.target.claim)
    if not changes(situation.timeline, timeline):
        return _nowhere_new(at(timeline, entry.start), entry, decided)
    if ahead:
        was = ahead[0].was
        if was is not None and was.value is not None:
            return decided(Action.REVISE, status, was.carrier)
        return decided(Action.APPEND, status, None)
    ran_out = bool(mine) and mine[-1].end is not None and mine[-1].end == entry.end
    if ran_out:
        return decided(Action.APPEND, "expired", None)
    return decided(Action.REJECT_CONFLICT, status, None)


def _nowhere_new(
    stands: Window | None, entry: Entry, decided: Callable[[Action, str, ClaimId | None], Decision]
) -> Decision:
    carrier = stands.carrier if stands else None
    if (stands.value if stands else None) != entry.value:
        # What it takes out was in force nowhere, and neither is the claim.
        return replace(decided(Action.REJECT_CONFLICT, "rejected", carrier), fact=None)
    # It says what stands: the fact keeps its name, and the claim lends it its weight.
    return replace(decided(Action.NOOP, "accepted", carrier), fact=carrier)


def _status(mine: Sequence[Window], entry: Entry, now: datetime) -> str:
    if any(window.covers(now) for window in mine):
        return "accepted"
    if any(now < window.start for window in mine):
        return "scheduled"
    if not mine:
        return "rejected"
    return "expired" if mine[-1].end == entry.end else "superseded"


def _next(claim: Incoming, situation: Situation, rule: FieldRule, gone: frozenset[ClaimId]) -> Timeline:
    move = Move(Action.APPEND, weighs=True, corrected=gone)
    entry = claim.entry
    won = meet(situation.timeline, claim, rule, situation.reading)
    if any(one.meeting is Meeting.PAST_REVIEW_LOSES for one in won):
        entry = edged(entry)
    return execute(situation.timeline, entry, move, rule.order, situation.book).timeline


def edged(entry: Entry) -> Entry:
    """The entry as it competes after it replaced, level, a fact past its review."""
    return replace(entry, strength=replace(entry.strength, edge=True))


def _defer(claim: Incoming, situation: Situation, reason: str, code: str) -> Decision:
    entry = claim.entry
    repeated = next(
        (
            waits.claim
            for waits in situation.waiting
            if waits.claim != entry.claim
            and (waits.value, waits.effective_at, waits.source) == (entry.value, entry.start, entry.strength.source)
        ),
        None,
    )
    if repeated is not None:
        move = Move(Action.NOOP, weighs=False)
        return Decision(move, "pending", "detect.repeats_waiting", reason, target=repeated, repeats=repeated)
    stands = at(situation.timeline, situation.reading.now)
    target = stands.carrier if stands else None
    return Decision(Move(Action.DEFER_VERIFY, weighs=False), "pending", code, reason, target=target)


def _refuse() -> Move:
    return Move(Action.REJECT_CONFLICT, weighs=False)


def _traced(decision: Decision, claim: Incoming, situation: Situation, rule: FieldRule, met: Sequence[Met]) -> Decision:
    trace = lines(claim, rule, met)
    if decision.reason and not decision.repeats:
        trace.append(Line("decide", f"decide.owner.{decision.reason}", {"rule": decision.rule}))
    else:
        trace.append(Line("decide", f"decide.{decision.action}", {"rule": decision.rule}))
    if decision.action is Action.REVISE and decision.target:
        trace.append(Line("correct", "correct.replaced", {"fact": decision.target}))
    elif decision.status in {"rejected", "superseded", "expired"}:
        trace.append(Line("correct", f"correct.{decision.status}"))
    return replace(decision, trace=tuple(trace))
