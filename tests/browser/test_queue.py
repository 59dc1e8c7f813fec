"""A desk with many cases, by keyboard and by thumb: selecting, deciding several at once, and what came meanwhile."""

from __future__ import annotations

from playwright.sync_api import expect

from escalations.models import Case
from tests.browser.conftest import NewDesk
from tests.browser.test_access import _too_wide, _violations
from tests.screens.world import Firm


def _phones(firm: Firm, count: int) -> None:
    for number in range(count):
        firm.say(f"+55119{number:08d}", field="contact.phone", subject=f"customer:c{number}")


def test_several_cases_are_decided_and_new_ones_shown_by_keyboard_alone(firm: Firm, new_desk: NewDesk) -> None:
    _phones(firm, 3)
    desk = new_desk(firm.ana)
    keys, page = desk.page.keyboard, desk.page
    expect(page.locator(".bulk")).to_be_hidden()
    firm.say("+551199999999", field="contact.phone", subject="customer:new")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('mh:tick'))")
    new = page.get_by_role("link", name="1 new — show")
    expect(new).to_be_visible()
    assert page.locator("[data-row]").count() == 3
    new.focus()
    keys.press("Enter")
    expect(page.locator("[data-row]")).to_have_count(4)
    expect(page.get_by_role("link", name="1 new — show")).to_have_count(0)
    keys.press("j")
    keys.press("x")
    keys.press("j")
    keys.press("x")
    assert desk.focused().startswith("open-")
    expect(page.locator(".bulk")).to_be_visible()
    box, bar = page.locator(":focus").bounding_box(), page.locator(".bulk").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]
    assert _violations(desk) == []
    keys.press("Control+Enter")
    page.wait_for_url("**/queue/bulk/")
    expect(page.get_by_text("Preview: 2 to decide, 0 skipped.")).to_be_visible()
    assert _violations(desk) == []
    assert Case.objects.filter(state="open").count() == 4
    keys.press("r")
    keys.type("None of these numbers was confirmed. j k x")
    keys.press("Control+Enter")
    page.wait_for_url("**/queue/bulk/commit/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Done: 2 of 2")
    assert _violations(desk) == []
    assert Case.objects.filter(choice="keep", reason__startswith="None of these").count() == 2
    keys.press("u")
    page.wait_for_url("**/queue/")
    expect(page.locator("[data-row]")).to_have_count(2)


def test_the_queue_is_worked_on_a_narrow_screen(firm: Firm, new_desk: NewDesk) -> None:
    _phones(firm, 2)
    firm.dispute()
    desk = new_desk(firm.ana, viewport={"width": 360, "height": 640}, has_touch=True)
    page = desk.page
    for address in ("/queue/", "/queue/?group=origin", "/queue/views/", "/facts/mine/"):
        desk.open(address)
        assert _too_wide(desk) <= 0, address
        assert _violations(desk) == [], address
    desk.open("/queue/")
    expect(page.locator("#filter-field")).to_be_hidden()
    page.locator("#filters-open").tap()
    page.locator("#filter-field").select_option("contact.phone")
    page.locator("#filter-apply").tap()
    expect(page.locator("[data-row]")).to_have_count(2)
    page.wait_for_url(lambda url: "field=contact.phone" in url)
    for box in page.locator("[data-row] input[type=checkbox]").all():
        size = box.bounding_box()
        assert size
        assert min(size["width"], size["height"]) >= 24
        box.tap()
    expect(page.locator(".bulk")).to_be_visible()
    assert page.locator(".bulk").evaluate("(bar) => getComputedStyle(bar).position") == "static"
    page.locator("#bulk-keep").tap()
    page.wait_for_url("**/queue/bulk/")
    assert _too_wide(desk) <= 0
    assert _violations(desk) == []
    page.locator("#reason").fill("None of these numbers was confirmed.")
    page.locator("#bulk-commit").tap()
    page.wait_for_url("**/queue/bulk/commit/")
    assert _too_wide(desk) <= 0
    assert Case.objects.filter(choice="keep").count() == 2
