"""A claim nobody is sure of waits, whatever it meets, until the same is said by somebody who is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ledgers.domain import minutes
from ledgers.domain.actions import Action, Standing
from ledgers.domain.claim import ClaimId, Entry, Incoming, Strength
from ledgers.domain.content import UNSURE
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide
from ledgers.domain.situation import Decision, Situation
from ledgers.domain.tiers import Tier
from tests.ledgers.domain.core_slot import RULE, CoreSlot

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)


def said(name: str, value: str, at: datetime, *, tier: Tier = Tier.AGENT_INFERENCE, unsure: bool = True) -> Incoming:
    entry = Entry(ClaimId(name), value, at, None, Strength(tier, "chat", at), at)
    return Incoming(entry, content=(UNSURE,) if unsure else ())


def judged(slot: CoreSlot, claim: Incoming) -> tuple[Situation, Decision]:
    situation = Situation(slot.timeline, Reading(claim.entry.recorded_at), slot.held, book=tuple(slot.book.values()))
    return situation, decide(claim, situation, RULE)


@pytest.mark.parametrize("tier", list(Tier))
def test_it_waits_in_an_empty_slot_and_changes_nothing(tier: Tier) -> None:
    _situation, decision = judged(CoreSlot(), said("a", "Porto", NOW, tier=tier))
    assert (decision.action, decision.reason, decision.rule) == (Action.DEFER_VERIFY, "unsure", "ownership.unsure")
    assert not decision.move.weighs


def test_it_replaces_nothing_however_late_it_is() -> None:
    slot = CoreSlot()
    sure = said("a", "Recife", NOW, unsure=False)
    slot.settle(sure.entry, judged(slot, sure)[1])
    _situation, decision = judged(slot, said("b", "Porto", NOW + timedelta(days=9)))
    assert decision.reason == "unsure"
    assert slot.standing[sure.entry.claim] is Standing.TIMELINE


def test_what_stands_by_now_settles_it_though_it_was_said_before() -> None:
    slot = CoreSlot()
    sure = said("b", "Porto", NOW + timedelta(days=1), unsure=False)
    slot.settle(sure.entry, judged(slot, sure)[1])
    _situation, decision = judged(slot, said("a", "Porto", NOW))
    assert (decision.action, decision.status, decision.fact) == (Action.NOOP, "accepted", sure.entry.claim)
    assert not decision.move.weighs, "repetition lends no weight"


def test_the_minutes_take_the_same_decision_again() -> None:
    situation, decision = judged(CoreSlot(), said("a", "Porto", NOW))
    again = minutes.reread(minutes.taken(said("a", "Porto", NOW), situation))
    assert replace(decide(again.claim, again.situation, RULE), trace=()) == replace(decision, trace=())
