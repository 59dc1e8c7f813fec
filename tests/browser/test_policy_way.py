"""The way of a draft in a real browser: by keyboard, without scripts, and with two people at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from ledgers.models import Field, PolicyDraft, PolicyVersion
from ledgers.services.drafts import submitting
from tests import factories
from tests.browser.conftest import Desk, NewDesk
from tests.ledgers.drafts.firm import DOCUMENT, Firm, build

# As often as one may press Tab on a page before what is looked for is called out of reach.
FAR = 120


@pytest.fixture
def office(transactional_db: None) -> Firm:
    with build() as made:
        return made


def at(draft: PolicyDraft, page: str) -> str:
    return f"/policy/drafts/{draft.pk}/{page}"


def reach(page: Page, name: str) -> None:
    """Go there by the keyboard alone."""
    for _press in range(FAR):
        if page.evaluate("document.activeElement.id") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is out of reach")


def press(page: Page, name: str) -> None:
    """Press it, and wait for the page that comes."""
    reach(page, name)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_the_whole_way_by_keyboard_and_without_scripts(office: Firm, new_desk: NewDesk) -> None:
    draft = office.edit(office.start())
    office.tried(draft)
    rui, ana = (new_desk(member, java_script_enabled=False) for member in (office.rui, office.ana))
    rui.open(at(draft, "submit"))
    press(rui.page, "submit")
    ana.open(at(draft, "judge"))
    reach(ana.page, "result-0-open")
    ana.page.keyboard.press("Enter")
    assert ana.page.locator("#result-0").get_by_text("For example:").is_visible()
    reach(ana.page, "reason")
    ana.page.keyboard.type("Agreed with sales.")
    press(ana.page, "approve")
    press(ana.page, "to-activate")
    press(ana.page, "activate-go")
    assert ana.page.get_by_text("It is version 2 of the policy, in force since").is_visible()
    press(ana.page, "to-reevaluation")
    assert ana.page.locator("#found").inner_text().startswith("0 open questions, looked at under version 2")
    rui.open("/policy/history/")
    press(rui.page, "back-1")
    press(rui.page, "roll-back-go")
    assert rui.page.locator("h1").inner_text().endswith("Back to version 1")
    back = PolicyDraft.objects.get(title="Back to version 1")
    office.tried(back)
    office.approve(submitting.submit(member=office.rui, draft_id=back.pk, version=back.version))
    ana.open(at(back, "activate"))
    press(ana.page, "activate-go")
    active = PolicyVersion.objects.get(workspace=office.workspace, active=True)
    assert (active.version, active.document) == (3, DOCUMENT)


def test_two_approvers_at_once_and_an_edit_meanwhile(office: Firm, new_desk: NewDesk) -> None:
    """One wins, the other is told in words by whom; what was edited after it was seen is told too."""
    draft = office.submitted()
    ana, bia = new_desk(office.ana), new_desk(office.bia)
    for desk in (ana, bia):
        desk.open(at(draft, "judge"))
        desk.page.locator("#reason").fill("Seen.")
    ana.page.locator("#approve").click()
    ana.page.locator("#to-activate").wait_for()
    bia.page.locator("#approve").click()
    assert "Ana approved it: “Seen.”" in bia.page.locator("#refused").inner_text()
    assert bia.focused() == "refused"
    other = office.submitted("Another")
    bia.open(at(other, "judge"))
    bia.page.locator("#reason").fill("Long thought about.")
    office.edit(other, "set_name", name="Not what was shown")
    bia.page.locator("#approve").click()
    assert "Rui wrote in it." in bia.page.locator("#refused").inner_text()
    assert PolicyDraft.objects.get(pk=other.pk).state == "editing"


def test_authors_are_told_that_another_person_judges(office: Firm, new_desk: NewDesk) -> None:
    """Eva may write and approve: of a draft she wrote in, the page offers her nothing to press."""
    draft = office.edit(office.start())
    eva = new_desk(office.eva)
    eva.open(f"/policy/drafts/{draft.pk}/")
    eva.page.locator("#join-go").click()
    eva.page.locator("#join-go").wait_for(state="detached")
    office.tried(draft)
    rui = new_desk(office.rui)
    rui.open(at(draft, "submit"))
    rui.page.locator("#submit").click()
    rui.page.locator("#judge-answer").wait_for()
    eva.open(at(draft, "judge"))
    assert eva.page.locator("#approve").count() == 0
    assert "who did not write in it" in eva.page.locator("[aria-labelledby=judge-answer]").inner_text()


def test_the_base_moves_and_sides_are_chosen(office: Firm, new_desk: NewDesk) -> None:
    """A backtest that is out of date, a second draft that comes first, and a choice where both changed one place."""
    draft = office.edit(office.start(), "set_write_back_days", days=10)
    office.tried(draft)
    office.edit(draft, "set_name", name="Edited since")
    rui = new_desk(office.rui)
    rui.open(at(draft, "submit"))
    assert "changed since it was tried on history" in rui.page.locator("#point-backtest").inner_text()
    rui.open("/policy/")
    assert rui.page.get_by_text("Trust the client").first.is_visible()
    factories.activate_document(office.workspace, {**DOCUMENT, "write_back_days": 3})
    rui.open(at(draft, "submit"))
    rui.page.locator("#mend-base").click()
    rui.page.locator("#side-0-ours").check()
    rui.page.locator("#rebase-go").click()
    rui.page.wait_for_url(re.compile("/backtest"))
    up = PolicyDraft.objects.get(pk=draft.pk)
    assert (up.state, up.base.version, up.document["write_back_days"]) == ("editing", 2, 10)


def told(desk: Desk) -> list[str]:
    """What the page says of the differences, section by section, with everything unfolded."""
    desk.page.locator("details.kind").evaluate_all("found => found.forEach((one) => (one.open = true))")
    return desk.page.locator("section.titled").all_inner_texts()


def test_what_was_approved_reads_the_same_when_it_is_opened_later(office: Firm, new_desk: NewDesk) -> None:
    draft = office.submitted()
    ana = new_desk(office.ana)
    ana.open(at(draft, "diff"))
    seen = told(ana)
    assert seen
    ana.open(at(draft, "judge"))
    ana.page.locator("#reason").fill("Agreed with sales.")
    ana.page.locator("#approve").click()
    ana.page.locator("#to-activate").click()
    ana.page.locator("#activate-go").click()
    ana.page.locator("#to-version").wait_for()
    Field.objects.filter(workspace=office.workspace).update(name="Renamed", name_pt="Renomeado")
    ana.open("/policy/versions/2/diff")
    assert told(ana) == seen
