"""I10: the effective date decides who wins, the recorded one never does, and no zone of the process matters."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import permutations
from zoneinfo import ZoneInfo

import pytest

from ledgers.domain.actions import Action
from ledgers.domain.claim import ClaimId
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide
from ledgers.domain.review import due
from ledgers.domain.situation import Situation
from memoryhub.api.moments import BadMoment, read
from tests.invariants.dates import BEGINNINGS, ENDS, REFUSED, REVIEWS
from tests.ledgers.domain.claim_sets import day, said
from tests.ledgers.domain.core_slot import RULE, CoreSlot, by_value, incoming_of, played
from tests.ledgers.domain.oracle import Stretch

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "America/New_York"])
def process_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The zone the operating system believes to be in."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.usefixtures("process_zone")
class TestDatesAtTheDoor:
    @pytest.mark.parametrize(("text", "zone", "instant"), BEGINNINGS)
    def test_a_date_is_one_instant(self, text: str, zone: str, instant: str) -> None:
        assert read(text, zone=ZoneInfo(zone), now=NOW) == utc(instant)

    @pytest.mark.parametrize(("text", "zone", "instant"), ENDS)
    def test_an_end_counts_the_whole_day(self, text: str, zone: str, instant: str) -> None:
        assert read(text, zone=ZoneInfo(zone), now=NOW, through=True) == utc(instant)

    @pytest.mark.parametrize(("text", "code"), REFUSED)
    def test_what_is_no_instant_is_refused(self, text: str, code: str) -> None:
        with pytest.raises(BadMoment) as refused:
            read(text, zone=ZoneInfo("America/Sao_Paulo"), now=NOW)
        assert refused.value.code == code

    @pytest.mark.parametrize(("last", "days", "zone", "instant"), REVIEWS)
    def test_a_review_falls_on_a_local_day(self, last: str, days: int, zone: str, instant: str) -> None:
        assert due(utc(last), days, ZoneInfo(zone)) == utc(instant)

    def test_a_field_without_interval_is_never_past_its_review(self) -> None:
        assert due(NOW, None, ZoneInfo("America/Sao_Paulo")) is None


def test_a_late_arrival_never_overwrites_a_newer_fact() -> None:
    new, old = said("k1", 2, 5, "new"), said("k2", 2, 1, "old")
    for order in permutations([new, old]):
        assert by_value(played(order, day(9)).timeline) == (
            Stretch(day(1), day(5), "old"),
            Stretch(day(5), None, "new"),
        )


def test_what_is_dated_ahead_waits_for_its_time() -> None:
    slot = played([said("k1", 2, 1, "now"), said("k2", 2, 9, "ahead")], day(3))
    assert [decision.move.action for decision in slot.decisions] == [Action.APPEND, Action.REVISE]
    assert slot.decisions[1].status == "scheduled"
    assert by_value(slot.timeline)[0] == Stretch(day(1), day(9), "now")


def judged_against_past_review(start: int) -> tuple[Action, str]:
    """A newcomer of equal rank against a fact whose review is past, by the newcomer's date."""
    slot = CoreSlot()
    slot.take(said("k1", 2, 4, "checked once"), day(4))
    situation = Situation(
        timeline=slot.timeline,
        reading=Reading(now=day(8), past_review=ClaimId("k1")),
        held=True,
        book=tuple(slot.book.values()),
    )
    decision = decide(incoming_of(said("k2", 2, start, "fresh"), day(8)), situation, RULE)
    return decision.move.action, decision.reason


def test_a_fact_past_its_review_loses_a_tie() -> None:
    assert judged_against_past_review(4) == (Action.REVISE, "")


def test_an_older_date_against_a_fact_past_its_review_is_the_owners() -> None:
    assert judged_against_past_review(3) == (Action.DEFER_VERIFY, "past_review")


def test_a_later_date_wins_against_it_as_against_any_other() -> None:
    assert judged_against_past_review(5) == (Action.REVISE, "")


def test_a_tie_with_a_fact_in_time_is_the_owners() -> None:
    slot = CoreSlot()
    slot.take(said("k1", 2, 4, "a"), day(4))
    decision = slot.take(said("k2", 2, 4, "b"), day(4) + timedelta(seconds=1))
    assert (decision.move.action, decision.reason) == (Action.DEFER_VERIFY, "tie")
