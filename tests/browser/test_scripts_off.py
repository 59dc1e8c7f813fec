"""Everything without scripts: plain links and forms, each answered by a whole page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from escalations.models import Case
from ledgers.models import Fact, Responsibility
from memoryhub.accounts.models import Token
from tests.browser.conftest import Desk, NewDesk
from tests.browser.places import House, make_house


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


class _Plain:
    """A window without scripts, in which every answer has to be a whole page."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.page = desk, desk.page

    def press(self, name: str) -> None:
        self.page.locator(f"#{name}").click()
        self.whole()

    def open(self, path: str) -> None:
        self.desk.open(path)
        self.whole()

    def unfold(self, name: str) -> None:
        self.page.locator(f"#{name} > summary").click()

    def whole(self) -> None:
        expect(self.page.locator("body > header.masthead")).to_have_count(1)
        expect(self.page.locator("h1")).to_have_count(1)
        expect(self.page.locator("main")).to_have_count(1)

    def told(self, text: str) -> None:
        expect(self.page.locator("[data-said]")).to_contain_text(text)


def test_an_owner_works_without_scripts(house: House, new_desk: NewDesk) -> None:
    """Filter, open, decide, undo, hand over, put off, ask, decide several, say that a fact is still true."""
    case = house.cases["tie"]
    plain = _Plain(new_desk(house.firm.ana, java_script_enabled=False))
    page = plain.page
    page.locator(".filters > summary").click()
    page.locator("[data-search]").fill("address")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(f"#open-{house.cases['conflict'].pk}")).to_have_count(0)
    plain.press(f"open-{case.pk}")
    plain.press("commit")
    expect(page.locator("#errors")).to_contain_text("Choose an outcome.")
    page.get_by_label("Accept new").check()
    page.locator("#reason").fill("The lease says so.")
    plain.press("commit")
    expect(page.locator("#undo-dock")).to_contain_text("Recorded: accepted what was proposed")
    assert Case.objects.get(pk=case.pk).state == "decided"
    plain.press("dock-undo-1")
    plain.told("Taken back.")
    assert Case.objects.get(pk=case.pk).state == "open"

    plain.open(f"/cases/{case.pk}/")
    plain.unfold("step-delegate")
    page.locator("#delegate-to").select_option("rui")
    plain.press("delegate-save")
    plain.open(f"/cases/{case.pk}/")
    plain.unfold("step-snooze")
    plain.press("snooze-news")
    plain.open(f"/cases/{case.pk}/")
    plain.unfold("step-evidence")
    page.locator("#missing-document").check()
    plain.press("evidence-ask")
    case.refresh_from_db()
    assert case.assignee == house.firm.rui
    assert case.evidence_requests.count() == 1

    plain.open("/queue/")
    chosen = [house.cases[name] for name in ("conflict", "many")]
    for one in chosen:
        page.locator(f"#pick-{one.pk}").check()
    plain.press("bulk-keep")
    assert Case.objects.filter(pk__in=[one.pk for one in chosen], state="open").count() == 2
    page.locator("#reason").fill("None of them is known to us.")
    plain.press("bulk-commit")
    assert not Case.objects.filter(pk__in=[one.pk for one in chosen], state="open").exists()

    plain.open("/profile/")
    page.get_by_label("Name", exact=True).fill("Ana Lima")
    plain.press("profile-save")
    plain.told("Saved.")
    house.firm.ana.refresh_from_db()
    assert house.firm.ana.name == "Ana Lima"


def test_a_fact_is_still_true_without_scripts(house: House, new_desk: NewDesk) -> None:
    house.firm.say("BRL 120.00", source="crm", field="price.list")
    plain = _Plain(new_desk(house.firm.ana, java_script_enabled=False))
    plain.open("/facts/mine/")
    plain.page.locator("button[name=one]").first.click()
    plain.told("still true")
    assert Fact.objects.filter(claim__field="price.list").exists()


def test_an_admin_works_without_scripts(house: House, new_desk: NewDesk) -> None:
    """A token is made and stored, and a row of the registry saved after its effect was shown."""
    plain = _Plain(new_desk(house.admin, java_script_enabled=False))
    page = plain.page
    plain.open("/tokens/")
    page.get_by_label("Name", exact=True).fill("night run")
    page.get_by_label("Agent", exact=True).select_option(index=1)
    page.get_by_label("Sources", exact=True).fill("crm")
    page.get_by_label("Scopes", exact=True).fill("client:*")
    plain.press("token-make")
    assert Token.objects.filter(name="night run").exists()
    expect(page.locator("#secret")).not_to_have_value("")
    page.locator("#stored").check()
    plain.press("token-stored")
    expect(page.locator("main")).to_contain_text("night run")
    assert page.locator("#secret").count() == 0

    row = Responsibility.objects.get(workspace=house.firm.workspace, scope="client:*")
    plain.open(f"/registry/responsibilities/{row.pk}/")
    page.get_by_label("Backup", exact=True).select_option(label="Rui")
    page.get_by_role("button", name="See the effect").click()
    plain.whole()
    row.refresh_from_db()
    assert row.backup == house.firm.eva
    plain.press("row-save")
    plain.told("Saved.")
    row.refresh_from_db()
    assert row.backup == house.firm.rui
