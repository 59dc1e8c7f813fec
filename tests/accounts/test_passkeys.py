"""Passkeys: made, used in place of password and code, and refused where an answer proves nothing."""

from __future__ import annotations

import json
import logging
import time

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp_webauthn.models import WebAuthnCredential
from pytest_django.fixtures import Settings

from memoryhub.accounts import passkeys, rates
from memoryhub.accounts.models import Member, Role, SecurityEvent, User
from memoryhub.accounts.sessions import CONFIRMED
from tests.accounts.codes import (
    FACTOR,
    RECOVERY,
    give_code,
    give_password,
    half_a_minute_later,
    inside,
    signed_in,
    turn_on,
)
from tests.accounts.devices import HOST, NEW, OPTIONS, ORIGIN, PAGE, SEEN, THERE, Device, add, ask, enter, says
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db
AGAIN = "/sign-in/again/"


@pytest.fixture(autouse=True)
def _at_home(settings: Settings) -> None:
    settings.OTP_WEBAUTHN_RP_ID = HOST
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = [ORIGIN]


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


@pytest.fixture
def phone(owner: Member) -> Device:
    device = Device()
    add(signed_in(owner), device)
    # Other sessions have ended with it: those that a test begins must be of the new round.
    assert owner.user is not None
    owner.user.refresh_from_db()
    return device


def only() -> WebAuthnCredential:
    return WebAuthnCredential.objects.get()


def wrong(client: Client, answer: str) -> bool:
    """Whether the answer lets nobody in, and the page says so in words."""
    page = client.post("/sign-in/", {"passkey": answer})
    assert page.status_code == 422, page.content
    assert 'id="by-passkey-said" tabindex="-1" data-focus>This passkey was not accepted' in page.content.decode()
    return not inside(client)


def test_a_passkey_signs_in_without_password_and_code(owner: Member, phone: Device) -> None:
    client = Client()
    client.get("/sign-in/")
    before = client.session.session_key
    answer = client.post("/sign-in/", {"passkey": phone.answer(ask(client)), "next": "/facts/"})
    assert answer.headers["Location"] == "/facts/"
    assert inside(client)
    assert client.session.session_key != before
    assert time.time() - client.session[CONFIRMED] < 60
    assert only().last_used_at is not None


def test_it_is_asked_for_by_domain_with_the_person_looked_at(owner: Member, phone: Device) -> None:
    options = ask(Client())
    assert (options["rpId"], options["userVerification"], options["allowCredentials"]) == (HOST, "required", [])
    client = signed_in(owner)
    client.post(PAGE, {"add": "1", **says(client, phone)})
    new = ask(client, NEW)
    assert new["authenticatorSelection"]["userVerification"] == "required"
    assert new["authenticatorSelection"]["residentKey"] == "required"
    assert len(new["excludeCredentials"]) == 1


def test_the_first_one_comes_with_recovery_codes_and_ends_other_sessions(owner: Member) -> None:
    here, there, first = signed_in(owner), signed_in(owner), Device()
    codes = add(here, first)
    assert (len(codes), inside(here), inside(there)) == (10, True, False)
    assert add(here, Device(), "second", by=first) == []
    client = Client()
    assert give_password(client, owner) == "/sign-in/code/"
    assert give_code(client, codes[0]) == 302


def test_after_the_password_comes_the_passkey(owner: Member, phone: Device) -> None:
    client = Client()
    assert give_password(client, owner, next="/facts/") == "/sign-in/code/"
    assert not inside(client)
    options = ask(client, f"{OPTIONS}?halfway=1")
    assert len(options["allowCredentials"]) == 1
    assert client.post("/sign-in/", {"passkey": phone.answer(options)}).headers["Location"] == "/facts/"
    assert inside(client)


