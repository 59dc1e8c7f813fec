"""A decision taken back in time: the ledgers and the case as they were, and the log tells of both."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from pytest_django.fixtures import Settings

from escalations.deciding.choice import Choice
from escalations.deciding.undoing import undo
from escalations.errors import NotYours, UndoOver
from escalations.models import Case, CaseClaim, WriteBack
from ledgers.models import Barred, Claim, Fact, Transaction
from ledgers.replay.replaying import replay
from ledgers.selectors import book, facts
from ledgers.selectors.about import Moment
from memoryhub.accounts.models import Workspace
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen, standing
from tests.escalations.test_decisions import ELSEWHERE, disputed, iban
from tests.invariants.saying import day, say, world

# Each commit has a number of its own, by which the changes of one decision are known.
pytestmark = pytest.mark.django_db(transaction=True)

OWN = {"id", "recorded_during", "opened_by_id", "closed_by_id"}


def ledgers_of(place: World) -> list[str]:
    """What is open in the ledgers and what is barred, without the numbers of rows."""
    open_ = Fact.objects.filter(workspace=place.workspace, recorded_during__upper_inf=True)
    rows = open_.exclude(reason="taken_back")
    bars = Barred.objects.filter(workspace=place.workspace, lifted_by__isnull=True)
    told = [repr(sorted((name, str(value)) for name, value in row.items() if name not in OWN)) for row in rows.values()]
    return sorted([*told, *(f"barred {bar.slot_id} {bar.value_key} {bar.effective_at}" for bar in bars)])


def tasks_of(place: World) -> list[tuple[Any, ...]]:
    return sorted(WriteBack.objects.filter(workspace=place.workspace, done_at__isnull=True).values_list("slot", "fact"))


def pressed(claim: Claim, choice: str) -> Choice:
    """A press with what its choice asks for."""
    asked: dict[str, dict[str, Any]] = {
        "other": {"value": "BR-3"},
        "both": {"claim": claim.id, "scopes": ("client:acme", ELSEWHERE)},
    }
    more = asked.get(choice, {})
    return replace(seen(asking(claim), choice), **more)


@pytest.mark.parametrize("choice", ["keep", "accept", "other", "both"])
def test_everything_stands_as_it_stood(choice: str) -> None:
    place = world()
    claim = disputed(place)
    before, tasks = ledgers_of(place), tasks_of(place)
    case = press(place, asking(claim), pressed(claim, choice))
    assert (case.state, ledgers_of(place) == before) == (Case.State.DECIDED, False)

    again = undo(member=place.members["ana"], case_id=case.id)

    assert ledgers_of(place) == before
    assert tasks_of(place) == tasks
    assert (again.state, again.choice, again.decided_by, again.undo_until) == (Case.State.OPEN, "", None, None)
    assert again.version > case.version
    assert CaseClaim.objects.get(case=case, claim=claim).left_at is None
    assert [event.code for event in again.events.order_by("at", "id")][-2:] == ["decided", "undone"]
    done = replay(place.workspace)
    assert done.same, done.differences


@pytest.mark.parametrize("choice", ["still_true", "ended", "other"])
def test_an_answered_check_asks_again(choice: str) -> None:
    place = world()
    fact = say(place, iban("BR-1"))
    slot = fact.slot
    assert slot is not None
    from escalations.cases import open_case  # noqa: PLC0415 - what a sweep does when a review falls due

    case = open_case(slot, kind=Case.Kind.RETURNED, at=day(10), fact=str(fact.id), cause="a test")
    before = ledgers_of(place)
    more: dict[str, Any] = {"value": "BR-3"} if choice == "other" else {}
    press(place, case, replace(seen(case, choice), **more))
    assert ledgers_of(place) != before
    undo(member=place.members["ana"], case_id=case.id)
    assert ledgers_of(place) == before
    case.refresh_from_db()
    assert case.state == Case.State.OPEN
    done = replay(place.workspace)
    assert done.same, done.differences


def test_what_was_refused_may_be_said_again_and_another_decision_taken() -> None:
    place = world()
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "keep"))
    assert standing(claim) == Fact.Standing.REJECTED
    undo(member=place.members["ana"], case_id=case.id)
    assert standing(claim) == Fact.Standing.PENDING
    press(place, asking(claim), pressed(claim, "accept"))
    slot = claim.slot
    assert slot is not None
    assert [window.value for window in book.read_timeline(slot, day(2), None).timeline][-1] == "BR-2"
    done = replay(place.workspace)
    assert done.same, done.differences


def test_a_word_that_was_only_said_by_deciding_is_rejected() -> None:
    place = world()
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "other"))
    undo(member=place.members["ana"], case_id=case.id)
    own = Claim.objects.get(value="BR-3")
    assert standing(own) == Fact.Standing.REJECTED
    assert Transaction.objects.filter(claim=own).latest("recorded_at").rule == "owner.undo"


def test_after_its_time_a_decision_stands() -> None:
    place = world()
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "accept"))
    assert case.undo_until is not None
    assert case.closed_at is not None
    assert case.undo_until - case.closed_at == timedelta(seconds=20)
    Case.objects.filter(id=case.id).update(undo_until=case.closed_at)
    after = ledgers_of(place)
    with pytest.raises(UndoOver):
        undo(member=place.members["ana"], case_id=case.id)
    assert ledgers_of(place) == after


@pytest.mark.parametrize(("at", "taken"), [("12:00:19.999", True), ("12:00:20.001", False)])
def test_it_can_be_taken_back_up_to_the_last_moment(settings: Settings, at: str, taken: bool) -> None:
    place = world()
    claim = disputed(place)
    before = ledgers_of(place)
    settings.LEDGER_CLOCK = "2100-01-01T12:00:00+00:00"
    case = press(place, asking(claim), pressed(claim, "accept"))
    settings.LEDGER_CLOCK = f"2100-01-01T{at}+00:00"
    if taken:
        undo(member=place.members["ana"], case_id=case.id)
    else:
        with pytest.raises(UndoOver):
            undo(member=place.members["ana"], case_id=case.id)
    assert (ledgers_of(place) == before) == taken


def test_who_asked_for_more_time_has_ten_times_as_much() -> None:
    place = world()
    user = place.members["ana"].user
    assert user is not None
    user.undo_long = True
    user.save(update_fields=["undo_long"])
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "accept"))
    assert case.undo_until is not None
    assert case.closed_at is not None
    assert case.undo_until - case.closed_at == timedelta(seconds=200)


def test_without_a_window_nothing_is_taken_back() -> None:
    place = world()
    Workspace.objects.filter(id=place.workspace.id).update(undo_seconds=0)
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "accept"))
    with pytest.raises(UndoOver):
        undo(member=place.members["ana"], case_id=case.id)


def test_what_was_recorded_since_is_not_swept_away() -> None:
    place = world()
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "accept"))
    say(place, replace(iban("BR-7"), effective_at=day(3)))
    after = ledgers_of(place)
    with pytest.raises(UndoOver) as refused:
        undo(member=place.members["ana"], case_id=case.id)
    assert "Something new" in str(refused.value.detail)
    assert ledgers_of(place) == after
    case.refresh_from_db()
    assert case.state == Case.State.DECIDED


def test_only_who_decided_takes_it_back() -> None:
    place = world()
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "accept"))
    stranger = next(member for key, member in place.members.items() if key != "ana")
    with pytest.raises(NotYours):
        undo(member=stranger, case_id=case.id)
    case.refresh_from_db()
    assert case.state == Case.State.DECIDED


def test_a_second_press_changes_nothing() -> None:
    place = world()
    claim = disputed(place)
    case = press(place, asking(claim), pressed(claim, "accept"))
    first = undo(member=place.members["ana"], case_id=case.id)
    rows = Transaction.objects.count()
    again = undo(member=place.members["ana"], case_id=case.id)
    assert (again.version, Transaction.objects.count()) == (first.version, rows)


def test_a_bar_is_lifted_by_an_undo_and_by_nothing_else() -> None:
    place = world()
    claim = disputed(place)
    press(place, asking(claim), pressed(claim, "keep"))
    bar = Barred.objects.get(value_key="BR-2")
    with pytest.raises(IntegrityError, match="a bar is lifted only by the undo"), transaction.atomic():
        Barred.objects.filter(id=bar.id).update(lifted_by=bar.transaction)


def test_readers_hear_for_as_long_as_it_may_be_taken_back(settings: Settings) -> None:
    place = world()
    claim = disputed(place)

    def caveats(at: str) -> set[str]:
        settings.LEDGER_CLOCK = at
        moment = facts.moment(facts.Asked())
        assert isinstance(moment, Moment)
        found = facts.views(place.workspace, [claim.id], moment)
        return {caveat.code for view in found if view.id == claim.id for caveat in view.caveats}

    settings.LEDGER_CLOCK = "2100-01-01T12:00:00+00:00"
    case = press(place, asking(claim), pressed(claim, "accept"))
    assert "just_decided" in caveats("2100-01-01T12:00:19+00:00")
    assert "just_decided" not in caveats("2100-01-01T12:00:21+00:00")
    settings.LEDGER_CLOCK = "2100-01-01T12:00:10+00:00"
    undo(member=place.members["ana"], case_id=case.id)
    assert "just_decided" not in caveats("2100-01-01T12:00:11+00:00")
