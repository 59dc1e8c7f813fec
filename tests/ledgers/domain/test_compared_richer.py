"""Meetings richer than those the comparison lists: where two policies judge one otherwise, it has something to tell.

Several facts, windows laid one over the other, corrections with supports of every strength, bars: what it does not walk
through is made of what it does. So a field of which it says nothing decides everything as before.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.compared import compare
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide
from ledgers.domain.policy import parse
from ledgers.domain.situation import Bar, Decision, Situation
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import at, rebuild
from tests.ledgers.domain.test_compared import PLAN, SCOPES, SOURCES, documents

NOW = datetime.fromisoformat("2026-05-04T12:00:00+00:00")
VOICES = [
    ("crm", Tier.SYSTEM_OF_RECORD), ("crm", Tier.AGENT_INFERENCE), ("portal", Tier.COUNTERPARTY),
    ("portal", Tier.AGENT_INFERENCE), ("portal", Tier.UNATTRIBUTED),
]  # fmt: skip


@st.composite
def entries(draw: st.DrawFn, name: str) -> Entry:
    source, tier = draw(st.sampled_from(VOICES))
    start = NOW + timedelta(days=draw(st.integers(-6, 2)))
    length = draw(st.none() | st.integers(1, 9))
    end = None if length is None else start + timedelta(days=length)
    value = draw(st.sampled_from(["a", "b", "c", None]))
    return Entry(ClaimId(name), value, start, end, Strength(tier, source, start), NOW - timedelta(days=9))


@st.composite
def meetings(draw: st.DrawFn) -> tuple[Incoming, dict[str, Any], list[Entry]]:
    book = [draw(entries(f"f{number}")) for number in range(draw(st.integers(1, 4)))]
    entry = draw(entries("k"))
    target = draw(st.none() | st.sampled_from(book))
    kind = Kind.CORRECT if target and entry.value else Kind.ASSERT if entry.value else Kind.RETRACT
    claim = Incoming(
        entry,
        kind,
        has_speaker=entry.strength.tier is not Tier.UNATTRIBUTED,
        may_propose=draw(st.booleans()),
        corrects=target.claim if target and kind is Kind.CORRECT else None,
        content=draw(st.sampled_from([(), (), ("iban",), ("email",), ("card",)])),
    )
    against = draw(st.none() | st.sampled_from(book))
    bars = (Bar(entry.value, entry.start, against.strength, "owner"),) if against and draw(st.booleans()) else ()
    since = {"barred": bars, "target": target if claim.corrects else None, "age": draw(st.sampled_from([1, 20, 50]))}
    return claim, since, book


@settings(max_examples=1500 if os.environ.get("PROVE") else 30, deadline=None)
@given(documents(), documents(), meetings())
def test_what_ends_otherwise_there_is_told_of_the_field(
    old: dict[str, Any], new: dict[str, Any], met: tuple[Incoming, dict[str, Any], list[Entry]]
) -> None:
    claim, since, book = met
    before, after = parse(old), parse(new)
    # What stands was laid under the old policy, and stays as it lies.
    timeline = rebuild(book, before.rule(PLAN, SCOPES[0]).order)
    ends: list[Decision] = []
    for policy in (before, after):
        rule = policy.rule(PLAN, SCOPES[0])
        stands = at(timeline, NOW)
        old_enough = rule.review_days is not None and since["age"] > rule.review_days
        stale = stands.carrier if stands and stands.value is not None and old_enough else None
        situation = Situation(
            timeline, Reading(NOW, stale), held=True, barred=since["barred"], target=since["target"], book=tuple(book)
        )
        ends.append(decide(claim, situation, rule))
    one, other = ((end.action, end.status, end.rule, end.reason, end.target, end.newer_weaker) for end in ends)
    if one == other:
        event("ends alike")
        return
    event("ends otherwise")
    assert compare(before, after, [PLAN], SOURCES, SCOPES[:1]).groups
