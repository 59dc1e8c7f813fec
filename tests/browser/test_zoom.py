"""A window of 1280 by 1024 at four hundred percent: room for 320 by 256, and every screen still works in it.

Some screens here, all of them and more of each with PROVE=1.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Desk, NewDesk
from tests.browser.places import PROVE, House, make_house, walk
from tests.browser.test_narrow import HIDDEN, TOO_WIDE
from tests.screens.world import Firm

ZOOMED: dict[str, Any] = {"viewport": {"width": 320, "height": 256}, "device_scale_factor": 4}
SOME = {"sign-in", "queue-picked", "case-conflict", "fact", "registry", "responsibility", "members", "profile", "token"}
TABS = 60 if PROVE else 12
# How much of the window stays covered by what does not scroll away; a dialog that was asked for is all there is to see.
COVERED = """[...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest("dialog, .menu-sheet, .skip, .visually-hidden"))
  .filter((one) => ["fixed", "sticky"].includes(getComputedStyle(one).position))
  .map((one) => one.getBoundingClientRect())
  .map((box) => Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)) / innerHeight)
  .reduce((sum, part) => sum + part, 0)"""
MIDDLE = "scrollTo(0, document.documentElement.scrollHeight / 2)"


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


def _wrong(desk: Desk) -> list[str]:
    page = desk.page
    wide = int(page.evaluate(TOO_WIDE))
    found = [f"{wide} px too wide"] * (wide > 0)
    page.evaluate(MIDDLE)
    covered = float(page.evaluate(COVERED))
    found += [f"{covered:.0%} covered"] * (covered > 1 / 3)
    for _press in range(TABS):
        page.keyboard.press("Tab")
        if hidden := page.evaluate(HIDDEN):
            found.append(f"out of sight: {hidden}")
    return found


def test_every_screen_works_at_four_hundred_percent(house: House, new_desk: NewDesk) -> None:
    walked = walk(house, new_desk, only=() if PROVE else SOME, **ZOOMED)
    found = {place.name: wrong for place, desk in walked if (wrong := _wrong(desk))}
    assert found == {}


def test_what_is_measured_would_be_seen(firm: Firm, new_desk: NewDesk) -> None:
    """A bar over half the window, and a box wider than it, are found."""
    desk = new_desk(firm.ana, **ZOOMED)
    assert _wrong(desk) == []
    desk.page.evaluate("""(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("main { position: sticky; inset-block-end: 0; block-size: 200px } h1 { inline-size: 400px }");
      document.adoptedStyleSheets = [sheet];
    })()""")
    found = _wrong(desk)
    assert [one for one in found if one.endswith("too wide")]
    assert [one for one in found if one.endswith("covered")]
