"""The comparison of two policies told a second time, as plainly as it can be: loops over everything, one by one.

Of the comparison nothing is used here, neither its cases nor its dates, and nothing is left out or done for several at
once: every field, scope, pair of sources, date and manner is judged by `decide` under both policies, in situations
built here. What the desk reads (hours, four eyes) is retold from the policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from ledgers.domain import review
from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.content import CONTENT
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide
from ledgers.domain.policy import FieldRule, Policy, RegisteredField
from ledgers.domain.situation import Bar, Situation
from ledgers.domain.space import SaidSource
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Window

NOW = datetime(2026, 6, 15, 15, tzinfo=UTC)
STOOD, COMES = ClaimId("f"), ClaimId("k")


def days(number: int) -> timedelta:
    return timedelta(days=number)


# From when the claim and what stands hold, in days from now; "ahead" alone has what stands in the future.
STARTS = {"older": -500, "same": -400, "chosen": -400, "later": -20, "future": 20, "ahead": -20}
STANDING = -400


@dataclass(frozen=True)
class Seen:
    """One case as it was built; `comes` and `stands` with the tier each counts as."""

    field: str
    scope: str
    said: str
    stood: str
    dates: str
    span: str
    held: bool
    proposes: bool
    assumed: bool
    since: int
    content: str
    beneath: str
    comes: tuple[str, str]
    stands: tuple[str, str] | None


Ended = tuple[str, str, str, str, bool, bool, int]


def every(
    old: Policy,
    new: Policy,
    registered: RegisteredField,
    sources: Sequence[SaidSource],
    scopes: Sequence[str],
    *,
    start: int = 0,
    stride: int = 1,
) -> Iterator[Seen]:
    """Every case of a field, or every so many of them; the few in which nothing stands are all there."""
    heard = [voice for source in sources for voice in voices_of(source)]
    number = -start
    for scope in scopes:
        intervals = {policy.rule(registered, scope).review_days for policy in (old, new)} - {None}
        for case in manners(1, *sorted(interval + 1 for interval in intervals if interval)):
            for comes in heard:
                for stands in [None] if case["stood"] == "nothing" else heard:
                    if stands is None or number % stride == 0:
                        yield Seen(registered.key, scope, comes=comes, stands=stands, **case)
                    number += 1


def ends(seen: Seen, registered: RegisteredField, old: Policy, new: Policy) -> tuple[Ended, Ended]:
    """How it ends under both policies."""
    before, after = (ended(seen, policy, policy.rule(registered, seen.scope)) for policy in (old, new))
    return before, after


def voices_of(source: SaidSource) -> list[tuple[str, str]]:
    """A counterparty also speaks for others' subjects, and whatever an agent derives counts as its inference."""
    if source.external or source.tier == "unattributed":
        return [(source.key, "unattributed")]
    own = [(source.key, str(source.tier))]
    if source.tier != "agent_inference":
        own.append((source.key, "agent_inference"))
    if source.tier == "counterparty":
        own.append((source.key, "unattributed"))
    return own


def manners(*ages: int) -> Iterator[dict[str, Any]]:  # Any: the members of Seen, by name
    for stood, said in [
        ("nothing", "other"), ("nothing", "retract"),
        ("value", "other"), ("value", "same"), ("value", "retract"), ("value", "correct"), ("value", "barred"),
        ("retract", "other"), ("retract", "retract"), ("retract", "correct"), ("retract", "barred"),
    ]:  # fmt: skip
        for dates in ("older", "same", "chosen", "later", "future", "ahead"):
            for span in ("open", "ended", "until"):
                for assumed in (False, True):
                    if not sensible(stood, said, dates, span, assumed):
                        continue
                    for held in [True] if stood == "value" else [True, False]:
                        for since in ages if stood == "value" and dates != "ahead" else [1]:
                            for content, beneath in contents(stood, said):
                                for proposes in (True, False):
                                    yield {
                                        "said": said, "stood": stood, "dates": dates, "span": span, "held": held,
                                        "proposes": proposes, "assumed": assumed, "since": since, "content": content,
                                        "beneath": beneath,
                                    }  # fmt: skip


def sensible(stood: str, said: str, dates: str, span: str, assumed: bool) -> bool:
    if stood == "nothing" and (dates not in ("later", "future") or span == "until"):
        return False
    if span == "ended" and dates in ("future", "ahead"):
        return False
    if assumed and (dates not in ("later", "ahead") or span == "ended" or said == "correct"):
        return False
    # Whoever lost before an owner lost to something as late or later; or nobody says how late it is.
    return said != "barred" or dates in ("older", "chosen") or (dates == "later" and assumed)


