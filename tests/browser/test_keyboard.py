"""The story without a mouse: keys select, only Ctrl+Enter or the button records, and focus is never lost."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from escalations.models import Case
from tests.browser.conftest import NewDesk
from tests.factories import PASSWORD
from tests.screens.world import Firm

DAY = datetime(2026, 1, 5, tzinfo=UTC)
CASES = 20 if os.environ.get("PROVE") else 6
# What Tab has to stop at, numbered as it is read; of radio buttons none of which is chosen, the first.
NUMBER_STOPS = """(() => {
  const groups = new Set();
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter((one) => {
    const first = one.type !== "radio" || !groups.has(one.name);
    if (one.type === "radio") groups.add(one.name);
    return first && !one.disabled && one.type !== "hidden" && one.checkVisibility({visibilityProperty: true});
  });
  stops.forEach((one, number) => (one.dataset.stop = number));
  return stops.length;
})()"""
STOP = """(() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  return [Number(one.dataset.stop ?? -1), box.top + scrollY, box.bottom > 0 && box.top < innerHeight];
})()"""


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
    assert desk.focused() == "dock-undo-1"
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


@pytest.mark.parametrize("page", ["queue", "card", "policy"])
def test_the_tab_key_reaches_everything_in_reading_order_and_is_never_trapped(
    firm: Firm, new_desk: NewDesk, page: str
) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana, viewport={"width": 360, "height": 640})
    desk.open({"queue": "/queue/", "card": f"/cases/{case.pk}/", "policy": "/policy/"}[page])
    stops = int(str(desk.page.evaluate(NUMBER_STOPS)))
    assert stops > 5
    last, seen = -1.0, list[int]()
    for _press in range(stops + 1):
        desk.page.keyboard.press("Tab")
        number, top, in_sight = desk.page.evaluate(STOP)
        if number < 0:
            break
        seen.append(number)
        assert in_sight, f"{desk.focused()} is out of sight"
        if desk.page.locator("main").locator(":focus").count():
            assert top >= last - 40, f"{desk.focused()} comes out of order"
            last = top
    # One press more leaves the page: nothing holds the focus, and nothing was left out.
    assert seen == list(range(stops))


def test_keys_are_off_with_alt_or_asleep_while_somebody_types(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    user = firm.ana.user
    assert user is not None
    desk = new_desk(firm.ana)
    keys = desk.page.keyboard
    outcome = desk.page.locator("#outcome-1")

    def open_with(mode: str) -> None:
        user.keys = mode
        user.save(update_fields=["keys"])
        desk.open(f"/cases/{case.pk}/")

    open_with("off")
    for key in ("1", "e", "?", "j", "Control+Enter"):
        keys.press(key)
    expect(outcome).not_to_be_checked()
    expect(desk.page.get_by_role("dialog")).to_be_hidden()
    assert desk.page.locator("[aria-keyshortcuts]").count() == 0
    open_with("alt")
    keys.press("1")
    expect(outcome).not_to_be_checked()
    keys.press("Alt+1")
    expect(outcome).to_be_checked()
    expect(outcome).to_have_attribute("aria-keyshortcuts", "Alt+1")
    open_with("on")
    for key in ("Alt+1", "Shift+Alt+1"):
        keys.press(key)
    expect(outcome).not_to_be_checked()
    # A key that an input method is still composing is none of ours.
    desk.page.evaluate(
        "document.dispatchEvent(new KeyboardEvent('keydown', {key: '1', isComposing: true, bubbles: true}))"
    )
    expect(outcome).not_to_be_checked()
    keys.press("e")
    expect(desk.page.locator("#step-evidence")).to_have_attribute("open", "")
    assert desk.page.locator("#step-evidence").locator(":focus").count() == 1
    case.refresh_from_db()
    assert case.state == "open"


def test_keys_of_ones_own_work_and_the_usual_ones_do_nothing(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    page, keys = desk.page, desk.page.keyboard
    outcome, evidence = page.locator("#outcome-2"), page.locator("#step-evidence")
    desk.open("/profile/keys/")
    for act, key in {"next": "n", "pick": "m", "evidence": "b", "help": "!", "go": "w", "go_facts": "c"}.items():
        page.fill(f"#id_{act}", key)
    page.click("#keys-save")
    expect(page.locator("#id_next")).to_have_value("n")

    desk.open("/queue/")
    for key in ("j", "x", "?"):
        keys.press(key)
    assert desk.focused() in {"BODY", "main"}
    keys.press("n")
    assert desk.focused() == f"open-{case.pk}"
    keys.press("Shift+M")
    assert page.locator("[data-row] input:checked").count() == 1
    keys.press("!")
    expect(page.get_by_role("dialog").locator("[data-act=next]")).to_have_text("n")
    # In a dialog they rest.
    for key in ("w", "c", "u"):
        keys.press(key)
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    for key in ("g", "f"):
        keys.press(key)
    assert page.url.endswith("/queue/")
    for key in ("w", "c"):
        keys.press(key)
    page.wait_for_url("**/facts/")

    desk.open(f"/cases/{case.pk}/")
    expect(page.locator("#step-evidence summary")).to_have_attribute("aria-keyshortcuts", "b")
    keys.press("e")
    for held in ("Control", "Alt", "Meta"):
        keys.press(f"{held}+b")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'b', isComposing: true, bubbles: true}))")
    page.focus("#reason")
    keys.type("b n m")
    expect(page.locator("#reason")).to_have_value("b n m")
    expect(evidence).not_to_have_attribute("open", "")
    page.locator("h1").focus()
    keys.press("b")
    expect(evidence).to_have_attribute("open", "")

    user = firm.ana.user
    assert user is not None
    type(user).objects.filter(pk=user.pk).update(keys="off")
    desk.open(f"/cases/{case.pk}/")
    for key in ("b", "!", "2", "w", "c"):
        keys.press(key)
    expect(outcome).not_to_be_checked()
    expect(evidence).not_to_have_attribute("open", "")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert page.url.endswith(f"/cases/{case.pk}/")


def test_no_key_stands_for_two_things(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    for path in ("/queue/", f"/cases/{case.pk}/", "/registry/"):
        desk.open(path)
        named = desk.page.evaluate("[...document.querySelectorAll('[data-key]')].map((found) => found.dataset.key)")
        assert len(named) == len(set(named)), path
        # Those that work on every page.
        assert not set(named) & set("jkoxXzu/?g[]")


def test_rows_are_selected_and_previewed_without_a_mouse(firm: Firm, new_desk: NewDesk) -> None:
    firm.dispute()
    firm.say("+5511988887777", field="contact.phone")
    desk = new_desk(firm.ana)
    keys = desk.page.keyboard
    for key in ("j", "x", "j", "Shift+X"):
        keys.press(key)
    assert desk.page.locator("[data-row] input:checked").count() == 2
    keys.press("Escape")
    assert desk.page.locator("[data-row] input:checked").count() == 0
    keys.press("x")
    keys.press("Control+Enter")
    desk.page.wait_for_url("**/queue/bulk/")
    assert Case.objects.filter(state="open").count() == 2


def test_ordinary_cases_take_four_presses_each(firm: Firm, new_desk: NewDesk) -> None:
    """Beyond the reason: an outcome, a chip's worth of reason, the commit; the next case opens by itself."""
    for number in range(CASES):
        firm.say(
            f"Rua {number}", source="crm", subject=f"customer:C{number}", field="company.address", effective_at=DAY
        )
        firm.say(
            f"Av. {number}", source="crm", subject=f"customer:C{number}", field="company.address", effective_at=DAY
        )
    desk = new_desk(firm.ana)
    keys, pressed = desk.page.keyboard, 0
    for key in ("j", "Enter"):
        keys.press(key)
        pressed += 1
    desk.page.wait_for_url("**/cases/**")
    for left in range(CASES, 0, -1):
        here = desk.page.url
        for key in ("2", "r"):
            keys.press(key)
            pressed += 1
        keys.type("seen")
        keys.press("Control+Enter")
        pressed += 1
        desk.page.wait_for_function("here => location.href !== here", arg=here)
        assert Case.objects.filter(state="open").count() == left - 1
    assert pressed <= CASES * 4


def test_the_list_offers_only_the_keys_that_do_something_on_the_page(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    page, sheet = desk.page, desk.page.get_by_role("dialog")

    def offered() -> set[str]:
        page.keyboard.press("?")
        found = {str(one.get_attribute("data-act")) for one in sheet.locator("[data-act]:visible").all()}
        page.keyboard.press("Escape")
        return found

    in_queue = offered()
    assert {"next", "open", "pick", "search", "help", "go", "go_queue"} <= in_queue
    assert in_queue.isdisjoint({"undo", "reason", "evidence", "case_before", "go_tokens"})
    desk.open(f"/cases/{case.pk}/")
    on_card = offered()
    assert {"reason", "evidence", "delegate", "snooze", "timeline", "away"} <= on_card
    assert on_card.isdisjoint({"next", "open", "pick", "search", "undo"})
    expect(sheet.get_by_text("Select an outcome")).to_be_hidden()
    page.keyboard.press("?")
    expect(sheet.get_by_text("Select an outcome")).to_be_visible()
    expect(sheet.get_by_text("Next or previous row")).to_be_hidden()
    desk.open("/profile/")
    assert offered().isdisjoint({"next", "reason", "snooze", "timeline"})
