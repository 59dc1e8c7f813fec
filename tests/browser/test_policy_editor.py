"""Writing a draft in a real browser: by buttons with the focus kept, by keyboard alone, and without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.services.drafts import editing
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Role
from tests.browser.conftest import Desk, NewDesk
from tests.browser.test_focus import COUNT_SAYINGS
from tests.factories import make_member
from tests.screens.world import TIERS, Firm

UP = "#tier-up-counterparty"


@pytest.fixture
def iris(firm: Firm) -> Member:
    return make_member(firm.workspace, "iris", Role.POLICY_EDITOR)


@pytest.fixture
def draft(firm: Firm, iris: Member) -> PolicyDraft:
    with walls.inside(firm.workspace):
        active = PolicyVersion.objects.get(workspace=firm.workspace, active=True).document
        fields = {"contact.primary": {"sensitivity": "contact", "review_days": 180}}
        return editing.start(member=iris, title="Ask the client first", document={**active, "fields": fields})


def _document(draft: PolicyDraft) -> dict[str, Any]:  # JSON
    with walls.inside(draft.workspace_id):
        draft.refresh_from_db()
    return dict(draft.document)


def _order(page: Page) -> list[str]:
    return [text.partition("\n")[0] for text in page.locator("#tiers li > span:first-child").all_inner_texts()]


def _said(desk: Desk, text: str) -> None:
    """This one sentence since the press."""
    expect(desk.page.locator("#live")).to_contain_text(text)
    assert len(desk.page.evaluate("said.splice(0)")) == 1


def test_tiers_change_places_by_their_buttons(draft: PolicyDraft, iris: Member, new_desk: NewDesk) -> None:
    """The focus stays on the button in the row that moved, its place is said once, the last row never moves."""
    desk = new_desk()
    desk.page.add_init_script(COUNT_SAYINGS)
    desk.sign_in(iris)
    desk.open(f"/policy/drafts/{draft.pk}/")
    page, keys = desk.page, desk.page.keyboard
    page.locator(UP).focus()
    for place in (3, 2, 1):
        keys.press("Enter")
        _said(desk, f"other party, own data has place {place} of 6 now.")
        expect(page.locator(UP)).to_be_focused()
        assert _order(page)[place - 1] == "other party, own data"
    # At the end of the way the button is still there, and does nothing.
    expect(page.locator(UP)).to_have_attribute("aria-disabled", "true")
    keys.press("Enter")
    expect(page.locator(UP)).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    _said(desk, "other party, own data has place 2 of 6 now.")
    expect(page.locator("#tier-down-counterparty")).to_be_focused()
    assert _document(draft)["tiers"] == [TIERS[0], "counterparty", *TIERS[1:3], *TIERS[4:]]
    # What nobody known said has no button, and none leads below it.
    last = page.locator("#tiers li").last
    expect(last).to_contain_text("no known source")
    expect(last).to_contain_text("always last")
    expect(last.locator("button")).to_have_count(0)
    expect(page.locator("#tier-down-agent_inference")).to_have_attribute("aria-disabled", "true")
    assert _order(page)[-1] == "no known source"


def test_a_field_is_written_with_the_keyboard_alone(draft: PolicyDraft, iris: Member, new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.page.add_init_script(COUNT_SAYINGS)
    desk.sign_in(iris)
    page, keys = desk.page, desk.page.keyboard
    desk.open(f"/policy/drafts/{draft.pk}/")
    _tab_to(desk, "to-field-contact.primary")
    keys.press("Enter")
    page.wait_for_url("**field=contact.primary")
    _tab_to(desk, "order-own")
    keys.press("Enter")
    # The button is gone, so reading goes on with what came of it.
    _said(desk, "The field has its own order now.")
    expect(page.locator("#said")).to_be_focused()
    desk.open(f"/policy/drafts/{draft.pk}/?field=contact.primary")
    _tab_to(desk, "order-tie-approved_document")
    keys.press("Enter")
    _said(desk, "approved document shares place 1 of 5 now.")
    _tab_to(desk, "id_review_days")
    keys.press("Control+A")
    keys.type("90")
    keys.press("Enter")
    _said(desk, "Saved.")
    assert desk.focused() == "id_review_days"
    assert _document(draft)["fields"]["contact.primary"] == {
        "sensitivity": "contact", "review_days": 90, "order": [["system_of_record", "approved_document"], *TIERS[2:]],
    }  # fmt: skip


def test_a_draft_is_written_without_scripts(draft: PolicyDraft, iris: Member, new_desk: NewDesk) -> None:
    """Begun, moved, widened, saved, taken in from a file, and given up: each press answers with a whole page."""
    desk = new_desk(iris, java_script_enabled=False)
    page = desk.page
    desk.open("/policy/")
    page.locator("#start-open").click()
    page.get_by_label("What it is about").fill("Shorter answers")
    _press(page, "start-go", "The draft is begun.")
    _press(page, "tier-up-counterparty", "other party, own data has place 3 of 6 now.")
    # Of the fields, those that are not sensitive are offered.
    assert "contact.phone" not in page.locator("#id_scope_field").inner_text()
    page.locator("#id_scope_pattern").fill("skill.*")
    _press(page, "scope-in-go", "Added: skill.*.")
    page.locator("#id_hours_payment").fill("2")
    _press(page, "answers-go", "Saved.")
    page.locator("#id_new_field").fill("skill.*")
    _press(page, "field-in-go", "Added: skill.*.")
    page.locator("#to-draft").click()
    page.locator("#file-in-open").click()
    page.get_by_label("or its text").fill("tiers = [")
    page.locator("#file-in-go").click()
    expect(page.locator("#id_text_error")).to_contain_text("This is not TOML")
    expect(page.get_by_label("or its text")).to_have_value("tiers = [")
    page.locator("#withdraw-open").click()
    _press(page, "withdraw-go", "The draft is withdrawn.")
    with walls.inside(draft.workspace_id):
        made = PolicyDraft.objects.get(title="Shorter answers")
    assert (made.state, made.document["sla_hours"]) == ("withdrawn", {"payment": 2})
    assert made.document["automatic"][-1] == "skill.*"
    assert made.document["fields"] == {"skill.*": {}}


def _press(page: Page, name: str, says: str) -> None:
    page.locator(f"#{name}").click()
    expect(page.locator("[data-said]")).to_contain_text(says)
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("body > header.masthead")).to_have_count(1)


def _tab_to(desk: Desk, name: str) -> None:
    for _press in range(90):
        desk.page.keyboard.press("Tab")
        if desk.focused() == name:
            return
    raise AssertionError(f"Tab never reaches {name}")
