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
# Of what has the focus, or the label that shows it: how wide the ring is, and its contrast with what lies around it.
RING = """(() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const brush = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const colour = (named) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = named;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  };
  const light = ([red, green, blue]) => [red, green, blue]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const ringed = [one, one.closest("label")].find((held) => held && getComputedStyle(held).outlineStyle === "solid");
  if (!ringed) return [0, 0, one.outerHTML.slice(0, 120)];
  const ring = getComputedStyle(ringed);
  let under = ringed.parentElement;
  while (under.parentElement && colour(getComputedStyle(under).backgroundColor)[3] < 255) under = under.parentElement;
  const [high, low] = [ring.outlineColor, getComputedStyle(under).backgroundColor]
    .map((named) => light(colour(named))).sort((a, b) => b - a);
  return [parseFloat(ring.outlineWidth), (high + 0.05) / (low + 0.05), one.outerHTML.slice(0, 120)];
})()"""


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


@pytest.mark.long
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ring_around_the_focus_stands_out_wherever_it_is(firm: Firm, new_desk: NewDesk, scheme: str) -> None:
    """Three to one against what it is drawn on (WCAG 1.4.11), on links, buttons, fields and folds alike."""
    case = firm.dispute()
    desk = new_desk(firm.ana, color_scheme=scheme, viewport={"width": 1280, "height": 900})
    looked = 0
    for path in ("/queue/", f"/cases/{case.pk}/", "/profile/"):
        desk.open(path)
        for _press in range(60):
            desk.page.keyboard.press("Tab")
            ring = desk.page.evaluate(RING)
            if ring is None:
                break
            width, contrast, what = ring
            assert width >= 2, what
            assert contrast >= 3, (contrast, what)
            looked += 1
    assert looked > 60


def test_focus_is_seen_in_forced_colours(firm: Firm, new_desk: NewDesk) -> None:
    firm.dispute()
    desk = new_desk(firm.ana, forced_colors="active")
    desk.page.keyboard.press("j")
    style = "getComputedStyle(document.activeElement)"
    assert desk.page.evaluate(f"{style}.outlineStyle") == "solid"
    assert float(str(desk.page.evaluate(f"{style}.outlineWidth")).removesuffix("px")) >= 2
