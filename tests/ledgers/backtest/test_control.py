"""The control run: what was decided comes out again, whatever became of sources, proposers and versions since."""

from __future__ import annotations

from random import Random

import pytest
from pytest_django.fixtures import Settings

from ledgers.backtest.result import Result, Window
from ledgers.backtest.running import run
from ledgers.replay import reading
from tests.cases.world import World
from tests.invariants.saying import world
from tests.invariants.test_i11_as_of_is_stable import decide_some


@pytest.fixture
def busy(transactional_db: None, settings: Settings) -> World:
    """A workspace after claims of every kind, some decided by their owner."""
    place = world()
    decide_some(place, Random(3), 60, settings, 300)
    return place


def backtest(place: World) -> Result:
    """A draft that says what the policy in force says."""
    return run(place.workspace, reading.policies(place.workspace)[1], Window())


def test_every_decision_comes_out_as_recorded(busy: World) -> None:
    done = backtest(busy)
    assert done.control.found == 0, done.control.differences
    assert done.control.decisions > 60
