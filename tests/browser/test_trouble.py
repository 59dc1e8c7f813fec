"""When something goes wrong: what stood there stays, what was typed is kept, and the way on is said."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.contrib.sessions.models import Session
from playwright.sync_api import Route, expect

from escalations.models import Case
from tests.browser.conftest import Desk, NewDesk
from tests.screens.world import Firm

Answer = Callable[[Route], None]
REASON = "She called me."


def _filled(desk: Desk, case: Case) -> None:
    desk.open(f"/cases/{case.pk}/")
    desk.page.get_by_label("Accept new").check()
    desk.page.locator("#reason").fill(REASON)


def _kept(desk: Desk, case: Case) -> None:
    """Nothing was recorded, and everything typed is there."""
    expect(desk.page.locator("#reason")).to_have_value(REASON)
    expect(desk.page.get_by_label("Accept new")).to_be_checked()
    case.refresh_from_db()
    assert case.state == Case.State.OPEN


def test_a_failing_server_leaves_the_card_and_a_second_try_records(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    _filled(desk, case)
    answers: list[Answer] = [
        lambda route: route.fulfill(status=500, body="<h1>no</h1>"),
        lambda route: route.fulfill(status=503, body="<h1>away</h1>"),
        lambda route: route.abort(),
        lambda route: route.continue_(),
    ]

    def answer(route: Route) -> None:
        answers.pop(0)(route)

    desk.page.route("**/decide", answer)
    desk.page.locator("#commit").click()
    expect(desk.page.locator("#trouble")).to_be_visible()
    expect(desk.page.locator("#live")).to_contain_text("It did not work and nothing was changed.")
    for _again in range(2):
        _kept(desk, case)
        desk.page.locator("#trouble-again").click()
        expect(desk.page.locator("#trouble")).to_be_visible()
    _kept(desk, case)
    desk.page.locator("#trouble-again").click()
    desk.page.wait_for_url("**/queue/")
    case.refresh_from_db()
    assert (case.state, case.reason) == ("decided", REASON)
    # The browser and htmx write lines for each answer they were given here; nothing else went wrong.
    assert all(line.startswith("console:") and "csp" not in line for line in desk.wrong)
    desk.wrong.clear()


def test_without_a_network_nothing_is_sent_and_all_is_kept(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    _filled(desk, case)
    desk.context.set_offline(True)
    expect(desk.page.locator("#offline")).to_be_visible()
    expect(desk.page.locator("#commit")).to_be_disabled()
    _kept(desk, case)
    desk.context.set_offline(False)
    expect(desk.page.locator("#offline")).to_be_hidden()
    sent: list[str] = []
    desk.page.on("request", lambda request: sent.append(request.method))
    # Pressed twice by an impatient hand, and sent once.
    desk.page.locator("#commit").dblclick()
    desk.page.wait_for_url("**/queue/")
    case.refresh_from_db()
    assert (case.reason, sent.count("POST")) == (REASON, 1)


def test_a_session_that_is_over_leads_to_signing_in_and_back(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    desk.open(f"/cases/{case.pk}/")
    Session.objects.all().delete()
    desk.page.locator("#open-fact").click()
    desk.page.wait_for_url("**/sign-in/?next=%2Ffacts%2F**")
    _filled_in(desk, firm)
    desk.page.wait_for_url("**/facts/**")
    # Pressed after the end: nothing was recorded, and the person is told where they are.
    _filled(desk, case)
    Session.objects.all().delete()
    desk.page.locator("#commit").click()
    desk.page.wait_for_url("**/sign-in/**")
    _filled_in(desk, firm)
    desk.page.wait_for_url(f"**/cases/{case.pk}/")
    expect(desk.page.locator("#reason")).to_have_value(REASON)
    _kept_state(case)


def _filled_in(desk: Desk, firm: Firm) -> None:
    from tests.factories import PASSWORD  # noqa: PLC0415 - beside its only use

    assert firm.ana.user is not None
    desk.page.get_by_label("E-mail").fill(firm.ana.user.email)
    desk.page.locator("[name=password]").fill(PASSWORD)
    desk.page.locator("#sign-in").click()


def _kept_state(case: Case) -> None:
    case.refresh_from_db()
    assert case.state == Case.State.OPEN


def test_a_form_from_another_sign_in_says_so_and_writes_nothing(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    _filled(desk, case)
    desk.context.clear_cookies(name="csrf")
    desk.page.locator("#commit").click()
    expect(desk.page.get_by_text("Load the page again")).to_be_visible()
    _kept_state(case)


def test_a_banner_comes_before_the_session_ends_and_one_press_goes_on(firm: Firm, new_desk: NewDesk) -> None:
    firm.dispute()
    desk = new_desk(firm.ana)
    desk.page.clock.install()
    desk.page.reload()
    expect(desk.page.locator("#ending")).to_be_hidden()
    idle = int(desk.page.locator("body").get_attribute("data-idle") or 0)
    desk.page.clock.fast_forward((idle - 60) * 1_000)
    with desk.page.expect_response(re.compile("/queue/count/")):
        desk.page.clock.run_for(2_000)
    # The answer to what the page asks by itself puts nothing off.
    desk.page.clock.run_for(6_000)
    expect(desk.page.locator("#ending")).to_be_visible()
    expect(desk.page.locator("#live")).to_contain_text("You will be signed out in two minutes")
    desk.page.locator("#ending-stay").click()
    expect(desk.page.locator("#ending")).to_be_hidden()


def test_back_and_reload_give_whole_pages(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    desk.page.locator("#view-all").click()
    desk.page.wait_for_url("**view=all**")
    desk.page.locator(f"#open-{case.pk}").click()
    desk.page.wait_for_url("**/cases/**")
    desk.page.locator("#commit").click()
    desk.page.locator("#errors").wait_for()
    desk.page.reload()
    for address in ("**view=all**", "**/queue/"):
        assert desk.page.locator("html > body > header.masthead").count() == 1
        assert desk.page.locator("h1").count() == 1
        desk.page.go_back()
        desk.page.wait_for_url(address)
    assert desk.page.locator("html > body > header.masthead").count() == 1


def test_what_a_filter_left_behind_comes_back_whole(firm: Firm, new_desk: NewDesk) -> None:
    firm.dispute()
    desk = new_desk(firm.ana)
    desk.page.locator("#filters-open").click()
    desk.page.locator("#filter-q").fill("nowhere")
    desk.page.locator("#filter-apply").click()
    desk.page.wait_for_url("**q=nowhere**")
    expect(desk.page.locator("#live")).to_contain_text("0 cases on this page")
    desk.page.go_back()
    expect(desk.page.locator("[data-row]")).to_have_count(1)
    # A page like any other: one head, and its keys work.
    assert desk.page.locator("html > body > header.masthead").count() == 1
    desk.page.keyboard.press("j")
    expect(desk.page.locator("[data-row] a")).to_be_focused()
    desk.page.go_forward()
    expect(desk.page.locator("[data-row]")).to_have_count(0)
    assert desk.page.locator("html > body > header.masthead").count() == 1
    # Its script holds on to it as well: it hears that the next filter failed, and tries again.
    answers: list[Answer] = [lambda route: route.fulfill(status=503, body="away"), lambda route: route.continue_()]

    def answer(route: Route) -> None:
        answers.pop(0)(route)

    desk.page.route("**q=acme**", answer)
    desk.page.locator("#filter-q").fill("acme")
    desk.page.locator("#filter-apply").click()
    desk.page.locator("#trouble-again").click()
    desk.page.wait_for_url("**q=acme**")
    expect(desk.page.locator("[data-row]")).to_have_count(1)
    assert all(line.startswith("console:") and "csp" not in line for line in desk.wrong)
    desk.wrong.clear()


def test_what_comes_in_while_the_card_is_open_waits_to_be_shown(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    desk = new_desk(firm.ana)
    _filled(desk, case)
    desk.page.evaluate("document.body.dispatchEvent(new CustomEvent('mh:tick'))")
    expect(desk.page.locator("#card-news-show")).to_have_count(0)
    firm.say("Kim Sato")
    desk.page.evaluate("document.body.dispatchEvent(new CustomEvent('mh:tick'))")
    expect(desk.page.locator("#card-news")).to_contain_text("This case changed since you opened it.")
    _kept(desk, case)
    desk.page.locator("#card-news-show").click()
    expect(desk.page.get_by_text("Kim Sato").first).to_be_visible()
    expect(desk.page.locator("#reason")).to_have_value(REASON)
