"""The story without a mouse: keys select, only Ctrl+Enter or the button records, and focus is never lost."""

from __future__ import annotations

from datetime import UTC, datetime

from playwright.sync_api import expect

from escalations.models import Case
from tests.browser.conftest import NewDesk
from tests.factories import PASSWORD
from tests.screens.world import Firm


def test_from_sign_in_to_the_recorded_decision_by_keyboard_alone(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk()
    keys = desk.page.keyboard
    desk.open("/sign-in/")
    assert firm.ana.user is not None
    keys.type(firm.ana.user.email)
    keys.press("Tab")
    keys.type(PASSWORD)
    keys.press("Enter")
    desk.page.wait_for_url("**/queue/")
    keys.press("Tab")
    expect(desk.page.get_by_role("link", name="Skip to content")).to_be_focused()
    keys.press("j")
    assert desk.focused() == f"open-{case.pk}"
    keys.press("Enter")
    desk.page.wait_for_url("**/cases/**")
    keys.press("2")
    expect(desk.page.get_by_label("Accept new")).to_be_checked()
    keys.press("r")
    keys.type("She told me on the phone. j k 1 3 z ?")
    expect(desk.page.get_by_label("Accept new")).to_be_checked()
    assert Case.objects.get().state == "open"
    keys.press("Control+Enter")
    desk.page.wait_for_url("**/queue/")
    expect(desk.page.get_by_role("heading", level=1)).to_be_focused()
    keys.press("z")
    assert desk.focused() == "undo-dock"
    case.refresh_from_db()
    assert (case.choice, case.reason) == ("accept", "She told me on the phone. j k 1 3 z ?")


def test_a_digit_selects_and_records_nothing(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    desk.open(f"/cases/{case.pk}/")
    for digit, outcome in enumerate(["Keep current", "Accept new", "Enter another value", "Both are true"], start=1):
        desk.page.keyboard.press(str(digit))
        expect(desk.page.get_by_label(outcome)).to_be_checked()
    case.refresh_from_db()
    assert case.state == "open"


def test_what_is_missing_takes_the_focus_and_leads_to_its_field(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    desk.open(f"/cases/{case.pk}/")
    desk.page.keyboard.press("1")
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page.locator("#errors")).to_be_focused()
    desk.page.keyboard.press("Tab")
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_label("Reason in your words")).to_be_focused()
    expect(desk.page.get_by_label("Keep current")).to_be_checked()


def test_keys_walk_the_rows_the_cases_and_the_sections(firm: Firm, new_desk: NewDesk) -> None:
    first = firm.dispute()
    firm.say("+5511988887777", field="contact.phone")
    Case.objects.filter(pk=first.pk).update(due_at=datetime(2030, 1, 1, tzinfo=UTC))
    second = Case.objects.exclude(pk=first.pk).get()
    desk = new_desk(firm.ana)
    keys = desk.page.keyboard
    keys.press("j")
    keys.press("j")
    assert desk.focused() in {f"open-{first.pk}", f"open-{second.pk}"}
    keys.press("k")
    keys.press("Enter")
    desk.page.wait_for_url("**/cases/**")
    keys.press("]")
    desk.page.wait_for_url(f"**/cases/{first.pk}/" if str(second.pk) in desk.page.url else f"**/cases/{second.pk}/")
    keys.press("u")
    desk.page.wait_for_url("**/queue/")
    keys.press("g")
    keys.press("f")
    desk.page.wait_for_url("**/facts/")
    keys.press("?")
    expect(desk.page.get_by_role("dialog")).to_be_visible()
    keys.press("j")
    keys.press("Escape")
    expect(desk.page.get_by_role("dialog")).to_be_hidden()


def test_the_tab_key_reaches_everything_in_reading_order_and_is_never_trapped(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana, viewport={"width": 360, "height": 640})
    desk.open(f"/cases/{case.pk}/")
    last, seen = -1.0, list[str]()
    for _press in range(60):
        desk.page.keyboard.press("Tab")
        place = desk.page.evaluate(
            "(() => { const box = document.activeElement.getBoundingClientRect();"
            " return [document.activeElement.tagName, box.top + scrollY, box.bottom > 0 && box.top < innerHeight]; })()"
        )
        if place[0] == "BODY":
            break
        assert place[2], f"{desk.focused()} is out of sight"
        seen.append(desk.focused())
        if desk.page.locator("main").locator(":focus").count():
            assert place[1] >= last - 40, f"{desk.focused()} comes out of order"
            last = place[1]
    assert "commit" in seen
    assert len(seen) == len(set(seen)) or "A" in seen
