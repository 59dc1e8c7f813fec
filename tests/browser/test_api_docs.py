"""The API reference in a real browser: it works under the strict policy and asks no other host for anything."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

# Playwright runs its own loop, and Django would take the test for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_reference_opens_an_operation_and_breaks_no_rule(live_server: LiveServer, page: Page) -> None:
    complaints: list[str] = []
    hosts: set[str] = set()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: hosts.add(request.url.split(":", 1)[0] + request.url.split("/")[2]))
    answer = page.goto(f"{live_server.url}/api/v1/docs")
    assert answer is not None
    assert "unsafe" not in answer.headers["content-security-policy"]
    page.locator("#operations-claims-claim_post .opblock-summary-control").click()
    page.get_by_text("Idempotency-Key").first.wait_for()
    assert page.get_by_text("naive-datetime").count() > 0 or page.locator(".examples-select").count() > 0
    assert complaints == []
    assert {host for host in hosts if not host.startswith("data")} == {"http" + live_server.url.split("/")[2]}
