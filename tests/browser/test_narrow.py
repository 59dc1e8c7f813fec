"""A small screen under a thumb: room for every finger and every language, and nothing hidden or moving."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from escalations.models import Case
from tests.browser.conftest import Desk, NewDesk
from tests.browser.places import House, make_house, walk
from tests.screens.pseudo import speak_pseudo
from tests.screens.world import Firm

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
# What people may set for themselves; the page must bear it.
SPACED = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
})()"""
# Not innerWidth: a phone widens that with what it shows.
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Text that is cut where the page does not say so on purpose.
CUT = """[...document.querySelectorAll("main *, header *")]
  .filter((one) => !one.closest(".visually-hidden, thead, .inbox-word, select, option, #member-menu"))
  .filter((one) => one.checkVisibility() && getComputedStyle(one).overflow === "hidden")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.outerHTML.slice(0, 120))"""
# A target is the element, or the label around a box; links within a sentence are exempt (WCAG 2.5.8, inline).
SMALL = """[...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, .skip, p, li, dd, small"))
  .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
  .filter(([one, box]) => box.width && (box.width < 23.9 || box.height < 23.9))
  .map(([one, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${one.outerHTML.slice(0, 120)}`)"""
# What lies over the middle of the focused element is not the element: a bar hides it.
HIDDEN = """(() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  if (one === document.body || !box.width) return "";
  const rows = [box.top + 1, (box.top + box.bottom) / 2, box.bottom - 1].filter((y) => y > 0 && y < innerHeight);
  const seen = rows.some((y) => {
    const over = document.elementFromPoint(Math.min(box.left + box.width / 2, innerWidth - 1), y);
    return over && (one.contains(over) || over.contains(one) || over.closest("label")?.contains(one));
  });
  return seen ? "" : one.outerHTML.slice(0, 120);
})()"""


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


def _walk(house: House, new_desk: NewDesk, look: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401  # a window's options
    """Look at every screen, and keep what was found on each."""
    found: dict[str, Any] = {}
    for place, desk in walk(house, new_desk, **options):
        if wrong := look(desk):
            found[place.name] = wrong
    return found


def _cut(desk: Desk) -> list[str]:
    """What is cut, and by how much the page is wider than its screen."""
    wide = int(desk.page.evaluate(TOO_WIDE))
    return [*desk.page.evaluate(CUT), *[f"{wide} px too wide"] * (wide > 0)]


@pytest.mark.long
def test_every_target_has_room_for_a_finger_and_every_text_for_wider_spacing(house: House, new_desk: NewDesk) -> None:
    """And nothing is wider than a screen of 320, as it is or with the letters further apart."""
    long = {"text": "x" * 300 + " https://example.org/" + "y" * 200}
    house.firm.say("Kim Sato", evidence=long)

    def look(desk: Desk) -> list[str]:
        found = list(desk.page.evaluate(SMALL))
        desk.page.set_viewport_size({"width": 320, "height": 640})
        found += _cut(desk)
        desk.page.evaluate(SPACED)
        found += _cut(desk)
        desk.page.set_viewport_size(PHONE["viewport"])
        return found

    assert _walk(house, new_desk, look, locale="pt-BR", **PHONE) == {}


@pytest.mark.long
def test_a_language_four_tenths_longer_fits(house: House, new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch)

    assert _walk(house, new_desk, _cut, locale="pt-BR", **PHONE) == {}


def test_the_story_under_a_thumb(firm: Firm, new_desk: NewDesk) -> None:
    """From the queue to the recorded decision and back, by taps alone."""
    case = firm.dispute()
    desk = new_desk(firm.ana, **PHONE)
    page = desk.page
    expect(page.locator("#to-inbox")).to_be_visible()
    page.locator(f"#open-{case.pk}").tap()
    page.wait_for_url("**/cases/**")
    # A hint about keys is for those who have some.
    expect(page.locator("#commit kbd").first).to_be_hidden()
    page.get_by_label("Accept new").tap()
    page.locator("label:has(#chip-phone)").tap()
    page.locator("#commit").tap()
    page.wait_for_url("**/queue/")
    assert Case.objects.get().state == "decided"
    page.locator("#dock-undo-1").tap()
    page.wait_for_url("**/cases/**")
    assert Case.objects.get().state == "open"


@pytest.mark.parametrize("width", [360, 1280])
def test_no_bar_hides_what_has_the_focus(firm: Firm, new_desk: NewDesk, width: int) -> None:
    for number in range(12):
        firm.say(f"+55119{number:08d}", field="contact.phone", subject=f"customer:c{number}")
    desk = new_desk(firm.ana, viewport={"width": width, "height": 640})
    desk.page.locator("[name=case]").first.check()
    seen = 0
    for _press in range(60):
        desk.page.keyboard.press("Tab")
        assert desk.page.evaluate(HIDDEN) == ""
        seen += desk.page.locator("[data-row] :focus").count()
    assert seen >= 12


def test_nothing_moves_and_focus_is_seen_whatever_the_system_asks(house: House, new_desk: NewDesk) -> None:
    """With reduced motion nothing is animated; in forced colours the ring stands out on every kind of screen."""
    desk = new_desk(house.admin, reduced_motion="reduce", forced_colors="active")
    row = house.firm.workspace.responsibility_set.order_by("scope")[0]
    for path in (
        "/queue/",
        f"/cases/{house.cases['tie'].pk}/",
        "/registry/",
        f"/registry/responsibilities/{row.pk}/",
        "/profile/",
    ):
        desk.open(path)
        desk.page.keyboard.press("Tab")
        desk.page.keyboard.press("Tab")
        ring = desk.page.evaluate(
            "(({outlineStyle, outlineWidth, outlineColor}) => [outlineStyle, parseFloat(outlineWidth), outlineColor])"
            "(getComputedStyle(document.activeElement))"
        )
        paper = desk.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ring[0] == "solid", path
        assert ring[1] >= 2, path
        assert ring[2] != paper, path
        desk.page.locator("summary").first.click()
        assert desk.page.evaluate("document.getAnimations().length") == 0, path
