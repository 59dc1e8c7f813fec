"""Being asked again: the page, and how long an answer lasts."""

from __future__ import annotations

import pytest
from django.test import Client

from memoryhub.accounts.models import Member, Role
from memoryhub.accounts.sessions import CONFIRMED
from tests.accounts.codes import half_a_minute_later, signed_in, turn_on
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db
AGAIN = "/sign-in/again/"


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


def test_the_right_password_makes_the_session_fresh_and_leads_back(owner: Member) -> None:
    client = signed_in(owner, ago=4000)
    before = client.session[CONFIRMED]
    answer = client.post(AGAIN, {"password": PASSWORD, "next": "/facts/"})
    assert answer.headers["Location"] == "/facts/"
    assert client.session[CONFIRMED] - before >= 4000


def test_a_wrong_password_changes_nothing_and_says_so(owner: Member) -> None:
    client = signed_in(owner, ago=4000)
    page = client.post(AGAIN, {"password": "no", "next": "/facts/"})
    assert page.status_code == 422
    assert "This is not your password" in page.content.decode()
    assert 'value="/facts/"' in page.content.decode()
    assert client.get("/profile/second-factor/").status_code == 302


def test_it_leads_nowhere_else(owner: Member) -> None:
    client = signed_in(owner, ago=4000)
    answer = client.post(AGAIN, {"password": PASSWORD, "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/queue/"


def test_with_a_second_factor_the_password_alone_is_not_enough(owner: Member) -> None:
    client = signed_in(owner)
    phone, _codes = turn_on(client)
    half_a_minute_later(owner)
    assert client.post(AGAIN, {"password": PASSWORD}).status_code == 422
    assert client.post(AGAIN, {"password": PASSWORD, "code": phone.code()}).status_code == 302


def test_guessing_closes_it_and_the_page_stays(owner: Member) -> None:
    client = signed_in(owner, ago=4000)
    pages = [client.post(AGAIN, {"password": "no"}) for _try in range(8)]
    assert pages[-1].status_code == 422
    assert "Too many tries" in pages[-1].content.decode()
    assert client.post(AGAIN, {"password": PASSWORD}).status_code == 422


def test_strangers_are_sent_to_the_door(client: Client) -> None:
    assert client.get(AGAIN).status_code == 302
