"""What an owner can do on the card besides deciding, in a real browser: ask, hand on, put off, decide after."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from escalations import evidence_requests
from escalations.models import Case, EvidenceRequest
from tests.browser.conftest import NewDesk
from tests.screens.world import Firm


def test_an_owner_asks_hands_on_puts_off_and_decides_on_the_answer(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    Case.objects.update(due_at=datetime.now(UTC) + timedelta(days=9))
    desk = new_desk(firm.ana)
    page = desk.page
    card = f"/cases/{case.pk}/"

    desk.open(card)
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#live")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    expect(page.locator("#what-if table")).to_be_hidden()
    page.get_by_text("What if: the five actions").click()
    expect(page.get_by_role("row", name="Refuse it")).to_contain_text("by rule")

    # Nothing ticked: the card comes back with the fold open, the day kept and the reader at what is missing.
    page.locator("#step-evidence > summary").click()
    page.locator("#evidence-note").fill("Which contract?")
    page.locator("#evidence-ask").click()
    expect(page.locator("#errors")).to_contain_text("Say what is missing")
    expect(page.locator("#errors")).to_be_focused()
    expect(page.locator("#evidence-note")).to_have_value("Which contract?")
    page.locator("#missing-document").check()
    page.locator("#evidence-ask").click()
    page.wait_for_url("**/queue/")
    request = EvidenceRequest.objects.get()
    assert (request.missing, request.note) == (["document"], "Which contract?")

    # The agent answers while the card is open: what the owner pressed is kept, and the answer is there to read.
    desk.open(card)
    expect(page.locator("#awaited")).to_contain_text("Ana asked inbox for evidence")
    page.get_by_label("Accept new").check()
    page.get_by_label("Reason in your words").fill("The contract says so.")
    hostile = {"evidence": {"text": "<b>Signed</b> by Lee, see http://evil.example"}}
    evidence_requests.answer(workspace=firm.workspace, request_id=request.pk, said=hostile, agent=firm.agent)
    page.get_by_role("button", name="Record decision").click()
    expect(page.locator("#stale")).to_contain_text("inbox answered what was asked.")
    expect(page.get_by_label("Reason in your words")).to_have_value("The contract says so.")
    expect(page.get_by_label("Accept new")).to_be_checked()
    expect(page.locator(".quote", has_text="<b>Signed</b> by Lee")).to_be_visible()
    assert page.locator("a[href*='evil.example']").count() == 0

    page.locator("#step-delegate > summary").click()
    page.get_by_label("Who may decide it too").select_option(label="Rui")
    page.locator("#delegate-save").click()
    page.wait_for_url("**/queue/")
    desk.open(card)
    expect(page.locator("#handed")).to_contain_text("Handed to Rui")
    page.locator("#step-snooze > summary").click()
    expect(page.locator("#snooze")).to_contain_text("Its time runs on")
    page.locator("#snooze-news").click()
    page.wait_for_url("**/queue/")

    # Whom it was handed to decides it, on the whole card.
    his = new_desk(firm.rui, viewport={"width": 360, "height": 740})
    his.open(card)
    expect(his.page.locator("#snoozed")).to_contain_text("Its time runs on")
    assert his.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    his.page.get_by_label("Accept new").check()
    his.page.get_by_label("document seen").check()
    his.page.get_by_role("button", name="Record decision").click()
    his.page.wait_for_url(lambda url: not url.endswith(card))
    case.refresh_from_db()
    assert (case.state, case.decided_by) == ("decided", firm.rui)
