"""The worked cases through the core alone. What needs the database is skipped, and listed."""

from __future__ import annotations

import sys

import pytest

from tests.cases.core import CoreRun
from tests.cases.files import Case, load

PLAYED = [case for case in load() if case.steps]


@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_case_through_the_core(case: Case) -> None:
    run = CoreRun(case)
    run.play()
    left = ", ".join(sorted(set(run.skipped))) or "nothing"
    sys.stdout.write(f"{case.name} leaves to the run through the API: {left}\n")


def test_most_posts_of_the_worked_cases_reach_the_core() -> None:
    """A runner that skipped everything would be green too."""
    judged = 0
    for case in PLAYED:
        run = CoreRun(case)
        run.play()
        judged += sum(len(slot.decisions) for slot in run.slots.values())
    posts = sum(step.get("times", 1) for case in PLAYED for step in case.steps if "post" in step)
    assert judged > 0.85 * posts
