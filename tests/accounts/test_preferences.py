"""Language, appearance and workspace: chosen by the person, kept for the next page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from memoryhub.accounts.models import Member, Workspace
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db

SIGN_IN = "/sign-in/"


@pytest.fixture
def ana() -> Member:
    return make_member(make_workspace("one"), "ana")


def sign_in(client: Client, member: Member) -> None:
    assert member.user is not None
    client.post(SIGN_IN, {"username": member.user.email, "password": PASSWORD})


def language(client: Client, **headers: str) -> str:
    return client.get(SIGN_IN, headers=headers).headers["Content-Language"]


@pytest.mark.parametrize(
    ("asked", "given"),
    [("pt", "pt-br"), ("pt-PT,en;q=0.5", "pt-br"), ("de", "en"), ("en-GB", "en"), ("", "en"), ("x" * 600, "en")],
)
def test_a_stranger_gets_the_language_of_the_browser(client: Client, asked: str, given: str) -> None:
    assert language(client, **{"Accept-Language": asked}) == given


def test_a_choice_before_signing_in_is_kept_in_a_cookie(client: Client) -> None:
    client.post(reverse("preference-language"), {"language": "pt-br", "next": SIGN_IN})
    assert language(client, **{"Accept-Language": "en"}) == "pt-br"


def test_a_signed_in_choice_is_kept_in_the_login_and_wins(client: Client, ana: Member) -> None:
    sign_in(client, ana)
    answer = client.post(reverse("preference-language"), {"language": "pt-br", "next": "/queue/"})
    assert answer.headers["Location"] == "/queue/"
    client.post(reverse("sign-out"))
    other = Client()
    sign_in(other, ana)
    assert other.get("/queue/", headers={"Accept-Language": "en"}).headers["Content-Language"] == "pt-br"


def test_an_unknown_language_changes_nothing(client: Client, ana: Member) -> None:
    sign_in(client, ana)
    client.post(reverse("preference-language"), {"language": "xx"})
    assert language(client) == "en"


def test_the_theme_is_kept_in_the_login(client: Client, ana: Member) -> None:
    sign_in(client, ana)
    client.post(reverse("preference-theme"), {"theme": "dark"})
    assert ana.user is not None
    ana.user.refresh_from_db()
    assert ana.user.theme == "dark"
    client.post(reverse("preference-theme"), {"theme": "plaid"})
    ana.user.refresh_from_db()
    assert ana.user.theme == "dark"


def test_a_person_in_two_workspaces_works_in_one_at_a_time(client: Client, ana: Member) -> None:
    two = make_workspace("two")
    Member.objects.create(workspace=two, user=ana.user, key="ana", name="Ana")
    sign_in(client, ana)
    assert current(client) == ana.workspace
    client.post(reverse("preference-workspace"), {"workspace": str(two.pk)})
    assert current(client) == two


@pytest.mark.parametrize("wanted", ["nonsense", "00000000-0000-0000-0000-000000000000", ""])
def test_nobody_enters_a_workspace_that_is_not_theirs(client: Client, ana: Member, wanted: str) -> None:
    sign_in(client, ana)
    client.post(reverse("preference-workspace"), {"workspace": wanted or str(make_workspace("other").pk)})
    assert current(client) == ana.workspace


def current(client: Client) -> Workspace | None:
    found: Workspace | None = client.get("/queue/").wsgi_request.workspace  # type: ignore[attr-defined]  # set by CurrentMember
    return found
