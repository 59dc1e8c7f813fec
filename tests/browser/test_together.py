"""Two people at one case: each hears of the other in time, nobody is kept from deciding, and who is gone is gone."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from escalations.models import Presence
from tests.browser.conftest import NewDesk
from tests.screens.world import Firm

REASON = "She called me."


def test_two_at_one_case_hear_of_each_other_and_nobody_waits(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    card = f"/cases/{case.pk}/"
    hers = new_desk(firm.ana)
    hers.page.clock.install()
    hers.open(card)
    expect(hers.page.locator("#card-there")).to_have_count(0)
    hers.page.get_by_label("Accept new").check()
    hers.page.locator("#reason").fill(REASON)
    hers.page.locator("#reason").focus()

    his = new_desk(firm.rui)
    his.open(card)
    expect(his.page.locator("#card-there")).to_have_text("Ana is looking at this too")
    hers.page.clock.run_for(5_000)
    expect(hers.page.locator("#card-there")).to_have_text("Rui is looking at this too")
    hers.page.clock.run_for(200)
    expect(hers.page.locator("#live")).to_have_text("Rui is looking at this too")
    # It came while she was writing: she writes on, and what was said once is not said again.
    assert hers.focused() == "reason"
    hers.page.evaluate("document.getElementById('live').textContent = ''")
    hers.page.clock.run_for(10_000)
    expect(hers.page.locator("#card-there")).to_have_text("Rui is looking at this too")
    expect(hers.page.locator("#live")).to_be_empty()

    # He leaves, and a minute passes.
    his.open("/queue/")
    Presence.objects.filter(member=firm.rui).update(seen_at=timezone.now() - timedelta(seconds=60))
    hers.page.clock.run_for(5_000)
    expect(hers.page.locator("#card-there")).to_have_count(0)
    expect(hers.page.locator("#live")).to_be_empty()

    # She reads for minutes before he comes back: she hears as soon; after a quarter of an hour without a key, later.
    hers.page.clock.fast_forward(300_000)
    his.open(card)
    hers.page.clock.run_for(5_000)
    expect(hers.page.locator("#card-there")).to_be_visible()
    asked: list[str] = []
    hers.page.on("request", lambda request: asked.append(request.url))
    hers.page.clock.fast_forward(600_000)
    hers.page.clock.run_for(2_000)
    asked.clear()
    hers.page.clock.run_for(50_000)
    assert [url for url in asked if "/news" in url] == []
    with hers.page.expect_request(lambda request: "/news" in request.url):
        hers.page.locator("#reason").press("End")
        hers.page.clock.run_for(5_000)
    expect(hers.page.locator("#reason")).to_have_value(REASON)
    hers.page.locator("#commit").click()
    hers.page.wait_for_url("**/queue/")
    case.refresh_from_db()
    assert (case.state, case.decided_by) == ("decided", firm.ana)
    his.page.evaluate("document.body.dispatchEvent(new CustomEvent('mh:tick'))")
    expect(his.page.locator("#card-news")).to_contain_text("This case changed since you opened it.")
