"""What a first visit costs: few requests, few bytes, nothing that jumps."""

from __future__ import annotations

import gzip

from playwright.sync_api import Response

from tests.browser.conftest import NewDesk
from tests.screens.world import Firm

REQUESTS = 5
BYTES = 75_000
SHIFT = """new Promise((done) => {
  let sum = 0;
  const add = (list) => list.getEntries().forEach((one) => (sum += one.value));
  new PerformanceObserver(add).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 300);
})"""


def test_the_first_visit_is_light_and_still(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute()
    signed_in = new_desk(firm.ana)
    state = signed_in.context.storage_state()
    fresh = new_desk(storage_state=state)
    answers: list[Response] = []

    def hear(answer: Response) -> None:
        answers.append(answer)

    fresh.page.on("response", hear)
    fresh.open(f"/cases/{case.pk}/")
    fresh.page.wait_for_load_state("networkidle")
    loaded = [answer for answer in answers if not answer.url.startswith("data:")]
    assert len(loaded) <= REQUESTS, [answer.url for answer in loaded]
    assert sum(len(gzip.compress(answer.body())) for answer in loaded) <= BYTES
    assert float(str(fresh.page.evaluate(SHIFT))) <= 0.02
