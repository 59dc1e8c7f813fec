"""How many questions each owner would have had, by day."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from pytest_django.fixtures import Settings

from ledgers.backtest import report
from ledgers.backtest.forecast import Load
from ledgers.models import Responsibility
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world
from tests.ledgers.backtest.drafting import PLAN, backtest, p0

NARROW = p0(automatic=["company.status"])
FIRST, SECOND = date(2026, 10, 28), date(2026, 10, 29)


@pytest.fixture
def place(transactional_db: None, settings: Settings) -> World:
    """Two questions about one slot and one about another on the first day, one of another owner on the second."""
    there = world()
    settings.LEDGER_CLOCK = day(300).isoformat()
    for scope, values in (("client:a", ["gold", "silver", "bronze"]), ("client:b", ["gold", "silver"])):
        for number, value in enumerate(values):
            say(there, Said(field=PLAN, scope=scope, value=value, effective_at=day(number)))
    settings.LEDGER_CLOCK = day(301).isoformat()
    for number, value in enumerate(["gold", "silver"]):
        said = Said(field=PLAN, scope="team:dev", value=value, source="people", by="rui", effective_at=day(number))
        say(there, said)
    return there


def test_what_waits_in_one_slot_is_one_question_of_its_owner(place: World) -> None:
    ana, rui = backtest(place, NARROW).loads
    assert (ana.owner, dict(ana.active), dict(ana.draft)) == ("ana", {}, {FIRST: 2})
    assert (rui.owner, dict(rui.active), dict(rui.draft)) == ("rui", {}, {SECOND: 1})
    assert ana.busiest == (FIRST, 2)


def test_who_owns_it_is_what_the_registry_says_today(place: World) -> None:
    Responsibility.objects.filter(workspace=place.workspace, scope="client:*").update(owner=place.members["eva"])
    assert [load.owner for load in backtest(place, NARROW).loads] == ["eva", "rui"]
    Responsibility.objects.filter(workspace=place.workspace, scope="team:dev").delete()
    assert [load.owner for load in backtest(place, NARROW).loads] == ["", "eva"]


def test_the_person_a_scope_belongs_to_owns_it(transactional_db: None) -> None:
    place = world()
    for number, value in enumerate(["gold", "silver"]):
        said = Said(PLAN, value, "people", "u1", subject="user:u1", scope="user:u1", effective_at=day(number))
        say(place, said)
    (load,) = backtest(place, NARROW).loads
    assert load.owner == "u1"


def test_it_is_told_by_day(place: World) -> None:
    said = report.as_json(backtest(place, NARROW))["forecast"]
    assert said["days"] == 2
    assert said["owners"][0] == {
        "owner": "ana",
        "active": 0,
        "draft": 2,
        "busiest": {"day": "2026-10-28", "count": 2},
        "warns": False,
        "by_day": [{"day": "2026-10-28", "active": 0, "draft": 2}],
    }


@pytest.mark.parametrize(
    ("active", "draft", "warns"), [(0, 20, False), (0, 21, True), (21, 21, False), (30, 31, True), (31, 30, False)]
)
def test_too_many_on_one_day_is_a_warning_where_the_draft_brings_them(active: int, draft: int, warns: bool) -> None:
    assert Load("ana", Counter({FIRST: active}), Counter({FIRST: draft})).warns() is warns
