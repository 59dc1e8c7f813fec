"""A registry admin gives somebody else's cases away, sees first which, and takes it back."""

from __future__ import annotations

from playwright.sync_api import expect

from escalations.models import Case
from ledgers.models import Responsibility
from tests.browser.conftest import NewDesk
from tests.screens.world import Firm


def test_an_owner_changes_after_the_effect_was_seen(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    row = Responsibility.objects.get(workspace=firm.workspace, scope="client:*")
    desk = new_desk(firm.rui)
    desk.open("/registry/")
    desk.page.get_by_role("link", name="client:* · every field").click()
    desk.page.get_by_label("Owner", exact=True).select_option(label="Rui")
    desk.page.get_by_role("button", name="See the effect").click()
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text("client:* · every field")
    expect(desk.page.locator("#effect")).to_contain_text("One open case moves to Rui.")
    # Back to the form: what was chosen is still there.
    desk.page.get_by_role("button", name="Change it again").click()
    expect(desk.page.get_by_label("Owner", exact=True)).to_have_value(str(firm.rui.pk))
    desk.page.get_by_role("group", name="Second persons").get_by_label("Eva").check()
    desk.page.get_by_role("button", name="See the effect").click()
    row.refresh_from_db()
    assert row.owner == firm.ana
    desk.page.get_by_role("button", name="Save").click()
    expect(desk.page.locator("[data-said]")).to_have_text("Saved. One open case moved.")
    line = desk.page.locator(f"#row-{row.pk}")
    expect(line).to_contain_text("Rui")
    expect(line).to_contain_text("Eva")
    row.refresh_from_db()
    assert (row.owner, list(row.seconds.all()), row.proposers) == (firm.rui, [firm.eva], ["agent:*"])
    assert Case.objects.get(pk=case.pk).owner == firm.rui
    desk.page.get_by_role("link", name="client:* · every field").click()
    expect(desk.page.get_by_role("region", name="Last changes")).to_contain_text("Owner: rui")
    desk.page.get_by_label("Owner", exact=True).select_option(label="Ana")
    desk.page.get_by_role("button", name="See the effect").click()
    expect(desk.page.locator("#effect")).to_contain_text("One open case moves to Ana.")
    desk.page.get_by_role("button", name="Save").click()
    expect(desk.page.locator("[data-said]")).to_be_visible()
    assert Case.objects.get(pk=case.pk).owner == firm.ana