def test_an_answer_opens_one_door_once(owner: Member, phone: Device) -> None:
    first, second = Client(), Client()
    answer = phone.answer(ask(first))
    ask(second)
    assert wrong(second, answer)
    assert first.post("/sign-in/", {"passkey": answer}).status_code == 302
    first.post("/sign-out/")
    page = first.post("/sign-in/", {"passkey": answer})
    assert page.status_code == 422
    assert "sent twice" in page.content.decode()
    assert not inside(first)


def test_an_answer_after_five_minutes_is_late(owner: Member, phone: Device) -> None:
    client = Client()
    answer = phone.answer(ask(client))
    session = client.session
    session[passkeys.ASKED] = {**session[passkeys.ASKED], "at": int(time.time()) - 301}
    session.save()
    assert "took too long" in client.post("/sign-in/", {"passkey": answer}).content.decode()
    assert not inside(client)


def test_another_key_another_place_and_an_unseen_person_are_refused(owner: Member, phone: Device) -> None:
    client, other = Client(), Device()
    other.id, other.person = phone.id, phone.person
    assert wrong(client, other.answer(ask(client)))
    assert wrong(client, Device().answer(ask(client)))
    phone.origin = "http://evil.example"
    assert wrong(client, phone.answer(ask(client)))
    phone.origin, phone.domain = ORIGIN, "evil.example"
    assert wrong(client, phone.answer(ask(client)))
    phone.domain, phone.flags = HOST, THERE
    assert wrong(client, phone.answer(ask(client)))
    phone.flags = THERE | SEEN
    assert enter(client, phone) == 302


@pytest.mark.parametrize(
    "answer",
    ["", "no", "[]", "{}", "null", "[" * 10_000, '{"rawId": 3}', '{"rawId": "AA", "id": "AA", "response": []}',
     json.dumps({"id": "x" * 20_000}), '{"rawId": "%", "response": {"clientDataJSON": 1}}'],
)  # fmt: skip
def test_what_is_no_answer_is_refused(owner: Member, phone: Device, answer: str) -> None:
    client = Client()
    ask(client)
    assert wrong(client, answer)


@pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature"])
@pytest.mark.parametrize("value", ["", "AAAA", "%%%", 7, None, [1], {"a": 1}])
def test_a_broken_part_is_refused(owner: Member, phone: Device, part: str, value: object) -> None:
    client = Client()
    forged = json.loads(phone.answer(ask(client)))
    forged["response"][part] = value
    assert wrong(client, json.dumps(forged))


