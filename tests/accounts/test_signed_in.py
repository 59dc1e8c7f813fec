"""Where somebody is signed in: the list on the profile, the end of one session, and of all others."""

from __future__ import annotations

import re
import time

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memoryhub.accounts.models import Member, Role
from memoryhub.accounts.sessions import SEEN
from tests.accounts.codes import inside
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1"
END = "/profile/sessions/end/"


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


def enter(member: Member, agent: str = FIREFOX, address: str = "198.51.100.7") -> Client:
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    assert member.user is not None
    client.post("/sign-in/", {"username": member.user.email, "password": PASSWORD})
    return client


def rows(client: Client) -> list[str]:
    page = client.get("/profile/").content.decode()
    table = page[page.index('aria-labelledby="sessions"') :]
    return [re.sub(r"<[^>]+>|\s+", " ", row) for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)[1:]]


def ids(client: Client) -> list[str]:
    return re.findall(r'name="session" value="(\w+)"', client.get("/profile/").content.decode())


def test_the_list_says_which_browser_where_and_which_is_this_one(owner: Member) -> None:
    here, _there = enter(owner), enter(owner, PHONE, "203.0.113.9")
    first, second = rows(here)
    assert "Firefox on Linux" in first
    assert "198.51.100.7" in first
    assert "this one" in first
    assert "Safari on iPhone" in second
    assert "203.0.113.9" in second
    assert "this one" not in second


def test_the_list_is_of_this_person_alone(owner: Member) -> None:
    enter(make_member(owner.workspace, "colleague"), PHONE)
    assert len(rows(enter(owner))) == 1


def test_ending_one_session_ends_that_one(owner: Member) -> None:
    here, there, third = enter(owner), enter(owner, PHONE), enter(owner, "curl/8")
    wanted = ids(there)
    (phone,) = set(ids(here)) & set(ids(third))
    here.post(END, {"session": phone})
    assert (inside(here), inside(there), inside(third)) == (True, False, True)
    assert len(wanted) == 2


def test_nobody_ends_the_session_of_somebody_else(owner: Member) -> None:
    mine, colleague = enter(owner), make_member(owner.workspace, "colleague")
    theirs = enter(colleague)
    (shown,) = ids(enter(colleague))
    mine.post(END, {"session": shown})
    assert inside(theirs)


def test_ending_all_others_leaves_this_one(owner: Member) -> None:
    here, there = enter(owner), enter(owner)
    before = here.session.session_key
    here.post(END, {"others": "1"})
    assert inside(here)
    assert not inside(there)
    assert here.session.session_key != before
    assert len(rows(here)) == 1


def test_no_key_of_a_session_stands_on_the_page(owner: Member) -> None:
    here, there = enter(owner), enter(owner)
    page = here.get("/profile/").content.decode()
    assert not [one for one in (here, there) if str(one.session.session_key) in page]


def test_looking_around_writes_nothing_for_five_minutes(owner: Member) -> None:
    client = enter(owner)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        client.get("/profile/")
    assert not [query for query in asked if query["sql"].startswith("UPDATE")]
    session = client.session
    session[SEEN] = int(time.time()) - 301
    session.save()
    client.get("/profile/")
    assert time.time() - client.session[SEEN] < 60


def test_the_sessions_of_a_person_are_found_by_the_index(owner: Member) -> None:
    """Whatever others there are: the rows read are those whose id bears the mark."""
    colleague = make_member(owner.workspace, "colleague")
    for _number in range(5):
        enter(colleague)
    here = enter(owner)
    with CaptureQueriesContext(connection) as asked:
        rows(here)
    read = [query["sql"] for query in asked if "django_session" in query["sql"]]
    assert Session.objects.count() == 6
    assert len(read) <= 3
