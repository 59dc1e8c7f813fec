"""A signed-in browser on a live server, which reports what a page must never do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request
from pytest_django.live_server_helper import LiveServer

from memoryhub.accounts.models import Member
from tests.factories import sign_in
from tests.screens.world import Firm, make_firm

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam

# Answers that tests provoke; the browser writes a line for each of them.
EXPECTED = ("status of 403", "status of 404", "status of 409", "status of 422")
TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => {
  console.error("csp: " + event.violatedDirective + " " + event.blockedURI);
});
"""


@dataclass
class Desk:
    """One person's browser window, and what went wrong in it."""

    context: BrowserContext
    page: Page
    address: str
    wrong: list[str] = field(default_factory=list)

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


@pytest.fixture
def firm(transactional_db: None) -> Firm:
    return make_firm()


@pytest.fixture
def new_desk(browser: Browser, live_server: LiveServer) -> Iterator[NewDesk]:
    """Opens browser windows; at the end none may have broken the content policy, failed or asked another host."""
    desks: list[Desk] = []

    def new(member: Member | None = None, **options: Any) -> Desk:  # noqa: ANN401  # Playwright's own options
        context = browser.new_context(**{"locale": "en-US", **options})
        desk = Desk(context, context.new_page(), live_server.url)
        desk.watch()
        desks.append(desk)
        if member is not None:
            desk.sign_in(member)
        return desk

    yield new
    for desk in desks:
        desk.context.close()
    assert [desk.wrong for desk in desks if desk.wrong] == []
