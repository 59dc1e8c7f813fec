"""A second factor: set up with an app, asked for after the password, and in nobody's way who has lost the phone."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from memoryhub.accounts.models import Member, Role, SecurityEvent
from memoryhub.accounts.second_factor import BEGUN
from tests.accounts.codes import (
    FACTOR,
    RECOVERY,
    Phone,
    give_code,
    give_password,
    half_a_minute_later,
    inside,
    key_in,
    signed_in,
    turn_on,
)
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


@pytest.fixture
def phone(owner: Member) -> Phone:
    found = turn_on(signed_in(owner))[0]
    half_a_minute_later(owner)
    return found


def test_a_key_counts_for_nothing_before_a_code_of_it_is_seen(owner: Member) -> None:
    client = signed_in(owner)
    shown = Phone(key_in(client.post(FACTOR).content.decode()))
    assert client.post(f"{FACTOR}confirm/", {"code": shown.wrong()}).status_code == 422
    assert give_password(Client(), owner) == "/queue/"


def test_a_key_that_was_begun_long_ago_is_begun_anew(owner: Member) -> None:
    client = signed_in(owner)
    shown = Phone(key_in(client.post(FACTOR).content.decode()))
    rows = TOTPDevice.objects.filter(user=owner.user)
    begun = rows.get().created_at
    rows.update(created_at=begun - BEGUN + timedelta(minutes=1))
    assert client.get(f"{FACTOR}key.svg").status_code == 200
    rows.update(created_at=begun - BEGUN)
    assert client.get(f"{FACTOR}key.svg").status_code == 404
    late = client.post(f"{FACTOR}confirm/", {"code": shown.code()}, follow=True)
    assert "The key that was shown can no longer be used." in late.content.decode()
    assert not rows.filter(confirmed=True).exists()
    again = Phone(key_in(client.post(FACTOR).content.decode()))
    assert again.code() != shown.code()
    assert client.post(f"{FACTOR}confirm/", {"code": again.code()}).status_code == 201


def test_after_the_password_comes_the_code(owner: Member, phone: Phone) -> None:
    client = Client()
    assert give_password(client, owner, next="/facts/") == "/sign-in/code/"
    assert not inside(client)
    answer = client.post("/sign-in/code/", {"code": f" {phone.code()[:3]} {phone.code()[3:]} "})
    assert answer.headers["Location"] == "/facts/"
    assert inside(client)


def test_a_wrong_code_opens_nothing_and_says_what_to_do(owner: Member, phone: Phone) -> None:
    client = Client()
    give_password(client, owner)
    page = client.post("/sign-in/code/", {"code": phone.wrong()})
    assert page.status_code == 422
    assert "Type the one that the app shows now" in page.content.decode()
    assert "Wait 1 second" in client.post("/sign-in/code/", {"code": phone.code()}).content.decode()
    assert not inside(client)


def test_a_code_opens_one_door_once(owner: Member, phone: Phone) -> None:
    first, second = Client(), Client()
    give_password(first, owner)
    give_password(second, owner)
    code = phone.code()
    assert give_code(first, code) == 302
    assert give_code(second, code) == 422
    assert not inside(second)


def test_the_page_of_the_code_is_for_whoever_gave_the_password(owner: Member, phone: Phone) -> None:
    stranger = Client()
    assert stranger.get("/sign-in/code/").headers["Location"] == "/sign-in/"
    assert stranger.post("/sign-in/code/", {"code": phone.code()}).headers["Location"] == "/sign-in/"


def test_another_password_ends_what_is_halfway(owner: Member, phone: Phone) -> None:
    client = Client()
    give_password(client, owner)
    assert owner.user is not None
    owner.user.set_password("another long password")
    owner.user.save()
    assert client.post("/sign-in/code/", {"code": phone.code()}).headers["Location"] == "/sign-in/"
    assert not inside(client)


def test_guessing_codes_closes_the_door(owner: Member, phone: Phone) -> None:
    client = Client()
    give_password(client, owner)
    wrong = phone.wrong()
    for _try in range(8):
        TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
        page = client.post("/sign-in/code/", {"code": wrong}).content.decode()
    assert "Too many tries" in page
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    assert "Too many tries" in client.post("/sign-in/code/", {"code": phone.code()}).content.decode()
    assert not inside(client)


def test_ten_recovery_codes_open_it_once_each(owner: Member) -> None:
    _phone, codes = turn_on(signed_in(owner))
    assert len(set(codes)) == 10
    first, second = Client(), Client()
    give_password(first, owner)
    give_password(second, owner)
    assert give_code(first, codes[0].upper()) == 302
    assert give_code(second, codes[0]) == 422
    assert "9 recovery codes are left" in first.get("/profile/").content.decode()


def test_of_recovery_codes_only_digests_are_kept(owner: Member) -> None:
    _phone, codes = turn_on(signed_in(owner))
    kept = set(StaticToken.objects.values_list("token", flat=True))
    assert len(kept) == 10
    assert kept.isdisjoint(code.replace("-", "") for code in codes)


def test_what_is_secret_is_shown_once(owner: Member, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = signed_in(owner)
    key = key_in(client.post(FACTOR).content.decode())
    assert b"<svg" in client.get(f"{FACTOR}key.svg").content
    page = client.post(f"{FACTOR}confirm/", {"code": Phone(key).code()})
    codes = RECOVERY.findall(page.content.decode())
    assert "no-store" in page.headers["Cache-Control"]
    later = [client.get(path).content.decode() for path in ("/profile/", FACTOR)]
    assert client.get(f"{FACTOR}key.svg").status_code == 404
    told = "".join([*later, caplog.text])
    assert not [secret for secret in (key, key.replace(" ", ""), *codes) if secret in told]


def test_turning_it_on_ends_the_sessions_elsewhere(owner: Member) -> None:
    here, there = signed_in(owner), signed_in(owner)
    assert inside(there)
    turn_on(here)
    assert inside(here)
    assert not inside(there)


def test_turning_it_off_needs_the_password_and_a_code(owner: Member) -> None:
    client = signed_in(owner)
    phone, _codes = turn_on(client)
    half_a_minute_later(owner)
    for wrong in ({"password": "no", "code": phone.code()}, {"password": PASSWORD, "code": ""}, {}):
        assert client.post(f"{FACTOR}off/", wrong).status_code == 422
    assert give_password(Client(), owner) == "/sign-in/code/"
    assert client.post(f"{FACTOR}off/", {"password": PASSWORD, "code": phone.code()}).status_code == 302
    assert give_password(Client(), owner) == "/queue/"


def test_new_recovery_codes_take_the_place_of_the_old(owner: Member) -> None:
    client = signed_in(owner)
    phone, old = turn_on(client)
    half_a_minute_later(owner)
    page = client.post(f"{FACTOR}codes/", {"password": PASSWORD, "code": phone.code()})
    new = RECOVERY.findall(page.content.decode())
    assert (page.status_code, len(new)) == (201, 10)
    other = Client()
    give_password(other, owner)
    assert give_code(other, old[0]) == 422
    assert set(old).isdisjoint(new)


def test_setting_it_up_asks_for_a_fresh_sign_in(owner: Member) -> None:
    stale = signed_in(owner, ago=301)
    answer = stale.post(FACTOR)
    assert answer.headers["Location"] == "/sign-in/again/?next=%2Fprofile%2Fsecond-factor%2F"
    assert not TOTPDevice.objects.exists()


def test_turning_it_on_and_off_leaves_events(owner: Member) -> None:
    client = signed_in(owner)
    phone, _codes = turn_on(client)
    half_a_minute_later(owner)
    client.post(f"{FACTOR}off/", {"password": PASSWORD, "code": phone.code()})
    rows = SecurityEvent.objects.outside(SecurityEvent._base_manager.all())  # outside every workspace
    assert [row.code for row in rows.order_by("id")] == ["second-factor-on", "second-factor-off"]


def test_whoever_runs_the_hub_takes_it_off_for_who_lost_everything(owner: Member, phone: Phone) -> None:
    inside_before = signed_in(owner)
    assert owner.user is not None
    call_command("second_factor", owner.user.email, "--off")
    assert not inside(inside_before)
    assert give_password(Client(), owner) == "/queue/"
    with pytest.raises(CommandError, match="no login"):
        call_command("second_factor", "who@firm.example")


def test_the_admin_site_has_no_page_of_keys() -> None:
    assert not admin.site.is_registered(TOTPDevice)
    assert not admin.site.is_registered(StaticDevice)


def test_pages_of_codes_help_password_managers(owner: Member, phone: Phone) -> None:
    client = Client()
    give_password(client, owner)
    page = client.get("/sign-in/code/").content.decode()
    assert 'autocomplete="one-time-code"' in page
    assert "onpaste" not in page
