"""Signing in: the right person gets in, nobody learns which half was wrong, and guessing is stopped."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from memoryhub.accounts.models import Member, User
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner")


def email_of(member: Member) -> str:
    assert member.user is not None
    return member.user.email


def sign_in(client: Client, member: Member, password: str = PASSWORD, **data: str) -> int:
    answer = client.post(reverse("sign-in"), {"username": email_of(member), "password": password, **data})
    return answer.status_code


def test_the_right_password_opens_the_queue_with_a_new_session(client: Client, owner: Member) -> None:
    client.get(reverse("sign-in"))
    answer = client.post(reverse("sign-in"), {"username": email_of(owner).upper(), "password": PASSWORD})
    assert answer.headers["Location"] == reverse("queue")
    assert client.session["_auth_user_id"]


def test_a_session_from_before_is_not_the_one_after(client: Client, owner: Member) -> None:
    before = client.session.session_key
    assert before
    assert client.cookies[settings.SESSION_COOKIE_NAME].value == before
    sign_in(client, owner)
    assert client.session.session_key != before
    assert not client.session.exists(before)


def test_htmx_is_told_by_a_header_where_to_go(client: Client, owner: Member) -> None:
    data = {"username": email_of(owner), "password": PASSWORD}
    answer = client.post(reverse("sign-in"), data, headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, reverse("queue"))


def test_a_page_for_members_sends_strangers_to_sign_in_and_back(client: Client, owner: Member) -> None:
    answer = client.get(reverse("tokens"))
    assert answer.headers["Location"] == f"{reverse('sign-in')}?next=%2Ftokens%2F"
    assert client.get(reverse("tokens"), headers=HTMX).headers["HX-Redirect"] == reverse("sign-in")


def test_the_way_back_stays_on_this_host(client: Client, owner: Member) -> None:
    data = {"username": email_of(owner), "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post(reverse("sign-in"), data).headers["Location"] == reverse("queue")


def test_a_wrong_password_and_an_unknown_person_read_the_same(client: Client, owner: Member) -> None:
    wrong = client.post(reverse("sign-in"), {"username": email_of(owner), "password": "no"})
    unknown = client.post(reverse("sign-in"), {"username": "who@firm.example", "password": "no"})
    assert (wrong.status_code, unknown.status_code) == (422, 422)
    words = "This e-mail and password do not belong together."
    assert words in wrong.content.decode()
    assert words in unknown.content.decode()


def test_guessing_locks_the_sign_in_with_a_page_that_says_so(client: Client, owner: Member) -> None:
    statuses = [sign_in(client, owner, "no") for _try in range(8)]
    assert statuses[-1] == 429
    answer = client.post(reverse("sign-in"), {"username": email_of(owner), "password": PASSWORD})
    assert answer.status_code == 429
    assert "Too many tries" in answer.content.decode()


def test_signing_out_is_a_post_and_ends_the_session(client: Client, owner: Member) -> None:
    sign_in(client, owner)
    assert client.get(reverse("sign-out")).status_code == 405
    assert client.post(reverse("sign-out")).headers["Location"] == reverse("sign-in")
    assert "_auth_user_id" not in client.session


def test_someone_inactive_gets_no_further(client: Client, owner: Member) -> None:
    User.objects.filter(pk=owner.user_id or "").update(is_active=False)
    assert sign_in(client, owner) == 422


def test_a_stale_form_says_to_load_the_page_again(owner: Member) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post(reverse("sign-in"), {"username": "x"})
    assert page.status_code == 403
    assert "Load the page again" in page.content.decode()
    fragment = client.post(reverse("sign-in"), {}, headers={**HTMX, "HX-Current-URL": "http://testserver/queue/"})
    assert fragment.status_code == 403
    assert "<html" not in fragment.content.decode()
    assert "http://testserver/queue/" in fragment.content.decode()