def test_a_count_that_goes_back_is_a_copied_device(
    owner: Member, phone: Device, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client()
    phone.count = 5
    assert enter(client, phone) == 302
    client.post("/sign-out/")
    with caplog.at_level(logging.WARNING):
        assert wrong(client, phone.answer(ask(client)))
    assert "was refused: InvalidAuthenticationResponse" in caplog.text
    phone.count = 6
    assert enter(client, phone) == 302


def test_somebody_elses_passkey_confirms_nothing(owner: Member, phone: Device) -> None:
    other = signed_in(make_member(owner.workspace, "other"), ago=4000)
    before = other.session[CONFIRMED]
    assert ask(other)["allowCredentials"] == []
    page = other.post(AGAIN, {"passkey": phone.answer(ask(other))})
    assert page.status_code == 422
    answer = phone.answer(ask(other))
    session = other.session
    # Asked before anybody was signed in.
    session[passkeys.ASKED] = {**session[passkeys.ASKED], "user": ""}
    session.save()
    assert other.post(AGAIN, {"passkey": answer}).status_code == 422
    assert other.session[CONFIRMED] == before
    halfway = Client()
    theirs = Device()
    add(signed_in(make_member(owner.workspace, "third")), theirs)
    give_password(halfway, owner)
    assert wrong(halfway, theirs.answer(ask(halfway, f"{OPTIONS}?halfway=1")))


def test_a_passkey_confirms_who_it_is(owner: Member, phone: Device) -> None:
    client = signed_in(owner, ago=4000)
    assert client.get(PAGE).headers["Location"].startswith(AGAIN)
    said = {"passkey": phone.answer(ask(client)), "next": PAGE}
    assert client.post(AGAIN, said).headers["Location"] == PAGE
    assert client.get(PAGE).status_code == 200
    again = client.post(AGAIN, said)
    assert again.status_code == 422
    assert "sent twice" in again.content.decode()


def test_who_was_shut_out_stays_out(owner: Member, phone: Device) -> None:
    assert owner.user is not None
    User.objects.filter(pk=owner.user.pk).update(is_active=False)
    client = Client()
    assert wrong(client, phone.answer(ask(client)))
    User.objects.filter(pk=owner.user.pk).update(is_active=True)
    Member.objects.filter(pk=owner.pk).update(active=False)
    client.post("/sign-in/", {"passkey": phone.answer(ask(client))})
    assert client.get("/queue/").status_code == 403


def test_a_lock_out_by_guessing_shuts_no_passkey_out(owner: Member, phone: Device) -> None:
    client = Client()
    for _try in range(9):
        give_password(client, owner, "no")
    assert give_password(client, owner) == ""
    assert enter(client, phone) == 302


def test_asking_too_often_is_stopped(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memoryhub.accounts.passkey_views.PER_ADDRESS", 2)
    client = Client()
    assert [client.post(OPTIONS).status_code for _time in range(3)] == [200, 200, 429]
    assert rates.lets_in("something else", 1, 60)


def test_elsewhere_there_is_no_button_and_the_page_says_where(owner: Member, phone: Device, settings: Settings) -> None:
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = ["https://hub.example"]
    assert "by-passkey" not in Client().get("/sign-in/").content.decode()
    client = signed_in(owner)
    assert "Passkeys work at https://hub.example alone" in client.get(PAGE).content.decode()
    for where in (OPTIONS, NEW):
        refused = client.post(where)
        assert (refused.status_code, "hub.example" in refused.json()["detail"]) == (409, True)
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = []
    assert "over https alone" in client.post(NEW).json()["detail"]


def test_it_is_named_and_removed_by_its_person_alone(owner: Member, phone: Device) -> None:
    client, other = signed_in(owner), signed_in(make_member(owner.workspace, "other"))
    key = str(only().pk)
    other.post(PAGE, {"rename": key, "name": "mine"})
    other.post(PAGE, {"remove": key})
    for odd in ("", "x", "-1", "9" * 18, "9" * 5000, "²"):
        assert client.post(PAGE, {"remove": odd}).status_code == 302
    assert only().name == "phone"
    client.post(PAGE, {"rename": key, "name": "blue phone"})
    assert 'value="blue phone"' in client.get(PAGE).content.decode()
    assert client.post(PAGE, {"rename": key, "name": ""}).status_code == 422
    there = signed_in(owner)
    assert client.post(PAGE, {"remove": key, **says(client, phone)}).status_code == 302
    assert (passkeys.has(owner.user), inside(client), inside(there)) == (False, True, False)  # type: ignore[arg-type]
    assert not StaticDevice.objects.exists()
    assert give_password(Client(), owner) == "/queue/"
    stranger = Client()
    assert wrong(stranger, phone.answer(ask(stranger)))


def test_removing_asks_for_a_fresh_sign_in(owner: Member, phone: Device) -> None:
    stale = signed_in(owner, ago=301)
    assert stale.post(PAGE, {"remove": str(only().pk)}).headers["Location"].startswith(AGAIN)
    assert stale.post(NEW).headers["Location"].startswith(AGAIN)
    assert only().name == "phone"


def test_a_fresh_sign_in_alone_changes_no_factor(owner: Member, phone: Device) -> None:
    """Somebody at an unlocked screen, a minute after its person signed in."""
    client, stranger, kept = signed_in(owner), Device(), set(StaticToken.objects.values_list("token", flat=True))
    for act in ({"codes": "1"}, {"remove": str(only().pk)}, {"add": "1"}):
        asked = client.post(PAGE, act)
        assert (asked.status_code, 'id="prove"' in asked.content.decode()) == (200, True)
        for said in ({"password": "", "code": ""}, {"password": PASSWORD, "code": "000000"}, says(client, stranger)):
            assert client.post(PAGE, {**act, **said}).status_code == 422
    assert client.post(NEW).status_code == 403
    forged = stranger.make({**ask(client), "user": {"id": phone.person}})
    assert client.post(PAGE, {"name": "mine", "passkey": forged}).status_code == 302
    assert client.post(FACTOR).status_code == 422
    assert only().name == "phone"
    assert set(StaticToken.objects.values_list("token", flat=True)) == kept


def test_a_password_and_a_recovery_code_do_without_the_device(owner: Member) -> None:
    client = signed_in(owner)
    codes = add(client, Device())
    renewed = client.post(PAGE, {"codes": "1", "password": PASSWORD, "code": codes[0]})
    new = RECOVERY.findall(renewed.content.decode())
    assert (renewed.status_code, len(new)) == (201, 10)
    assert client.post(PAGE, {"remove": str(only().pk), "password": PASSWORD, "code": new[0]}).status_code == 302
    assert not WebAuthnCredential.objects.exists()


def test_a_further_passkey_is_one_for_which_was_asked_and_ends_other_sessions(owner: Member, phone: Device) -> None:
    here, there = signed_in(owner), signed_in(owner)
    assert 'id="add-another"' in here.get(PAGE).content.decode()
    add(here, Device(), "second", by=phone)
    assert (inside(here), inside(there)) == (True, False)
    # Asked for one, not for two.
    assert here.post(NEW).status_code == 403


def test_an_app_and_a_passkey_stand_in_for_each_other(owner: Member, phone: Device) -> None:
    client = signed_in(owner)
    app, _codes = turn_on(client, **says(client, phone))
    half_a_minute_later(owner)
    client.post(f"{FACTOR}off/", {"password": PASSWORD, "code": app.code()})
    assert give_password(Client(), owner) == "/sign-in/code/"
    assert StaticDevice.objects.exists()
    assert client.post(PAGE, {"codes": "1", **says(client, phone)}).status_code == 201


def test_making_one_twice_or_from_elsewhere_is_refused(owner: Member, phone: Device) -> None:
    client = signed_in(make_member(owner.workspace, "other"))
    for device in (phone, Device(origin="http://evil.example"), Device(domain="evil.example"), Device(flags=THERE)):
        page = client.post(PAGE, {"name": "x", "passkey": device.make(ask(client, NEW))})
        assert page.status_code == 422
        assert "was not accepted" in page.content.decode()
    proof = phone.answer(ask(client))
    assert client.post(PAGE, {"name": "x", "passkey": proof}).status_code == 422
    assert only().user_id == owner.user_id


def test_it_leaves_events_and_nothing_secret(owner: Member, phone: Device, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    other = Client()
    answer = phone.answer(ask(other))
    assert other.post("/sign-in/", {"passkey": answer}).status_code == 302
    for part in json.loads(answer)["response"].values():
        assert part not in caplog.text
    client = signed_in(owner)
    client.post(PAGE, {"remove": str(only().pk), **says(client, phone)})
    rows = SecurityEvent.objects.outside(SecurityEvent._base_manager.all())  # outside every workspace
    assert [row.code for row in rows.order_by("id")] == ["passkey-added", "passkey-removed"]
    assert not admin.site.is_registered(WebAuthnCredential)


def test_whoever_runs_the_hub_takes_passkeys_off_too(owner: Member, phone: Device) -> None:
    assert owner.user is not None
    call_command("second_factor", owner.user.email, "--off")
    assert give_password(Client(), owner) == "/queue/"


def test_without_scripts_the_button_is_not_there(owner: Member, phone: Device) -> None:
    page = Client().get("/sign-in/").content.decode()
    assert '<div class="passkey" data-passkeys hidden>' in page
    assert page.count("<script") == 2
    assert "htmx" not in page.split("<body")[0].replace("htmx-config", "")
