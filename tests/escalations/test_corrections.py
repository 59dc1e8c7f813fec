"""A correction takes out what it names, wherever that stands, and everything that only echoes it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledgers.models import Claim, Fact, Transaction
from tests import factories
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen, standing
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db


def skill(value: str, source: str = "people", by: str = "ana", corrects: Claim | None = None) -> Said:
    said = Said("skill", value, source, by, effective_at=day(1))
    return replace(said, kind="correct", corrects=corrects.id) if corrects else said


def in_force(place: World) -> set[str | None]:
    rows = Fact.objects.filter(slot__workspace=place.workspace, recorded_during__upper_inf=True, standing="timeline")
    return {row.value_key for row in rows if not row.valid_during.isempty}


def test_one_of_many_values_is_corrected_into_another() -> None:
    place = world()
    wrong = say(place, skill("python"))
    say(place, skill("go"))
    right = say(place, skill("rust", corrects=wrong))
    assert in_force(place) == {"rust", "go"}
    assert standing(wrong) == Fact.Standing.CORRECTED
    told = Transaction.objects.get(claim=right, slot=wrong.slot_id)
    assert (told.status, told.target, told.fact) == ("accepted", wrong.id, right.id)


def test_a_weaker_source_corrects_none_of_many() -> None:
    place = world()
    held = say(place, skill("python"))
    refused = say(place, skill("rust", "agents", "agent-1", corrects=held))
    assert in_force(place) == {"python"}
    assert standing(refused) == Fact.Standing.REJECTED


def test_corrected_into_a_value_that_stands_already() -> None:
    place = world()
    wrong = say(place, skill("python"))
    say(place, skill("rust"))
    say(place, skill("rust", corrects=wrong))
    assert in_force(place) == {"rust"}


def test_what_was_corrected_is_barred_in_its_own_place() -> None:
    place = world()
    say(place, skill("rust", corrects=say(place, skill("python"))))
    assert standing(say(place, skill("python"))) == Fact.Standing.REJECTED


def test_an_owner_corrects_one_of_many() -> None:
    place = world()
    wrong = say(place, skill("python"))
    factories.activate_document(
        place.workspace, factories.read_policy("tests/cases/p0.toml") | {"automatic": ["company.plan"]}
    )
    right = say(place, skill("rust", corrects=wrong))
    assert in_force(place) == {"python"}
    press(place, asking(right), replace(seen(asking(right), "accept"), claim=right.id))
    assert in_force(place) == {"rust"}
    assert standing(wrong) == Fact.Standing.CORRECTED


def test_an_echo_of_the_corrected_value_goes_with_it() -> None:
    place = world()
    said = Said(value="gold", source="people", by="ana", effective_at=day(1))
    first = say(place, said)
    # Rui may not propose here: what he says weighs nothing.
    echo = say(place, replace(said, by="rui"))
    say(place, replace(said, value="silver", kind="correct", corrects=first.id))
    assert standing(echo) == Fact.Standing.CORRECTED


def test_a_correction_may_name_the_echo() -> None:
    place = world()
    said = Said(value="gold", source="people", by="ana", effective_at=day(1))
    first, echo = say(place, said), say(place, replace(said, by="rui", effective_at=day(5)))
    say(place, replace(said, value="silver", kind="correct", corrects=echo.id))
    assert {standing(first), standing(echo)} == {Fact.Standing.CORRECTED}
    assert in_force(place) == {"silver"}
