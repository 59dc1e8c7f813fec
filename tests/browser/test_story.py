"""The main story in a real browser: the client said Lee, the CRM says Dana, the owner decides."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from escalations.models import Case
from ledgers.selectors import facts
from tests.browser.conftest import NewDesk
from tests.screens.world import Firm

REASON = "She called me: moved teams, Lee takes over."


def _told(firm: Firm) -> list[object]:
    """What an agent gets when it asks now."""
    return [view.value for view in facts.page(firm.workspace, ["*"], facts.Asked(field="contact.primary"), limit=9)]


def test_the_owner_confirms_lee(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    assert _told(firm) == ["Dana Souza"]
    desk = new_desk(firm.ana)
    desk.page.get_by_role("link", name="ACME (customer)").click()
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text("Main contact: which value holds?")
    left = desk.page.locator(".leaf.current").bounding_box()
    right = desk.page.locator(".leaf.proposed").bounding_box()
    assert left
    assert right
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]
    desk.page.get_by_label("Accept new").check()
    desk.page.get_by_label("confirmed by phone").check()
    desk.page.get_by_label("Reason in your words").fill(REASON)
    desk.page.get_by_role("button", name="Record decision").click()
    told = "Recorded: accepted what was proposed"
    expect(desk.page.get_by_role("region", name="Recent decisions")).to_contain_text(told)
    expect(desk.page.locator("#live")).to_contain_text(told)
    assert _told(firm) == ["Lee Ramos"]
    desk.page.get_by_role("link", name="See the case").click()
    desk.page.get_by_role("link", name="See the fact in force and its timeline").click()
    expect(desk.page.locator(".now .value").first).to_have_text("Lee Ramos")
    expect(desk.page.locator(".answer")).to_have_text(re.compile("Ana decided on .* because: “confirmed by phone; She"))
    case.refresh_from_db()
    assert case.decided_by == firm.ana


def test_the_same_with_scripts_off(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana, java_script_enabled=False)
    desk.page.get_by_text("Filter", exact=True).click()
    desk.page.get_by_label("Search").fill("acme")
    desk.page.get_by_role("button", name="Apply").click()
    desk.page.get_by_role("link", name="ACME (customer)").click()
    desk.page.get_by_role("button", name="Record decision").click()
    expect(desk.page.locator("#errors")).to_contain_text("Choose an outcome.")
    desk.page.get_by_label("Enter another value").check()
    desk.page.get_by_label("Value", exact=True).fill("Kim Sato")
    desk.page.get_by_label("document seen").check()
    desk.page.get_by_role("button", name="Record decision").click()
    expect(desk.page.get_by_role("region", name="Recent decisions")).to_contain_text("Recorded")
    assert _told(firm) == ["Kim Sato"]
    desk.page.get_by_text("Ana", exact=True).first.click()
    desk.page.get_by_role("button", name="Dark").click()
    expect(desk.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert Case.objects.get().pk == case.pk


def test_of_two_people_the_second_sees_who_decided_and_keeps_her_reason(firm: Firm, new_desk: NewDesk) -> None:
    firm.workspace.responsibility_set.get(scope="client:*").delegates.add(firm.rui)
    case = firm.dispute()
    hers, his = new_desk(firm.ana), new_desk(firm.rui)
    for desk in (hers, his):
        desk.open(f"/cases/{case.pk}/")
    his.page.get_by_label("Keep current").check()
    his.page.get_by_label("typing mistake").check()
    his.page.get_by_role("button", name="Record decision").click()
    his.page.wait_for_url("**/queue/")
    hers.page.get_by_label("Accept new").check()
    hers.page.get_by_label("Reason in your words").fill(REASON)
    hers.page.get_by_role("button", name="Record decision").click()
    expect(hers.page.locator("#stale")).to_contain_text("Rui decided this case")
    expect(hers.page.locator("#stale")).to_contain_text(REASON)
    expect(hers.page.locator("#stale")).to_be_focused()
    assert _told(firm) == ["Dana Souza"]


def test_newer_evidence_is_shown_before_anything_is_recorded(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    desk.open(f"/cases/{case.pk}/")
    desk.page.get_by_label("Accept new").check()
    desk.page.get_by_label("Reason in your words").fill(REASON)
    firm.say("Kim Sato")
    desk.page.get_by_role("button", name="Record decision").click()
    expect(desk.page.locator("#stale")).to_contain_text("A newer claim came from Client's messages.")
    expect(desk.page.locator("#stale")).to_be_focused()
    expect(desk.page.get_by_label("Accept “Lee Ramos”")).to_be_checked()
    expect(desk.page.get_by_label("Reason in your words")).to_have_value(REASON)
    desk.page.get_by_label("Accept “Kim Sato”").check()
    desk.page.get_by_role("button", name="Record decision").click()
    desk.page.wait_for_url("**/queue/")
    assert _told(firm) == ["Kim Sato"]
