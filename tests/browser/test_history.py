"""Reload, back and forward after each step that replaced a part of a page: always the whole page, the right one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Desk, NewDesk
from tests.screens.world import Firm


def _whole(desk: Desk) -> str:
    """One head, one heading, one main part; the heading."""
    for part in ("body > header.masthead", "h1", "main", "body > footer"):
        expect(desk.page.locator(part)).to_have_count(1)
    return desk.page.locator("h1").inner_text()


def _reloaded(desk: Desk, *held: str) -> None:
    """The same again, whole, with what is named on it."""
    before, address = _whole(desk), desk.page.url
    desk.page.reload()
    assert (_whole(desk), desk.page.url) == (before, address)
    for selector in held:
        expect(desk.page.locator(selector).first).to_be_visible()


def test_each_step_is_a_whole_page_when_it_is_loaded_again_or_come_back_to(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    firm.say("+5511988887777", field="contact.phone")
    desk = new_desk(firm.ana)
    page, been = desk.page, list[tuple[str, str]]()

    def step(press: str, address: str, *held: str) -> None:
        page.locator(press).click()
        page.wait_for_url(address)
        _reloaded(desk, *held)
        been.append((page.url, page.locator("h1").inner_text()))

    been.append((page.url, _whole(desk)))
    step("#view-all", "**view=all**", "[data-row]")
    step("#sort-risk", "**sort=risk**", "[data-row]")
    step("#group-origin", "**group=origin**", "[data-row]")
    page.go_back()
    page.wait_for_url("**sort=risk")
    been.pop()
    page.locator("#filters-open").click()
    page.locator("#filter-q").fill("acme")
    step("#filter-apply", "**q=acme**", f"#open-{case.pk}")
    step(f"#open-{case.pk}", "**/cases/**", "#commit")

    # A refused press leaves the address of the card, and a card is what is loaded again.
    page.locator("#commit").click()
    page.locator("#errors").wait_for()
    _reloaded(desk, "#commit")
    expect(page.locator("#errors")).to_have_count(0)
    page.get_by_label("Accept new").check()
    page.locator("#reason").fill("She called me.")
    firm.say("Kim Sato")
    page.locator("#commit").click()
    page.locator("#stale").wait_for()
    _reloaded(desk, "#commit")
    expect(page.get_by_text("Kim Sato").first).to_be_visible()
    step("#open-fact", "**/facts/**", "#record")

    for address, heading in reversed(been[:-1]):
        page.go_back()
        page.wait_for_url(address)
        assert _whole(desk) == heading
    for address, heading in been[1:]:
        page.go_forward()
        page.wait_for_url(address)
        assert _whole(desk) == heading
