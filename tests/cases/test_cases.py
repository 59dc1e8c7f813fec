"""Every case file of the folder, played through the API. `CASES` names another folder."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings

from tests.cases.files import Case, load
from tests.cases.runner import Run

ALL = load()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("case", [case for case in ALL if case.steps], ids=str)
def test_case(case: Case, settings: Settings) -> None:
    Run(case, settings).play()


@pytest.mark.parametrize(
    ("case", "part"), [pytest.param(case, part, id=f"{case}: {part}") for case in ALL for part in case.waiting]
)
def test_waiting(case: Case, part: str) -> None:
    """Not a test yet: named here so that nobody takes silence for a pass."""
    pytest.skip(f"{case.name}, {case.title}: waits for {part}")
