"""Where the focus goes after each press, and the one sentence that is said then, in the reader's language."""

from __future__ import annotations

from playwright.sync_api import expect

from escalations.models import Case
from tests.browser.conftest import Desk, NewDesk
from tests.screens.world import Firm

COUNT_SAYINGS = """
window.said = [];
addEventListener("DOMContentLoaded", () => {
  const live = document.getElementById("live");
  const hear = () => (live.textContent ? said.push(live.textContent) : (said.length = 0));
  new MutationObserver(hear).observe(live, {childList: true, characterData: true, subtree: true});
});
"""
TICK = "document.body.dispatchEvent(new CustomEvent('mh:tick'))"


def _said(desk: Desk, text: str) -> None:
    """This one sentence since the press, which ends what was said before; and nothing else speaks by itself."""
    expect(desk.page.locator("#live")).to_contain_text(text)
    assert len(desk.page.evaluate("said.splice(0)")) == 1
    assert desk.page.locator("main [role=alert], main [aria-live]").count() == 0


def test_the_focus_is_never_lost_and_one_sentence_is_said(firm: Firm, new_desk: NewDesk) -> None:
    first = firm.dispute()
    firm.say("+5511988887777", field="contact.phone")
    second = Case.objects.exclude(pk=first.pk).get()
    desk = new_desk(locale="pt-BR")
    desk.page.add_init_script(COUNT_SAYINGS)
    desk.sign_in(firm.ana)
    page, keys = desk.page, desk.page.keyboard

    # A list that is asked for anew: what was pressed keeps the focus.
    page.locator("#filters-open").click()
    page.locator("#filter-q").fill("acme")
    page.locator("#filter-q").press("Enter")
    _said(desk, "2 casos nesta página")
    assert desk.focused() == "filter-q"
    # A panel that closes leads back to what opened it.
    keys.press("Escape")
    assert desk.focused() == "filters-open"
    page.locator("#member-menu").click()
    keys.press("Escape")
    assert desk.focused() == "member-menu"
    page.locator(f"#open-{first.pk}").focus()
    keys.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    assert desk.focused() == f"open-{first.pk}"

    # What is missing.
    desk.open(f"/cases/{first.pk}/")
    keys.press("2")
    keys.press("Control+Enter")
    expect(page.locator("#errors")).to_be_focused()
    _said(desk, "antes de registrar")
    keys.press("e")
    keys.press("Escape")
    assert page.evaluate("document.activeElement.closest('#step-evidence > summary') !== null")
    # What changed meanwhile: news of it came just before the press, whose answer says it alone.
    firm.say("Kim Sato")
    page.locator("#reason").fill("Ela me ligou.")
    page.evaluate(TICK)
    expect(page.locator("#card-changed")).to_be_visible()
    keys.press("Control+Enter")
    expect(page.locator("#stale")).to_be_focused()
    _said(desk, "Este caso mudou")
    # The decision: on to the next case, from its heading.
    keys.press("Control+Enter")
    page.wait_for_url(f"**/cases/{second.pk}/")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    _said(desk, "Registrado: ")
    page.reload()
    expect(page.locator("#live")).to_have_text("")
    # And back.
    keys.press("z")
    keys.press("Enter")
    page.wait_for_url(f"**/cases/{first.pk}/")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.locator("[data-said]")).to_be_visible()
    _said(desk, page.locator("[data-said]").inner_text())
    first.refresh_from_db()
    assert first.state == Case.State.OPEN
    # What is given to somebody else, and what is put off.
    page.locator("#step-delegate > summary").click()
    page.locator("#delegate-to").select_option("rui")
    page.locator("#delegate-save").click()
    page.wait_for_url(f"**/cases/{second.pk}/")
    _said(desk, "Delegado; você continua responsável.")
    page.locator("#step-snooze > summary").click()
    page.locator("#snooze-news").click()
    page.wait_for_url(f"**/cases/{first.pk}/")
    _said(desk, "Adiado")
