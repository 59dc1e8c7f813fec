"""The list of screens is whole: an address that answers GET with a page is on it, or is named here with its reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from tests.access import matrix
from tests.browser.places import Place, make_house, places_of

# Not a page to look at, each with its reason.
NO_PAGES = {
    "/": "leads to the queue",
    "/cases/{case_id}": "leads to the same address with its last stroke",
    "/cases/{case_id}/news": "a fragment of the card",
    "/healthz": "for those who watch the processes",
    "/metrics": "for those who watch the processes",
    "/policy/backtests/{backtest_id}/csv": "a file",
    "/policy/backtests/{backtest_id}/json": "a file",
    "/policy/backtests/{backtest_id}/progress": "a fragment of a backtest that runs",
    "/policy/drafts/{draft_id}/toml": "a file",
    "/policy/versions/{version}/toml": "a file",
    "/profile/second-factor/key.svg": "the picture on the page of the second factor",
    "/queue/count/": "a fragment of every page",
    "/queue/news/": "a fragment of the queue",
    "/readyz": "for those who watch the processes",
    "/sign-in/code/": "comes after the password, so its picture is named after what is done there",
}
# Django's own, for staff; read-only where it matters.
NOT_OURS = ("/api/", f"/{matrix.ADMIN}")


@pytest.fixture(scope="module")
def places(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[Place]]:
    """Made once: both tests only read the list."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield places_of(make_house())
        transaction.set_rollback(True)


def _pages() -> set[str]:
    rows = [row for row in matrix.rows() if row.method == "GET" and not row.route.startswith(NOT_OURS)]
    return {row.route for row in rows}


def _route(place: Place) -> str:
    found = resolve(place.path.partition("?")[0])
    return matrix.written(found.route)


def test_every_page_is_a_place(places: list[Place]) -> None:
    looked_at = {_route(place) for place in places if place.name != "not-found"}
    assert _pages() - looked_at == set(NO_PAGES)


def test_every_place_has_a_name_of_its_own(places: list[Place]) -> None:
    names = [place.name for place in places]
    assert len(names) == len(set(names))
