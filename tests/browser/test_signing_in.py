"""Signing in with a second factor, and a payment that asks again: in a browser, by the pages alone."""

from __future__ import annotations

import re

from django.contrib.sessions.models import Session
from playwright.sync_api import expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from escalations.models import Case
from ledgers.models import Field
from memoryhub.accounts import walls
from memoryhub.accounts.models import User
from memoryhub.accounts.session_store import SessionStore
from memoryhub.accounts.sessions import CONFIRMED
from tests.accounts.codes import RECOVERY, Phone, half_a_minute_later
from tests.browser.conftest import Desk, NewDesk
from tests.factories import PASSWORD
from tests.screens.world import Firm


def _bank_in_dispute(firm: Firm) -> Case:
    Field.objects.create(workspace=firm.workspace, key="payment.iban", name="IBAN", type="iban", sensitivity="payment")
    firm.say("DE89370400440532013000", source="crm", field="payment.iban")
    firm.say("GB82WEST12345698765432", field="payment.iban")
    return Case.objects.get(workspace=firm.workspace, state="open")


def test_a_second_factor_from_the_profile_to_a_payment(firm: Firm, new_desk: NewDesk) -> None:
    case, ana = _bank_in_dispute(firm), firm.ana.user
    assert isinstance(ana, User)
    desk = new_desk(firm.ana)
    page = desk.page
    desk.open("/profile/")
    page.locator("#second-factor").click()
    page.get_by_role("button", name="Set it up").click()
    picture = page.get_by_role("img", name="The key below")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    phone = Phone(page.get_by_label("Key", exact=True).input_value())
    page.get_by_label("Code").fill(phone.code())
    page.get_by_role("button", name="Turn it on").click()
    codes = RECOVERY.findall(page.locator("#codes").inner_text())
    assert len(codes) == 10
    page.get_by_role("link", name="I have stored them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Profile")

    half_a_minute_later(firm.ana)
    other = new_desk()
    other.open(f"/cases/{case.pk}/")
    other.page.get_by_label("E-mail").fill(ana.email)
    other.page.get_by_label("Password").fill(PASSWORD)
    other.page.get_by_role("button", name="Sign in").click()
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Your code")
    other.page.get_by_label("Code").fill(codes[0])
    other.page.get_by_role("button", name="Sign in").click()
    expect(other.page).to_have_url(re.compile(f"/cases/{case.pk}/"))

    _grow_old()
    other.page.get_by_label("Keep current").check()
    other.page.get_by_label("Last four signs").fill("3000")
    other.page.get_by_label("Reason in your words").fill("The bank confirmed the old account.")
    other.page.get_by_role("button", name="Record decision").click()
    expect(other.page.locator("#unproved")).to_be_focused()
    expect(other.page.get_by_label("Keep current")).to_be_checked()
    expect(other.page.get_by_label("Reason in your words")).to_have_value("The bank confirmed the old account.")
    other.page.get_by_label("Your password").fill(PASSWORD)
    other.page.get_by_label("Code", exact=True).fill(codes[1])
    other.page.get_by_role("button", name="Record decision").click()
    expect(other.page.locator("#live")).to_contain_text("Recorded")
    with walls.inside(firm.workspace):
        assert Case.objects.get(pk=case.pk).decided_by == firm.ana


def test_a_passkey_from_the_profile_to_a_payment(
    firm: Firm, new_desk: NewDesk, settings: Settings, live_server: LiveServer
) -> None:
    """With the browser's own authenticator, which is there and has seen its person."""
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = [live_server.url]
    case, ana = _bank_in_dispute(firm), firm.ana.user
    assert isinstance(ana, User)
    desk = new_desk(firm.ana)
    page, device = desk.page, _Authenticator(desk)
    desk.open("/profile/")
    page.locator("#passkeys").click()
    page.get_by_label("Name", exact=True).fill("my phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your recovery codes")
    page.get_by_role("link", name="I have stored them").click()
    expect(page.get_by_text("You have one passkey")).to_be_visible()

    page.locator("#member-menu").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    desk.open(f"/cases/{case.pk}/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(re.compile(f"/cases/{case.pk}/"))

    _grow_old()
    desk.open(f"/cases/{case.pk}/")
    page.get_by_label("Keep current").check()
    page.get_by_label("Last four signs").fill("3000")
    page.get_by_label("Reason in your words").fill("The bank confirmed the old account.")
    device.looks_at_somebody_else(True)
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.locator("#by-passkey-said")).to_contain_text("The device gave no passkey")
    expect(page.locator("#live")).to_contain_text("The device gave no passkey")
    device.looks_at_somebody_else(False)
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.locator("#by-passkey-said")).to_contain_text("Now record the decision")
    with walls.inside(firm.workspace):
        assert Case.objects.get(pk=case.pk).state == "open"
    page.get_by_role("button", name="Record decision").click()
    expect(page.locator("#live")).to_contain_text("Recorded")
    with walls.inside(firm.workspace):
        assert Case.objects.get(pk=case.pk).decided_by == firm.ana

    desk.open("/profile/passkeys/")
    page.get_by_role("button", name="Remove my phone").click()
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.locator("[data-said]")).to_contain_text("The second factor is off.")
    page.locator("#member-menu").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#by-passkey-said")).to_contain_text("This passkey was not accepted")
    expect(page.locator("#by-passkey-said")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("This passkey was not accepted")
    plain = new_desk(java_script_enabled=False)
    plain.open("/sign-in/")
    expect(plain.page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(plain.page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()


class _Authenticator:
    """Chromium's own, driven over its debugging protocol: a phone that keeps passkeys and knows its person."""

    def __init__(self, desk: Desk) -> None:
        self._wire = desk.context.new_cdp_session(desk.page)
        self._wire.send("WebAuthn.enable")
        kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options = {**kind, "isUserVerified": True, "automaticPresenceSimulation": True}
        self._id = self._wire.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def looks_at_somebody_else(self, other: bool) -> None:
        self._wire.send("WebAuthn.setUserVerified", {"authenticatorId": self._id, "isUserVerified": not other})


def _grow_old() -> None:
    """Every session was confirmed longer ago than payments allow."""
    for key in Session.objects.values_list("session_key", flat=True):
        held = SessionStore(key)
        held[CONFIRMED] = int(held.get(CONFIRMED, 0)) - 1000
        held.save()
