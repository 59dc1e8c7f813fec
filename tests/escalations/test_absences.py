"""Who is away is stood in for: open and new cases go to the stand-in, and come back at the end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from escalations import tasks
from escalations.errors import NotYours
from escalations.models import Case, CaseEvent
from escalations.rerouting import reroute
from escalations.time import absences
from ledgers.models import Absence, RegistryChange
from ledgers.registry_errors import RegistryRefused
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Agent
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen
from tests.factories import activate_document, read_policy
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def place(settings: Settings) -> World:
    settings.LEDGER_CLOCK = NOW.isoformat()
    return world()


def clock(settings: Settings, days: float) -> None:
    settings.LEDGER_CLOCK = (NOW + timedelta(days=days)).isoformat()


def ask(place: World, field: str = "payment.iban", value: str = "BR-1") -> Case:
    return asking(say(place, Said(field, value, "people", "ana", effective_at=day(1))))


def away(place: World, who: str, delegate: str, begins: float, ends: float, *fields: str, by: str = "") -> Absence:
    return absences.begin(
        member=place.members[who],
        by=place.members[by or who],
        delegate=place.members[delegate],
        begins=NOW + timedelta(days=begins),
        ends=NOW + timedelta(days=ends),
        fields=fields,
    )


def owner(case: Case) -> str | None:
    case.refresh_from_db()
    return case.owner.key if case.owner else None


def refusal(error: pytest.ExceptionInfo[RegistryRefused]) -> Any:  # noqa: ANN401 - an error code
    return error.value.errors[0]["code"]


def test_open_and_new_cases_move_at_the_beginning_and_return_at_the_end(place: World, settings: Settings) -> None:
    known = ask(place)
    away(place, "ana", "rui", 1, 3)
    tasks.keep_time()
    assert owner(known) == "ana"
    clock(settings, 1)
    tasks.keep_time()
    new = ask(place, "contact.primary", "Lee")
    assert [owner(known), owner(new)] == ["rui", "rui"]
    version = Case.objects.get(id=known.id).version
    tasks.keep_time()
    assert Case.objects.get(id=known.id).version == version
    clock(settings, 3)
    tasks.keep_time()
    assert [owner(known), owner(new)] == ["ana", "ana"]
    assert Absence.objects.get().ended_at == NOW + timedelta(days=3)
    moves = CaseEvent.objects.filter(case=known, code="rerouted").order_by("id").values_list("params", flat=True)
    assert list(moves) == [{"from": "ana", "to": "rui", "for": "ana"}, {"from": "rui", "to": "ana"}]


def test_the_stand_in_decides(place: World) -> None:
    case = ask(place)
    away(place, "ana", "rui", 0, 3)
    assert owner(case) == "rui"
    place.members["ana"] = place.members["rui"]
    assert press(place, case, seen(case, "accept")).decided_by == place.members["rui"]


def test_between_two_sweeps_the_case_is_already_the_stand_ins(place: World, settings: Settings) -> None:
    case = ask(place)
    away(place, "ana", "rui", 1, 3)
    clock(settings, 1)
    with pytest.raises(NotYours):
        press(place, case, seen(case, "accept"))
    place.members["ana"] = place.members["rui"]
    assert press(place, case, seen(case, "accept")).decided_by == place.members["rui"]


def test_an_absence_moves_only_its_fields(place: World) -> None:
    payment, contact = ask(place), ask(place, "contact.primary", "Lee")
    away(place, "ana", "rui", 0, 3, "payment.*")
    assert [owner(payment), owner(contact)] == ["rui", "ana"]


def test_an_absence_ended_early_brings_its_cases_back_at_once(place: World) -> None:
    case = ask(place)
    absence = away(place, "ana", "rui", 0, 3)
    assert absences.end(absence=absence, by=place.members["ana"])
    assert owner(case) == "ana"
    assert not absences.end(absence=absence, by=place.members["ana"])
    said = list(RegistryChange.objects.filter(kind="member", key="ana").order_by("id").values_list("after", flat=True))
    assert [one["absence"].get("ended_at") for one in said] == [None, NOW.isoformat()]


def test_two_people_deep_and_no_further(place: World, settings: Settings) -> None:
    case = ask(place)
    away(place, "ana", "rui", 0, 9)
    away(place, "rui", "eva", 1, 5)
    clock(settings, 1)
    tasks.keep_time()
    assert owner(case) == "eva"
    with pytest.raises(RegistryRefused) as third:
        away(place, "eva", "u1", 2, 4)
    assert refusal(third) == "absence-too-deep"
    clock(settings, 5)
    tasks.keep_time()
    assert owner(case) == "rui"


def test_a_circle_and_a_second_stand_in_are_refused(place: World) -> None:
    away(place, "ana", "rui", 0, 9)
    with pytest.raises(RegistryRefused) as circle:
        away(place, "rui", "ana", 5, 6)
    with pytest.raises(RegistryRefused) as second:
        away(place, "ana", "eva", 5, 6)
    assert [refusal(circle), refusal(second)] == ["absence-cycle", "absence-twice"]


def test_whoever_may_propose_there_does_not_stand_in_where_two_people_are_needed(place: World) -> None:
    away(place, "ana", "u1", 20, 21)
    activate_document(place.workspace, {**read_policy("tests/cases/p0.toml"), "four_eyes": ["payment"]})
    Agent.objects.filter(key="billing-sync").update(controller=place.members["u1"])
    with pytest.raises(RegistryRefused) as proposer:
        away(place, "ana", "u1", 0, 9)
    assert refusal(proposer) == "delegate-proposes"
    # Nobody needs two people for a contact, and rui proposes only elsewhere.
    away(place, "ana", "u1", 0, 9, "contact.*")
    away(place, "ana", "rui", 0, 9, "payment.*")


@pytest.mark.parametrize(
    ("delegate", "days", "fields", "code"),
    [
        ("ana", (0, 1), (), "delegate-is-member"),
        ("rui", (2, 1), (), "ends-before-it-begins"),
        ("rui", (-2, -1), (), "over-already"),
        ("rui", (0, 1), ("Payment*",), "invalid-pattern"),
        ("gone", (0, 1), (), "person-not-active"),
    ],
)
def test_what_makes_no_sense_is_refused(
    place: World, delegate: str, days: tuple[int, int], fields: tuple[str, ...], code: str
) -> None:
    place.members["gone"] = place.members["u2"]
    place.members["gone"].active = False
    with pytest.raises(RegistryRefused) as error:
        away(place, "ana", delegate, *days, *fields)
    assert refusal(error) == code


def test_only_an_admin_says_that_somebody_else_is_away(place: World) -> None:
    with pytest.raises(NotAllowed):
        away(place, "ana", "rui", 0, 1, by="rui")
    absence = away(place, "ana", "rui", 0, 1, by="adm")
    with pytest.raises(NotAllowed):
        absences.end(absence=absence, by=place.members["rui"])


def test_a_stand_in_who_leaves_gives_the_cases_back(place: World) -> None:
    case = ask(place)
    away(place, "ana", "rui", 0, 3)
    place.members["rui"].active = False
    place.members["rui"].save()
    reroute(workspace=place.workspace, by=None)
    assert owner(case) == "ana"
