"""`make pictures`: every screen in both themes and languages, wide and narrow, as files to look at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.conftest import Desk, NewDesk
from tests.browser.looks import EVERY, Look
from tests.browser.places import House, make_house
from tests.factories import ROOT

FOLDER = Path(os.environ.get("PICTURES") or ROOT / "var" / "pictures")


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


@pytest.mark.parametrize("look", EVERY, ids=str)
def test_take_pictures(house: House, new_desk: NewDesk, look: Look) -> None:
    desks: dict[str, Desk] = {}
    folder = FOLDER / str(look)
    folder.mkdir(parents=True, exist_ok=True)
    for place in house.places:
        who = place.who(house)
        key = who.key if who is not None else ""
        desk = desks.get(key) or desks.setdefault(key, new_desk(who, **look.options))
        desk.open(place.path)
        desk.page.screenshot(path=folder / f"{place.name}.png", full_page=True)
        assert (folder / f"{place.name}.png").stat().st_size > 0
