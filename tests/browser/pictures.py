"""`make pictures`: every screen in both themes and languages, wide and narrow, as files to look at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.conftest import NewDesk
from tests.browser.looks import EVERY, Look
from tests.browser.places import House, make_house, walk
from tests.factories import ROOT

FOLDER = Path(os.environ.get("PICTURES") or ROOT / "var" / "pictures")


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


@pytest.mark.parametrize("look", EVERY, ids=str)
def test_take_pictures(house: House, new_desk: NewDesk, look: Look) -> None:
    folder = FOLDER / str(look)
    folder.mkdir(parents=True, exist_ok=True)
    for place, desk in walk(house, new_desk, rare=True, **look.options):
        # What stays in sight while one scrolls belongs at its own place on a picture of the whole page.
        desk.page.evaluate("scrollTo(0, 0)")
        desk.page.screenshot(path=folder / f"{place.name}.png", full_page=True)
        assert (folder / f"{place.name}.png").stat().st_size > 0
