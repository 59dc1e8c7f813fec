"""A server that takes a request and never answers: the wait has an end, and nothing is lost."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from escalations.models import Case
from tests.browser.conftest import NewDesk
from tests.screens.world import Firm

REASON = "She called me."


def test_a_server_that_never_answers_is_given_up_and_tried_again(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    page = desk.page
    desk.open(f"/cases/{case.pk}/")
    # Longer than the server's own limits, and no longer than somebody waits.
    assert 10_000 <= int(str(page.evaluate("htmx.config.timeout"))) <= 30_000
    page.evaluate("htmx.config.timeout = 300")
    left: list[Route] = []
    page.route("**/decide", lambda route: left.append(route) if not left else route.continue_())
    page.get_by_label("Keep current").check()
    page.locator("#reason").fill(REASON)
    page.locator("#commit").click()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("It did not work and nothing was changed.")
    expect(page.locator("#reason")).to_have_value(REASON)
    expect(page.get_by_label("Keep current")).to_be_checked()
    assert len(left) == 1
    page.evaluate("htmx.config.timeout = 20000")
    page.locator("#trouble-again").click()
    page.wait_for_url("**/queue/")
    case.refresh_from_db()
    assert (case.state, case.reason) == (Case.State.DECIDED, REASON)
    # The browser and htmx write lines for what was given up; nothing else went wrong.
    assert all(line.startswith("console:") and "csp" not in line for line in desk.wrong)
    desk.wrong.clear()