def contents(stood: str, said: str) -> list[tuple[str, str]]:
    found = [("", "")]
    if said != "retract":
        found += [(name, "") for name in (*CONTENT, "derived", "widened")]
    if stood == "value" and said != "same":
        found += [("", name) for name in CONTENT]
    return found


def ended(seen: Seen, policy: Policy, rule: FieldRule) -> Ended:
    """How it ends under one policy."""
    claim, situation = built(seen, rule)
    done = decide(claim, situation, rule)
    eyes, hours = asked(claim, situation, seen, policy, rule) if done.reason else (False, 0)
    return str(done.action), done.status, done.rule, done.reason, done.newer_weaker, eyes, hours


def built(seen: Seen, rule: FieldRule) -> tuple[Incoming, Situation]:
    start = NOW if seen.assumed else NOW + days(STARTS[seen.dates])
    value = {"retract": None, "same": "a"}.get(seen.said, "b")
    claim = Incoming(
        entry=Entry(
            COMES, value, start, NOW - days(5) if seen.span == "ended" else None, weight(seen.comes, start), NOW
        ),
        kind={"retract": Kind.RETRACT, "correct": Kind.CORRECT}.get(seen.said, Kind.ASSERT),
        has_speaker=seen.comes[1] != "unattributed",
        date_assumed=seen.assumed,
        may_propose=seen.proposes,
        corrects=STOOD if seen.said == "correct" else None,
        content=carries(seen, rule),
    )
    fact = standing(seen)
    # Of many values each stands in a slot of its own.
    beside = rule.many and seen.stood == "value" and seen.said in ("other", "correct", "barred")
    here = fact is not None and not beside
    stale = None
    if here and seen.stood == "value" and seen.dates != "ahead":
        due = review.due(NOW - days(seen.since), rule.review_days, UTC)
        stale = STOOD if due is not None and due <= NOW else None
    situation = Situation(
        timeline=(Window(fact.start, fact.end, fact, STOOD),) if fact is not None and here else (),
        reading=Reading(NOW, stale),
        held=seen.held,
        barred=(Bar("b", start if not seen.assumed else NOW - days(600), fact.strength, "owner"),)
        if fact is not None and seen.said == "barred"
        else (),
        target=fact if seen.said == "correct" else None,
        book=(fact,) if fact is not None and seen.said == "correct" else (),
        content=here and not rule.sensitivity and seen.beneath in rule.watched,
    )
    return claim, situation


def standing(seen: Seen) -> Entry | None:
    if seen.stands is None:
        return None
    start = NOW + days(50 if seen.dates == "ahead" else STANDING)
    chosen = seen.dates == "chosen" or seen.said == "barred"
    value = "a" if seen.stood == "value" else None
    end = NOW + days(80) if seen.span == "until" else None
    return Entry(STOOD, value, start, end, weight(seen.stands, start, chosen), NOW - days(seen.since))


def weight(voice: tuple[str, str], dated: datetime, chosen: bool = False) -> Strength:
    return Strength(Tier(voice[1]), voice[0], dated, owner_word=chosen)


def carries(seen: Seen, rule: FieldRule) -> tuple[str, ...]:
    """That a fact is made wider is asked about for records of a sensitive field, and never else."""
    if not seen.content or (
        seen.content == "widened" and not (rule.sensitivity and seen.comes[1] == "system_of_record")
    ):
        return ()
    return (seen.content,)


def asked(claim: Incoming, situation: Situation, seen: Seen, policy: Policy, rule: FieldRule) -> tuple[bool, int]:
    """Four eyes and hours: the field's class, else that of the gravest content in the claim or in what is in force."""
    if rule.sensitivity:
        return rule.four_eyes, policy.sla_hours(rule.sensitivity)
    in_force = situation.timeline and situation.timeline[0].covers(NOW)
    classes = {
        CONTENT.get(name, "personal")
        for name in (*claim.content, *([seen.beneath] if in_force else []))
        if name in rule.watched
    }
    gravest = next((name for name in ("payment", "permission", "legal", "contact", "personal") if name in classes), "")
    return rule.four_eyes or gravest in policy.four_eyes, policy.sla_hours(gravest or "other")
