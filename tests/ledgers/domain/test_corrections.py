"""Corrections of what is in force nowhere: they take it out, and change no value."""

from __future__ import annotations

from datetime import UTC, datetime

from ledgers.domain.actions import Action
from ledgers.domain.claim import ClaimId
from tests.ledgers.domain.core_slot import by_value, played
from tests.ledgers.domain.oracle import Said, Stretch

JANUARY, FEBRUARY, NOVEMBER = (datetime(2026, month, 1, tzinfo=UTC) for month in (1, 2, 11))


def test_a_correction_of_a_hidden_claim_is_no_support_of_another_value() -> None:
    slot = played(
        [
            Said("system", 3, JANUARY, "A"),
            Said("weak", 1, JANUARY, "B"),
            Said("fix", 2, JANUARY, "C", corrects="weak"),
        ],
        NOVEMBER,
    )
    decision = slot.decisions[-1]
    assert (decision.action, decision.status, decision.fact) == (Action.REJECT_CONFLICT, "rejected", None)
    assert slot.standing[ClaimId("weak")] == "corrected"
    assert by_value(slot.timeline) == (Stretch(JANUARY, None, "A"),)


def test_a_correction_that_a_stronger_support_outlives_was_never_in_force() -> None:
    slot = played(
        [
            Said("weak", 1, JANUARY, "A"),
            Said("system", 3, FEBRUARY, "A"),
            Said("fix", 2, FEBRUARY, "B", corrects="weak"),
        ],
        NOVEMBER,
    )
    assert (slot.decisions[-1].action, slot.decisions[-1].status) == (Action.REJECT_CONFLICT, "rejected")
    assert by_value(slot.timeline) == (Stretch(FEBRUARY, None, "A"),)
