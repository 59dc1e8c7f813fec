"""What can be done from the page of a fact, with the keyboard alone: ask, correct, save, and let it end."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import expect

from escalations.models import Case
from ledgers.models import Claim, Responsibility
from ledgers.selectors import facts
from tests.browser.conftest import Desk, NewDesk
from tests.screens.world import Firm

# More presses of Tab than any page here has places.
PLACES = 80


def _walk_to(desk: Desk, place: str) -> None:
    for _press in range(PLACES):
        desk.page.keyboard.press("Tab")
        if desk.focused() == place:
            return
    raise AssertionError(f"Tab does not reach {place}")


def _press(desk: Desk, place: str) -> None:
    _walk_to(desk, place)
    desk.page.keyboard.press("Enter")


def _in_force(firm: Firm) -> list[object]:
    found = facts.page(firm.workspace, ["*"], facts.Asked(field="price.list"), limit=9)
    return [view.value for view in found]


def test_an_owner_asks_corrects_saves_and_ends_a_fact_by_keyboard(firm: Firm, new_desk: NewDesk) -> None:
    Responsibility.objects.filter(scope="client:*").update(proposers=["agent:*", "member:*"])
    fact = firm.say("BRL 10.00", field="price.list", effective_at=datetime(2026, 1, 5, tzinfo=UTC))
    desk = new_desk(firm.ana)
    case = _ask(desk, fact)
    new = _correct(firm, desk, fact)
    case.refresh_from_db()
    assert (case.state, case.chosen) == ("closed", new.pk)
    _save(firm, desk, new)
    _end(firm, desk, new)


def _ask(desk: Desk, fact: Claim) -> Case:
    """The first press opens the case; the second leads to it."""
    for said in ("", "It is asked already: this is the open case."):
        desk.open(f"/facts/{fact.pk}/")
        _press(desk, "ask-review")
        desk.page.wait_for_url("**/cases/**")
        expect(desk.page.get_by_role("heading", level=1)).to_contain_text("is this still true?")
        expect(desk.page.locator("body")).to_contain_text(said)
    case = Case.objects.get()
    assert desk.page.url.endswith(f"/cases/{case.pk}/")
    assert (case.kind, case.state, case.fact) == ("review_due", "open", fact.pk)
    return case


def _correct(firm: Firm, desk: Desk, fact: Claim) -> Claim:
    """A form that lacks something comes back as typed, with the focus on what is wrong."""
    keys = desk.page.keyboard
    desk.open(f"/facts/{fact.pk}/")
    _press(desk, "propose")
    desk.page.wait_for_url("**/propose/")
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text("Propose a correction")
    _walk_to(desk, "value")
    keys.type("BRL 12.50")
    _press(desk, "propose-go")
    expect(desk.page.locator("#errors")).to_be_focused()
    expect(desk.page.locator("#errors")).to_contain_text("Say how you know: whoever decides reads it.")
    expect(desk.page.locator("#value")).to_have_value("BRL 12.50")
    assert _in_force(firm) == ["BRL 10.00"]
    _walk_to(desk, "reason")
    keys.type("New list of May.")
    _press(desk, "propose-go")
    desk.page.wait_for_url(re.compile(r"/facts/[-0-9a-f]+/$"))
    expect(desk.page.locator("body")).to_contain_text("Your proposal is accepted and replaces what was said before.")
    expect(desk.page.locator(".now .value").first).to_contain_text("12.50")
    assert _in_force(firm) == ["BRL 12.50"]
    new = Claim.objects.latest("id")
    assert (new.member, new.evidence) == (firm.ana, {"text": "New list of May."})
    return new


def _save(firm: Firm, desk: Desk, fact: Claim) -> None:
    """The file is what the API tells, under the name of the fact."""
    desk.open(f"/facts/{fact.pk}/")
    with desk.page.expect_download() as saved:
        _press(desk, "export-json")
    assert saved.value.suggested_filename == f"fact-{fact.pk}.json"
    told = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert told == firm.client(firm.ana).get(f"/api/v1/facts/{fact.pk}").json()
    assert (told["value"], told["status"]) == ("BRL 12.50", "accepted")


def _end(firm: Firm, desk: Desk, fact: Claim) -> None:
    """The button leads to the choice and makes none: ending a fact is a decision with a reason."""
    keys = desk.page.keyboard
    desk.open(f"/facts/{fact.pk}/")
    _press(desk, "mark-expired")
    desk.page.wait_for_url(re.compile(r"/cases/[-0-9a-f]+/#outcome-\d$"))
    outcome = desk.page.locator(f"#{desk.page.url.rpartition('#')[2]}")
    expect(outcome).to_have_attribute("value", "ended")
    assert desk.page.locator("[name=choice]:checked").count() == 0
    assert _in_force(firm) == ["BRL 12.50"]
    keys.press(desk.page.url[-1])
    expect(outcome).to_be_checked()
    keys.press("r")
    keys.type("There is no list any more.")
    keys.press("Control+Enter")
    expect(desk.page.get_by_role("region", name="Recent decisions")).to_contain_text("Recorded")
    assert _in_force(firm) == []
    case = Case.objects.get(fact=fact.pk)
    assert (case.state, case.choice, case.reason) == ("decided", "ended", "There is no list any more.")
    desk.open(f"/facts/{fact.pk}/")
    expect(desk.page.locator("body")).to_contain_text("No value is in force here any more.")
    for button in ("ask-review", "mark-expired"):
        expect(desk.page.locator(f"#{button}")).to_have_count(0)
