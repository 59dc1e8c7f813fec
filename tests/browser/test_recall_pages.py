"""The pages of recall and of memory in a browser: with scripts as parts that change, without them as whole pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ledgers.models import Claim
from tests.browser.conftest import NewDesk
from tests.browser.house_recall import furnish
from tests.screens.world import Firm, make_firm


@pytest.fixture
def firm(transactional_db: None) -> Firm:
    return make_firm()


@pytest.fixture
def told(firm: Firm) -> Claim:
    return furnish(firm)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_question_is_asked_and_its_address_can_be_sent(
    firm: Firm, told: Claim, new_desk: NewDesk, scripts: bool
) -> None:
    desk = new_desk(firm.ana, java_script_enabled=scripts)
    desk.open("/ask/")
    desk.page.fill("#id_q", "address of nave")
    desk.page.click("#ask-go")
    expect(desk.page.locator("#answer-title")).to_contain_text("An agent would be told")
    expect(desk.page.locator("table.told")).to_contain_text("Rua Alta, 9")
    assert "q=address" in desk.page.url
    if scripts:
        expect(desk.page.locator("#answer-title")).to_be_focused()
        expect(desk.page.locator("#copy-block")).to_be_visible()
    sent = new_desk(firm.eva, java_script_enabled=scripts)
    sent.open(desk.page.url.removeprefix(desk.address))
    expect(sent.page.locator("table.told")).to_contain_text("Rua Alta, 9")


def test_what_is_wrong_keeps_what_was_typed(firm: Firm, told: Claim, new_desk: NewDesk) -> None:
    desk = new_desk(firm.ana)
    desk.open("/ask/")
    desk.page.fill("#id_q", "address of nave")
    desk.page.click("#ask-unfold")
    desk.page.fill("#id_other", "client:*")
    desk.page.click("#ask-go")
    expect(desk.page.locator("#form-errors")).to_be_focused()
    assert desk.page.input_value("#id_q") == "address of nave"


def test_who_was_told_comes_after_the_page_and_takes_no_focus(firm: Firm, told: Claim, new_desk: NewDesk) -> None:
    desk = new_desk(firm.ana)
    desk.open(f"/facts/{told.pk}/")
    expect(desk.page.locator("#told")).to_contain_text("2 agents were told")
    assert desk.focused() == "BODY"
    without = new_desk(firm.ana, java_script_enabled=False)
    without.open(f"/facts/{told.pk}/")
    without.page.click("#see-told")
    expect(without.page.locator("#told")).to_contain_text("2 agents were told")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_memory_is_corrected_forgotten_and_put_back(
    firm: Firm, told: Claim, new_desk: NewDesk, scripts: bool
) -> None:
    desk = new_desk(firm.ana, java_script_enabled=scripts)
    desk.open("/memory/")
    runs = desk.page.locator("li", has_text="Runs on Sundays.")
    runs.locator("summary").click()
    runs.locator("textarea").fill("Runs on Saturdays.")
    runs.get_by_role("button", name="Save").click()
    note = desk.page.locator("li", has_text="Runs on Saturdays.")
    expect(note).to_contain_text("You entered it yourself")
    note.get_by_role("button", name="Forget").click()
    expect(desk.page.locator("main")).to_contain_text("Forgotten of late")
    desk.page.locator("li", has_text="Runs on Saturdays.").get_by_role("button", name="Remember it again").click()
    expect(desk.page.locator("main")).not_to_contain_text("Forgotten of late")
