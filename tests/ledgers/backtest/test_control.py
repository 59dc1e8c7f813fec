"""The control run: what was decided comes out again, whatever became of sources, proposers and versions since."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from random import Random

import pytest
from pytest_django.fixtures import Settings

from ledgers.backtest import report
from ledgers.backtest.result import Result
from ledgers.domain import contest
from ledgers.domain.actions import Next
from ledgers.domain.claim import Incoming
from ledgers.domain.contest import Meeting, Reading
from ledgers.domain.timeline import Window
from ledgers.models import Transaction
from ledgers.replay import retaken
from ledgers.services import erasing
from ledgers.wording_backtest import difference
from memoryhub.accounts import walls
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world
from tests.invariants.test_i03_replay import tamper
from tests.invariants.test_i11_as_of_is_stable import decide_some
from tests.ledgers.backtest.drafting import PLAN, backtest, counts, p0


@pytest.fixture
def busy(transactional_db: None, settings: Settings) -> World:
    """A workspace after claims of every kind, some decided by their owner."""
    place = world()
    decide_some(place, Random(3), 40, settings, 300)
    return place


def changed() -> World:
    """A place where a value was replaced by a later one, and one of before came late."""
    place = world()
    for number, value in ((1, "gold"), (5, "silver"), (3, "bronze")):
        say(place, Said(field=PLAN, value=value, effective_at=day(number)))
    return place


def control(place: World) -> Result:
    """A backtest of what is in force."""
    result = backtest(place, p0())
    rows = Transaction.objects.filter(workspace=place.workspace)
    unreadable = sum(result.control.unreadable.values())
    assert result.control.decisions + result.control.followed + unreadable == rows.count()
    return result


@pytest.mark.long
def test_also_of_a_person_who_was_erased(busy: World) -> None:
    found = erasing.reach(busy.workspace, "client:c1")
    with walls.inside(busy.workspace):
        erasing.erase(
            workspace=busy.workspace,
            by=busy.members["adm"],
            subject="client:c1",
            reason="request",
            confirmed=len(found.claims),
        )
    done = control(busy).control
    assert done.found == 0, done.differences
    assert done.followed >= len(found.slots) > 0
    assert sum(done.unreadable.values()) == 0


def test_a_planted_change_of_the_engine_is_found(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    place = changed()
    right = vars(contest)["_level"]

    def wrong(window: Window, claim: Incoming, reading: Reading) -> Meeting:
        """Of two of the same rank the older one wins."""
        met: Meeting = right(window, claim, reading)
        return {Meeting.OLDER: Meeting.LATER, Meeting.LATER: Meeting.OLDER}.get(met, met)

    monkeypatch.setattr(contest, "_level", wrong)
    done = control(place)
    (found,) = done.control.differences
    assert (done.control.found, done.control.reproduced, done.control.decisions) == (1, 2, 3)
    assert Transaction.objects.get(id=found.transaction).action == "revise"
    said = {"name": "rule", "said": "dates.later_effective", "found": "scope.apart"}
    assert asdict(found.what) == said
    assert difference(found) == (
        f"transaction {found.transaction}, company.plan: rule is dates.later_effective, taken again it is scope.apart"
    )
    told = {"transaction": found.transaction, "field": PLAN, **said}
    assert report.as_json(done)["control"]["listed"] == [told]


def test_a_planted_change_of_what_is_written_is_found(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    place = changed()
    right = vars(retaken)["execute"]

    def wrong(timeline: Sequence[Window], *given: object) -> Next:
        """Nothing that is laid ends."""
        done: Next = right(timeline, *given)
        return replace(done, timeline=tuple(replace(window, end=None) for window in done.timeline))

    monkeypatch.setattr(retaken, "execute", wrong)
    assert {one.what.name for one in control(place).control.differences} == {"windows"}


def test_a_decision_changed_behind_the_log_is_found(transactional_db: None) -> None:
    place = changed()
    entry = Transaction.objects.filter(workspace=place.workspace, action="append").earliest("recorded_at")
    tamper("UPDATE ledgers_transaction SET action = 'revise' WHERE id = %s", entry.id)
    (found,) = control(place).control.differences
    assert (found.transaction, found.what.name) == (str(entry.id), "action")
    assert (found.what.said, found.what.found) == ("revise", "append")


def retell(entry: Transaction, **read: object) -> None:
    """What an entry says it read, told otherwise; None takes a member out."""
    said = json.loads(entry.details)
    said["read"] = {name: kept for name, kept in {**said["read"], **read}.items() if kept is not None}
    tamper("UPDATE ledgers_transaction SET details = %s WHERE id = %s", json.dumps(said), entry.id)


def test_what_cannot_be_taken_again_is_listed_with_its_reason(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One of each reason: many of one leave room for the other.
    monkeypatch.setattr("ledgers.backtest.control.MOST", 1)
    place = world()
    for number in range(3):
        say(place, Said(field=PLAN, value="gold", scope=f"client:c{number}", effective_at=day(1)))
    brief, older, _whole = Transaction.objects.filter(workspace=place.workspace).order_by("recorded_at")
    retell(brief, brief={"clock": "2026-01-01"})
    retell(older, held=None)
    result = control(place)
    assert counts(result) == {"same": 1}
    said = report.as_json(result)["not_replayable"]
    assert said["count"] == 2
    assert said["reasons"] == {"input_missing": 1, "other_engine": 1}
    assert {one["transaction"]: one["reason"] for one in said["listed"]} == {
        str(brief.id): "input_missing",
        str(older.id): "other_engine",
    }
    assert result.control.found == 0
