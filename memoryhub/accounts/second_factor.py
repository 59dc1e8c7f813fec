"""A second factor: codes of an app (TOTP, RFC 6238) or a passkey, and ten codes to get in without, each good once.

The app's key lies in the database and is shown while it is being set up. Of the recovery codes only digests are kept.
django-otp remembers which code was the last, so that none works twice, and makes whoever guesses wait ever longer.
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import io
import math
import secrets

import segno
from django.db import transaction
from django.db.models import QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from memoryhub.accounts import passkeys
from memoryhub.accounts.models import User

CODES = 10
# 80 bits, five to a character: too many for whoever got hold of the digests.
LETTERS, LENGTH = "abcdefghijklmnopqrstuvwxyz234567", 16
GROUP = 4
# How long a key that was begun may be confirmed: who saw it on a screen then is not let in by it later.
BEGUN = dt.timedelta(minutes=15)


def is_on(user: User) -> bool:
    """Whether the password alone opens nothing."""
    return has_app(user) or passkeys.has(user)


def has_app(user: User) -> bool:
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def kinds(user: User) -> frozenset[str]:
    """What somebody has of it, `app` and `passkey`, for pages that ask for it: both in one question."""
    apps = TOTPDevice.objects.filter(user=user, confirmed=True).annotate(kind=Value("app"))
    keys = passkeys.of(user).order_by().annotate(kind=Value("passkey"))
    return frozenset(apps.values_list("kind", flat=True).union(keys.values_list("kind", flat=True)))


def codes_left(user: User) -> int:
    return int(StaticToken.objects.filter(device__user=user).count())


def begin(user: User) -> TOTPDevice:
    """A new key, which counts for nothing before a code of it is seen; one begun earlier is forgotten."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user, confirmed=False).delete()
        return TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def begun(user: User) -> TOTPDevice | None:
    """The key that is being set up; none where that was begun too long ago."""
    return _begun(user).first()


def _begun(user: User) -> QuerySet[TOTPDevice]:
    found: QuerySet[TOTPDevice] = TOTPDevice.objects.filter(user=user, confirmed=False)
    return found.filter(created_at__gt=timezone.now() - BEGUN)


def key_of(device: TOTPDevice) -> str:
    """The key as apps take it by hand, in groups of four."""
    return _grouped(base64.b32encode(device.bin_key).decode())


def picture_of(device: TOTPDevice) -> bytes:
    """The same for a camera. On white whatever the theme, since most cameras read nothing else."""
    drawn = io.BytesIO()
    segno.make(device.config_url, error="m").save(drawn, kind="svg", scale=5, border=4, light="#fff")
    return drawn.getvalue()


def confirm(user: User, code: str) -> list[str] | None:
    """Turn it on where the code is one of the key's; the recovery codes, which are told this once."""
    with transaction.atomic():
        device = _begun(user).select_for_update().first()
        if device is None or not device.verify_token(_typed(code)):
            return None
        TOTPDevice.objects.filter(user=user).exclude(pk=device.pk).delete()
        device.confirmed = True
        device.save()
        return new_codes(user)


def new_codes(user: User) -> list[str]:
    """Ten new recovery codes; those of before open nothing any more."""
    codes = [_code() for _number in range(CODES)]
    with transaction.atomic():
        device, _new = StaticDevice.objects.get_or_create(user=user, name="recovery")
        device.token_set.all().delete()
        StaticToken.objects.bulk_create([StaticToken(device=device, token=_kept(device, code)) for code in codes])
    return [_grouped(code, "-") for code in codes]


def turn_off(user: User) -> None:
    """Take everything away, passkeys too: the password alone opens the sign-in again."""
    with transaction.atomic():
        passkeys.of(user).delete()
        take_app_off(user)


def take_app_off(user: User) -> None:
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user).delete()
        end_codes(user)


def end_codes(user: User) -> None:
    """Recovery codes stand in for a factor: without one they open nothing, and are forgotten."""
    if not is_on(user):
        StaticDevice.objects.filter(user=user).delete()


def wrong(user: User, code: str) -> str:
    """What is wrong with a code, in words; nothing where it is right, and used up by this."""
    typed = _typed(code)
    with transaction.atomic():
        device = _device(user, typed)
        if device is None:
            return _("This code is not right. Type the one that the app shows now.")
        allowed, because = device.verify_is_allowed()
        if not allowed:
            return _wait((because or {}).get("locked_until"))
        if device.verify_token(_kept(device, typed) if isinstance(device, StaticDevice) else typed):
            return ""
    return _("This code is not right, or was used before. Type the one that the app shows now.")


def _device(user: User, typed: str) -> TOTPDevice | StaticDevice | None:
    """Which one is meant, by the look of the code. Locked, so that one code opens one door."""
    if typed.isdecimal():
        return TOTPDevice.objects.select_for_update().filter(user=user, confirmed=True).first()
    return StaticDevice.objects.select_for_update().filter(user=user, confirmed=True).first()


def _wait(until: object) -> str:
    left = (until - timezone.now()).total_seconds() if isinstance(until, dt.datetime) else 1
    seconds = max(1, math.ceil(left))
    return ngettext(
        "Wait %(n)d second after a wrong code, then try again.",
        "Wait %(n)d seconds after a wrong code, then try again.",
        seconds,
    ) % {"n": seconds}


def _typed(code: str) -> str:
    """As it is compared: people type blanks and hyphens as they see them."""
    return "".join(code.split()).replace("-", "").lower()


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


def _kept(device: StaticDevice, code: str) -> str:
    """What is kept of a code; with that many bits a plain digest is enough."""
    digest = hashlib.sha256(f"{device.pk}:{code}".encode()).digest()
    return base64.b32encode(digest).decode()[:16].lower()


def _grouped(text: str, between: str = " ") -> str:
    return between.join(text[at : at + GROUP] for at in range(0, len(text), GROUP))
