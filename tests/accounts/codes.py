"""A phone: codes of a TOTP key as the app of a person shows them, and people who sign in with one."""

from __future__ import annotations

import base64
import re
import time

from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from memoryhub.accounts.models import Member
from tests.factories import PASSWORD, sign_in

FACTOR = "/profile/second-factor/"
RECOVERY = re.compile(r"\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b")


class Phone:
    def __init__(self, key: str) -> None:
        self.key = base64.b32decode(key.replace(" ", ""))

    def code(self, steps: int = 0) -> str:
        """The code shown now, or so many half minutes later."""
        shown = TOTP(self.key)
        shown.time = time.time() + 30 * steps
        return f"{shown.token():06d}"

    def wrong(self) -> str:
        good = {self.code(steps) for steps in range(-4, 5)}
        return next(f"{number:06d}" for number in range(10) if f"{number:06d}" not in good)


def half_a_minute_later(member: Member) -> None:
    """The code that the phone shows is one that was not used yet."""
    TOTPDevice.objects.filter(user=member.user).update(
        last_t=-1, drift=0, throttling_failure_count=0, throttling_failure_timestamp=None
    )


def key_in(page: str) -> str:
    found = re.search(r'id="key"[^>]*value="([A-Z2-7 ]+)"', page)
    assert found is not None, page
    return found.group(1)


def turn_on(client: Client, **proof: str) -> tuple[Phone, list[str]]:
    """Set it up as a person does: the phone, and the recovery codes of the page. Who has a passkey proves it again."""
    phone = Phone(key_in(client.post(FACTOR, proof).content.decode()))
    page = client.post(f"{FACTOR}confirm/", {"code": phone.code()})
    assert page.status_code == 201, page.content
    return phone, RECOVERY.findall(page.content.decode())


def signed_in(member: Member, *, ago: int = 0) -> Client:
    client = Client()
    assert member.user is not None
    sign_in(client, member.user, ago=ago)
    return client


def give_password(client: Client, member: Member, password: str = PASSWORD, **more: str) -> str:
    """The first page of signing in; where it leads."""
    assert member.user is not None
    answer = client.post("/sign-in/", {"username": member.user.email, "password": password, **more})
    return str(answer.headers.get("Location", ""))


def give_code(client: Client, code: str) -> int:
    return client.post("/sign-in/code/", {"code": code}).status_code


def inside(client: Client) -> bool:
    return client.get("/profile/").status_code == 200
