"""Ten thousand open cases: every row once, in every order, while others open, change and are decided.

The short form takes fewer cases and smaller pages; PROVE=1 takes all, and prints the time of a page beside its goal.
"""

from __future__ import annotations

import itertools
import os
import re
import statistics
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from escalations.models import Case
from ledgers.models import Slot, Subject
from tests.plugins.walls import count_rows
from tests.screens.world import Firm

PROVE = bool(os.environ.get("PROVE"))
CASES, PAGE = (10_000, 50) if PROVE else (60, 7)
GOAL = 0.120
RISKS = ("payment", "permission", "legal", "contact", "personal", "")


@pytest.fixture
def crowd(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> Firm:
    """Many cases, and many that are alike in all an order goes by but the last column."""
    monkeypatch.setattr("escalations.selectors.PAGE", PAGE)
    _open(firm, CASES)
    count_rows()
    return firm


def _open(firm: Firm, count: int, *, named: str = "c") -> list[Case]:
    workspace, now = firm.workspace, timezone.now().replace(microsecond=0)
    subjects = [
        Subject(workspace=workspace, key=f"customer:{named}{n}", shown=f"customer:{named}{n}") for n in range(count)
    ]
    Subject.objects.bulk_create(subjects)
    slots = [
        Slot(workspace=workspace, subject=subject, field="contact.phone", scope=f"client:a{n % 40}")
        for n, subject in enumerate(subjects)
    ]
    Slot.objects.bulk_create(slots)
    cases = [
        Case(
            workspace=workspace,
            slot=slot,
            scope=slot.scope,
            field=slot.field,
            kind=Case.Kind.FIRST_VALUE,
            sensitivity=RISKS[n % len(RISKS)],
            dependents=n % 4,
            owner=firm.ana,
            opened_at=now - timedelta(hours=n % 5),
            due_at=now + timedelta(hours=n % 7 - 2),
        )
        for n, slot in enumerate(slots)
    ]
    return Case.objects.bulk_create(cases)


def _walk(client: Client, address: str, between: list[float]) -> list[list[str]]:
    """Every page to the last; what happens between two pages is done by whoever iterates."""
    pages = []
    while address:
        begun = time.perf_counter()
        answer = client.get(address)
        between.append(time.perf_counter() - begun)
        assert answer.status_code == 200
        page = answer.content.decode()
        pages.append(re.findall(r'<tr id="case-([0-9a-f-]+)"', page))
        onward = page.partition('id="page-next" rel="next" href="')[2].partition('"')[0]
        address = onward.replace("&amp;", "&")
        _meanwhile(pages)
    return pages


_turn = itertools.count(2)


def _meanwhile(pages: list[list[str]]) -> None:
    """Between two pages somebody decides a case that was seen, and one that was not, and new versions come."""
    seen = {key for page in pages for key in page}
    rows = Case.objects.filter(state="open")
    taken = [*rows.filter(pk__in=seen)[:1], *rows.exclude(pk__in=seen).order_by("-pk")[:1]]
    Case.objects.filter(pk__in=[case.pk for case in taken]).update(state="closed", closed_at=timezone.now())
    changed = list(rows.order_by("?").values_list("pk", flat=True)[:20])
    Case.objects.filter(pk__in=changed).update(version=next(_turn))


@pytest.mark.parametrize("sort", ["due", "risk", "age", "account"])
def test_pages_have_no_duplicates_and_no_gaps_while_rows_change(crowd: Firm, sort: str) -> None:
    client = crowd.client(crowd.ana)
    before = {str(key) for key in Case.objects.filter(state="open").values_list("pk", flat=True)}
    times: list[float] = []
    pages = _walk(client, f"/queue/?sort={sort}", times)
    seen = [key for page in pages for key in page]
    left = {str(key) for key in Case.objects.filter(state="open").values_list("pk", flat=True)}
    assert len(seen) == len(set(seen))
    assert left <= set(seen)
    assert set(seen) <= before
    assert all(len(page) == PAGE for page in pages[:-1])
    if PROVE:
        middle = statistics.median(times)
        print(f"{sort}: {len(pages)} pages, median {middle * 1000:.0f} ms, goal {GOAL * 1000:.0f} ms")  # noqa: T201


def test_counts_and_filters_hold_among_many(crowd: Firm) -> None:
    client = crowd.client(crowd.ana)
    times: dict[str, float] = {}
    for query in ("", "view=all", "sensitivity=payment", "account=client:a7", "q=c17", "due=late", "group=origin"):
        begun = time.perf_counter()
        page = client.get(f"/queue/?{query}").content.decode()
        times[query] = time.perf_counter() - begun
        view = "all" if query == "view=all" else "mine"
        told = re.search(rf'id="view-{view}"[^>]*>[^<]*<b>(\d+)</b>', page)
        assert told is not None
        assert int(told[1]) == _counted(query), query
    begun = time.perf_counter()
    assert client.get(f"/queue/count/?seen={CASES}").status_code == 204
    times["poll"] = time.perf_counter() - begun
    if PROVE:
        print({query: f"{seconds * 1000:.0f} ms" for query, seconds in times.items()})  # noqa: T201


def _counted(query: str) -> int:
    name, _sign, value = query.partition("=")
    rows = Case.objects.filter(state="open")
    narrowed: dict[str, dict[str, Any]] = {
        "sensitivity": {"sensitivity": value},
        "account": {"slot__scope": value},
        "q": {"slot__subject__shown__contains": value},
        "due": {"due_at__lte": timezone.now()},
    }
    return rows.filter(**narrowed.get(name, {})).count()
