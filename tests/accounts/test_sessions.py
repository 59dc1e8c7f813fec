"""How a session begins and ends, where a token may be used from, and what every page says to browsers."""

from __future__ import annotations

import time

import pytest
from django.conf import settings
from django.test import Client, override_settings

from memoryhub.accounts.models import Member, Token
from memoryhub.accounts.sessions import BEGAN, SEEN
from tests.api.world import World, build
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner")


@pytest.fixture
def world() -> World:
    return build()


def _sign_in(member: Member, **meta: str) -> Client:
    client = Client()
    assert member.user is not None
    client.post("/sign-in/", {"username": member.user.email, "password": PASSWORD}, **meta)  # type: ignore[arg-type]  # META entries
    return client


def _inside(client: Client) -> bool:
    return bool(client.get("/queue/").status_code == 200)


def test_signing_in_gives_the_session_a_new_id(owner: Member) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "fixed-by-somebody-else"
    assert owner.user is not None
    client.post("/sign-in/", {"username": owner.user.email, "password": PASSWORD})
    assert client.cookies[settings.SESSION_COOKIE_NAME].value != "fixed-by-somebody-else"
    assert _inside(client)


def test_another_password_ends_the_sessions_of_before(owner: Member) -> None:
    client = _sign_in(owner)
    assert _inside(client)
    assert owner.user is not None
    owner.user.set_password("another long password")
    owner.user.save()
    assert not _inside(client)


def test_signing_out_everywhere_ends_every_session(owner: Member) -> None:
    here, there = _sign_in(owner), _sign_in(owner)
    assert here.post("/sign-out/everywhere/").status_code == 302
    assert not _inside(here)
    assert not _inside(there)
    assert _inside(_sign_in(owner))


@pytest.mark.parametrize(
    ("began", "seen", "stays"),
    [(0, 0, True), (0, 43_199, True), (0, 43_201, False), (604_801, 10, False), (604_700, 10, True)],
)
def test_a_session_ends_when_it_lies_idle_and_when_it_is_old(owner: Member, began: int, seen: int, stays: bool) -> None:
    client, now = _sign_in(owner), int(time.time())
    session = client.session
    session[BEGAN], session[SEEN] = now - max(began, seen), now - seen
    session.save()
    assert _inside(client) is stays


@pytest.mark.parametrize(
    ("where", "by_itself", "counts"),
    [
        ("/queue/count/?seen=7", True, False),
        ("/queue/news/?seen=2026-11-30T12:00:00Z", True, False),
        ("/cases/0199b3b0-0000-7000-8000-000000000001/news", True, False),
        ("/queue/", True, True),
        ("/queue/", False, True),
    ],
)
def test_what_a_page_asks_by_itself_is_no_use_of_a_session(
    owner: Member, where: str, by_itself: bool, counts: bool
) -> None:
    client, seen = _sign_in(owner), int(time.time()) - 4_000
    session = client.session
    session[SEEN] = seen
    session.save()
    client.get(where, headers={"HX-Request": "true"} if by_itself else {})
    assert (client.session[SEEN] > seen) is counts


def test_guessing_from_one_address_locks_out_no_other(owner: Member) -> None:
    assert owner.user is not None
    guess = {"username": owner.user.email, "password": "no"}
    here, there = Client(REMOTE_ADDR="198.51.100.7"), Client(REMOTE_ADDR="203.0.113.9")
    assert [here.post("/sign-in/", guess).status_code for _try in range(8)][-1] == 429
    page = here.post("/sign-in/", {**guess, "password": PASSWORD})
    assert page.status_code == 429
    assert "Wait, then try again" in page.content.decode()
    assert there.post("/sign-in/", {**guess, "password": PASSWORD}).status_code == 302


def test_a_client_cannot_name_another_address_to_go_on_guessing(owner: Member) -> None:
    assert owner.user is not None
    client = Client(REMOTE_ADDR="198.51.100.7")
    guess = {"username": owner.user.email, "password": "no"}
    for number in range(8):
        answer = client.post("/sign-in/", guess, headers={"X-Forwarded-For": f"10.0.0.{number}"})
    assert answer.status_code == 429


@pytest.mark.parametrize(
    ("peer", "said", "status"),
    [
        ("10.1.2.3", "", 200),
        ("198.51.100.7", "", 401),
        ("198.51.100.7", "10.1.2.3", 401),
        ("192.0.2.1", "10.1.2.3", 200),
        ("192.0.2.1", "10.1.2.3, 198.51.100.7", 401),
        ("192.0.2.1", "198.51.100.7, 10.1.2.3", 200),
        ("192.0.2.1", "not an address", 401),
    ],
)
def test_a_token_is_good_in_its_range_only(world: World, peer: str, said: str, status: int) -> None:
    """192.0.2.1 is our proxy; what anybody else says about an address counts for nothing."""
    Token.objects.filter(agent__key="agent", workspace=world.workspace).update(addresses=["10.0.0.0/8"])
    headers = {**world.headers("agent"), **({"X-Forwarded-For": said} if said else {})}
    with override_settings(TRUSTED_PROXIES=["192.0.2.1"]):
        answer = world.client.get("/api/v1/claims", headers=headers, REMOTE_ADDR=peer)
    assert answer.status_code == status
    if status == 401:
        assert answer.json()["type"] == "/problems/address-not-allowed"


@pytest.mark.parametrize("path", ["/queue/", "/facts/", "/policy/", "/registry/", "/help/", "/nowhere/"])
def test_every_page_is_kept_out_of_frames_stores_and_devices(world: World, path: str) -> None:
    answer = world.signed_in("owner").get(path)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer.headers["Cache-Control"]
    assert "camera=()" in answer.headers["Permissions-Policy"]
