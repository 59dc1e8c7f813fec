"""What a page must never do is noticed when it does it: or all the other tests in a browser would say nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from tests.browser.conftest import NewDesk
from tests.screens.world import Firm

DOES = """() => {
  const add = (tag, more) => document.body.append(Object.assign(document.createElement(tag), more));
  add("img", {src: "http://127.0.0.1:1/pixel.png"});
  add("style", {textContent: "body { color: red }"});
  add("script", {textContent: "window.ran = true"});
  setTimeout(() => { throw new Error("broke"); });
}"""


def test_what_a_page_must_never_do_is_noticed(firm: Firm, new_desk: NewDesk) -> None:
    desk = new_desk(firm.ana)
    assert desk.wrong == []
    desk.page.evaluate(DOES)
    desk.page.wait_for_timeout(0)
    desk.page.evaluate("() => new Promise((done) => setTimeout(done))")
    told = " ".join(desk.wrong)
    for sign in ("csp: img-src", "csp: style-src", "csp: script-src", "script: broke"):
        assert sign in told, sign
    assert desk.page.evaluate("window.ran") is None
    with pytest.raises(Error):
        desk.page.goto("http://127.0.0.1:1/")
    assert desk.wrong[-1] == "outside: http://127.0.0.1:1/"
    desk.wrong.clear()
