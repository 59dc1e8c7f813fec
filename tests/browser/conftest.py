"""A signed-in browser on a live server, which reports what a page must never do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route
from pytest_django.live_server_helper import LiveServer

from memoryhub.accounts.models import Member
from tests.factories import ROOT, sign_in
from tests.screens.world import Firm, make_firm

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam

# Answers that tests provoke; the browser writes a line for each of them.
EXPECTED = ("status of 403", "status of 404", "status of 409", "status of 410", "status of 422")
TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => {
  console.error("csp: " + event.violatedDirective + " " + event.blockedURI);
});
"""
# The next major version of htmx, which the pages do not use yet: where htmx has a part in a test, the long runs do it
# once more with that version, and every run does one. HTMX=4.0.1 does all of them with it, and none with the other.
USED, NEXT = "2.0.11", "4.0.1"
WITH_HTMX = {
    "test_card", "test_focus", "test_history", "test_keyboard", "test_policy_backtest", "test_policy_editor",
    "test_queue", "test_registry", "test_signing_in", "test_start", "test_story", "test_text_never_commands",
    "test_together", "test_trouble",
}  # fmt: skip
IN_EVERY_RUN = {"test_a_failing_server_leaves_the_card_and_a_second_try_records"}


@dataclass
class Desk:
    """One person's browser window, and what went wrong in it."""

    context: BrowserContext
    page: Page
    address: str
    wrong: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    scripts: bool = True

    def give(self, script: Path) -> None:
        """Let the browser have this htmx instead of the one that the pages name."""

        def answer(route: Route) -> None:
            self.given.append(route.request.url)
            route.fulfill(path=script, content_type="text/javascript")

        self.context.route("**/vendor/htmx-*.js", answer)

    def watch(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))
        self.page.on("request", self._see)
        self.page.add_init_script(TELL_VIOLATIONS)

    def sign_in(self, member: Member) -> None:
        """Where signing in leads, without the way there: test_keyboard.py walks it, the others save its two pages."""
        assert member.user is not None
        client = Client()
        sign_in(client, member.user)
        name = settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "url": self.address}
        self.context.add_cookies([cast("SetCookieParam", cookie)])
        self.open("/queue/")

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.id || document.activeElement.tagName"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in EXPECTED):
            self.wrong.append(f"console: {message.text}")

    def _see(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.wrong.append(f"outside: {request.url}")


NewDesk = Callable[..., Desk]


@pytest.fixture(scope="session", autouse=True)
def _threads_are_ours() -> Iterator[None]:
    """Playwright's loop runs in this thread, and Django would refuse its own database there."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "htmx" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in WITH_HTMX:
        versions = _versions(metafunc.function.__name__)
        if versions != [USED]:
            metafunc.parametrize("htmx", versions, indirect=True)


def _versions(test: str) -> Sequence[str]:
    if only := os.environ.get("HTMX"):
        return [only]
    return [USED, NEXT] if os.environ.get("PROVE") or test in IN_EVERY_RUN else [USED]


@pytest.fixture
def htmx(request: pytest.FixtureRequest) -> str:
    """Which version of htmx the pages get."""
    return str(getattr(request, "param", USED))


@pytest.fixture
def firm(transactional_db: None) -> Firm:
    return make_firm()


@pytest.fixture
def new_desk(browser: Browser, live_server: LiveServer, htmx: str) -> Iterator[NewDesk]:
    """Opens browser windows; at the end none may have broken the content policy, failed or asked another host."""
    desks: list[Desk] = []

    def new(member: Member | None = None, **options: Any) -> Desk:  # noqa: ANN401  # Playwright's own options
        context = browser.new_context(**{"locale": "en-US", **options})
        scripts = options.get("java_script_enabled", True)
        desk = Desk(context, context.new_page(), live_server.url, scripts=scripts)
        desk.watch()
        if htmx != USED:
            desk.give(ROOT / "tests" / "vendor" / f"htmx-{htmx}.min.js")
        desks.append(desk)
        if member is not None:
            desk.sign_in(member)
        return desk

    yield new
    for desk in desks:
        desk.context.close()
    assert [desk.wrong for desk in desks if desk.wrong] == []
    assert htmx == USED or all(desk.given for desk in desks if desk.scripts)
