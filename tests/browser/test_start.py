"""From nothing to the first claim without a script: an admin's own workspace, step by step, left once on the way."""

from __future__ import annotations

from playwright.sync_api import expect

from memoryhub.accounts.models import Role
from tests.browser.conftest import NewDesk
from tests.factories import make_member
from tests.screens.terminal import sends
from tests.screens.world import Firm


def test_an_admin_gets_to_the_first_claim_with_scripts_off(firm: Firm, new_desk: NewDesk) -> None:
    head = make_member(firm.workspace, "head", Role.ACCOUNT_ADMIN)
    desk = new_desk(head, java_script_enabled=False, viewport={"width": 360, "height": 780})
    page = desk.page
    page.locator("#member-menu").click()
    page.get_by_role("link", name="Set up a workspace").click()
    page.get_by_label("Name").fill("Bakery")
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("an empty table").check()
    page.get_by_role("button", name="Go on").click()

    page.get_by_label("Field").fill("opening.hours")
    page.get_by_label("Authoritative source").fill("crm")
    page.get_by_role("button", name="Add a row").click()
    expect(page.get_by_label("Field").first).to_have_value("opening.hours")
    page.get_by_role("button", name="Keep it and go on later").click()
    page.locator("#member-menu").click()
    page.get_by_role("link", name="Set up a workspace").click()
    page.get_by_role("button", name="Take out").last.click()
    expect(page.get_by_label("Field")).to_have_value("opening.hours")
    # On a phone a row that has a name is folded, and opens where something is wrong.
    expect(page.get_by_label("Backup")).to_be_hidden()
    page.get_by_label("Show all of it").check()
    page.get_by_label("Backup").fill("head")
    page.get_by_role("button", name="Make it so").click()
    expect(page.locator("#id_row0-backup_error")).to_contain_text("somebody else than the owner")
    page.get_by_label("Backup").fill("bia@bakery.example")
    page.get_by_role("button", name="Make it so").click()

    page.get_by_label("Key", exact=True).fill("inbox")
    page.get_by_label("Purpose").fill("reads the mail")
    page.get_by_label("crm").check()
    page.get_by_role("button", name="Make its token").click()
    secret = page.get_by_label("Token", exact=True).input_value()
    export = page.get_by_label("Tell the terminal your token").input_value()
    line = page.get_by_label("A line for a terminal").input_value()
    page.get_by_label("I have stored it").check()
    page.get_by_role("button", name="Wait for the first claim").click()
    expect(page.locator("#waiting")).to_contain_text("Waiting for the first claim…")
    assert secret not in page.content()
    page.get_by_role("link", name="Look again").click()
    [sent] = sends(export, line)
    assert sent.token == secret
    sent.post()
    page.get_by_role("link", name="Look again").click()
    expect(page.locator("#waiting")).to_contain_text("It came: opening.hours")
    page.get_by_role("link", name="See what became of it").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
