"""Every page by axe-core, and no page wider than its screen: a sample here, every combination with PROVE=1."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Desk, NewDesk
from tests.browser.looks import EVERY, SAMPLE, Look
from tests.browser.places import PROVE, House, make_house, walk
from tests.factories import ROOT
from tests.screens.world import Firm

AXE = (ROOT / "tests" / "vendor" / "axe-core-4.14.1.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Every rule is tried on everything; only what broke one is told in full, which takes half the time.
RUN = "(tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']})"
LOOKS = EVERY if PROVE else SAMPLE


def _violations(desk: Desk) -> list[str]:
    desk.page.evaluate(AXE)
    found = desk.page.evaluate(RUN, TAGS)
    # A run that checked nothing would find nothing.
    assert {"color-contrast", "target-size"} <= {one["id"] for one in [*found["passes"], *found["violations"]]}
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


def _too_wide(desk: Desk) -> int:
    return int(desk.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_is_accessible(house: House, new_desk: NewDesk, look: Look) -> None:
    """Nothing for axe to find, and nothing wider than the screen."""
    looked: dict[str, list[str]] = {}
    for place, desk in walk(house, new_desk, **look.options):
        looked[place.name] = _violations(desk) + [f"{_too_wide(desk)} px too wide"] * (_too_wide(desk) > 0)
    assert {name: found for name, found in looked.items() if found} == {}


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_state_of_the_card_is_accessible(firm: Firm, new_desk: NewDesk, look: Look) -> None:
    case = firm.dispute()
    looked: dict[str, list[str]] = {}
    desk = new_desk(firm.ana, **look.options)
    desk.open(f"/cases/{case.pk}/")
    for digit in range(1, 5):
        desk.page.keyboard.press(str(digit))
        looked[f"outcome {digit}"] = _violations(desk)
    desk.page.locator("#commit").click()
    desk.page.locator("#errors").wait_for()
    looked["missing"] = _violations(desk)
    firm.say("Kim Sato")
    desk.page.locator("#outcome-1").check()
    desk.page.locator("#chip-phone").check()
    desk.page.locator("#commit").click()
    desk.page.locator("#stale").wait_for()
    looked["stale"] = _violations(desk)
    desk.page.locator("#commit").click()
    desk.page.wait_for_url("**/queue/")
    looked["dock"] = _violations(desk)
    desk.page.locator("#member-menu").click()
    looked["menu"] = _violations(desk)
    desk.open(f"/cases/{case.pk}/")
    looked["closed"] = _violations(desk)
    assert {state: found for state, found in looked.items() if found} == {}


def test_focus_is_seen_in_forced_colours(firm: Firm, new_desk: NewDesk) -> None:
    firm.dispute()
    desk = new_desk(firm.ana, forced_colors="active")
    desk.page.keyboard.press("j")
    style = "getComputedStyle(document.activeElement)"
    assert desk.page.evaluate(f"{style}.outlineStyle") == "solid"
    assert float(str(desk.page.evaluate(f"{style}.outlineWidth")).removesuffix("px")) >= 2
