"""What is done on a page before it is looked at: pressed, typed, or served in its place."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urljoin

from django.template.loader import render_to_string
from playwright.sync_api import Page, Route

Step = Callable[[Page], None]


def press(*selectors: str) -> Step:
    """Press one after the other. `see` comes next where that leads to another page."""

    def done(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return done


def press_if_there(selector: str) -> Step:
    """What only a screen of some width shows."""

    def done(page: Page) -> None:
        if page.locator(selector).is_visible():
            page.locator(selector).click()

    return done


def type_in(selector: str, text: str) -> Step:
    def done(page: Page) -> None:
        page.locator(selector).first.fill(text)

    return done


def choose(selector: str, value: str) -> Step:
    def done(page: Page) -> None:
        page.locator(selector).select_option(value)

    return done


def see(selector: str) -> Step:
    def done(page: Page) -> None:
        page.locator(selector).first.wait_for()

    return done


def meanwhile(happens: Callable[[], object]) -> Step:
    """What somebody else does while the page is open."""

    def done(_page: Page) -> None:
        happens()

    return done


def spoil(selector: str) -> Step:
    """Make what a form carries along worthless, as it is after signing in anew elsewhere."""

    def done(page: Page) -> None:
        page.locator(selector).evaluate_all("found => found.forEach((one) => (one.value = 'none'))")

    return done


def served(template: str) -> Step:
    """The page that answers where none of ours can: it has no address of its own."""

    def done(page: Page) -> None:
        def answer(route: Route) -> None:
            route.fulfill(content_type="text/html; charset=utf-8", body=render_to_string(template))

        page.route("**/trouble/", answer)
        page.goto(urljoin(page.url, "/trouble/"))

    return done
