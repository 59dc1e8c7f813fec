"""The inbox: what a member was told, until they have seen it."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escalations import notices
from escalations.letters import inbox
from escalations.models import Notice
from ledgers import clock
from tests.screens.world import Firm, make_firm

pytestmark = pytest.mark.django_db


@pytest.fixture
def firm() -> Firm:
    return make_firm()


def badge(page: bytes) -> str:
    found = re.search(r'id="to-inbox"[^>]*>(.*?)</a>', page.decode(), re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def test_what_i_was_told_stands_there_until_i_open_the_case(firm: Firm) -> None:
    case, client = firm.dispute(), firm.client(firm.ana)
    page = client.get("/inbox/")
    assert badge(page.content) == "Inbox 1 unread"
    body = page.content.decode()
    assert "A question waits for you" in body
    assert "ACME (customer)" in body
    assert "Dana" not in body
    client.get(f"/cases/{case.pk}/")
    page = client.get("/inbox/")
    assert badge(page.content) == "Inbox"
    assert Notice.objects.get().read_at is not None
    assert "A question waits for you" in page.content.decode()


def test_nobody_elses_notices_stand_there(firm: Firm) -> None:
    firm.dispute()
    page = firm.client(firm.eva).get("/inbox/")
    assert badge(page.content) == "Inbox"
    assert "Nothing was told to you yet." in page.content.decode()


def test_all_can_be_marked_as_read_at_once(firm: Firm) -> None:
    case = firm.dispute()
    notices.tell(case, clock.now(), "reminder_50", member=firm.ana)
    client = firm.client(firm.ana)
    page = client.post("/inbox/read/", follow=True)
    assert "2 notices are marked as read." in page.content.decode()
    assert badge(page.content) == "Inbox"


def test_a_notice_whose_time_has_not_come_is_neither_shown_nor_counted(firm: Firm) -> None:
    case = firm.dispute()
    notices.tell(case, clock.now(), "decided", firm.ana, not_before=clock.now() + dt.timedelta(minutes=1))
    page = firm.client(firm.ana).get("/inbox/")
    assert badge(page.content) == "Inbox 1 unread"
    assert "Somebody decided" not in page.content.decode()


def test_the_badge_costs_no_query_of_its_own(firm: Firm) -> None:
    firm.dispute()
    client = firm.client(firm.ana)
    client.get("/registry/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/registry/")
    counting = [query["sql"] for query in queries if "escalations_notice" in query["sql"]]
    assert len(counting) == 1
    assert "escalations_case" in counting[0]


def test_pages_follow_each_other(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "PAGE", 2)
    case = firm.dispute()
    for code in ("reminder_50", "reminder_90", "overdue"):
        notices.tell(case, clock.now(), code, member=firm.ana)
    client = firm.client(firm.ana)
    first = client.get("/inbox/").content.decode()
    onward = re.search(r'id="page-next"[^>]*href="([^"]+)"', first)
    assert onward is not None
    second = client.get(onward[1]).content.decode()
    lines = [re.findall(r'<tr id="notice-([^"]+)"', page) for page in (first, second)]
    assert (len(lines[0]), len(lines[1])) == (2, 2)
    assert not set(lines[0]) & set(lines[1])
    assert client.get("/inbox/?after=nonsense").status_code == 200
