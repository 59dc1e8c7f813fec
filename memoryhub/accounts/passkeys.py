"""Passkeys (WebAuthn): a key on somebody's device, which it uses after it has seen a finger, a face or a PIN.

So one stands for password and code together: the device is there, and its person is. Of each only the public half is
kept. What is asked is drawn anew each time, lies in the session, and is gone with the first answer.
"""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django_otp_webauthn.exceptions import OTPWebAuthnApiError
from django_otp_webauthn.helpers import WebAuthnHelper
from django_otp_webauthn.models import WebAuthnCredential
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from memoryhub.accounts.models import User

log = logging.getLogger(__name__)

Data = dict[str, Any]  # JSON, and what the library makes of it
Rows = QuerySet[Any]  # the library's model, which has no types

ASKED = "passkey"
# Far above what a browser sends; and more than anybody has devices.
LONGEST, MOST = 16_384, 20
NAME_LENGTH = 64


class Refused(Exception):
    """An answer that proves nothing; `str` says so in words for its person, and never why, which the log does."""


class Helper(WebAuthnHelper):  # type: ignore[misc]  # the library ships no types
    """The library's ceremonies, with passkeys that name their person and always look at who is there."""

    def get_generate_registration_options_kwargs(self, *, user: User) -> Data:
        kwargs: Data = super().get_generate_registration_options_kwargs(user=user)
        kwargs["authenticator_selection"] = AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        )
        return kwargs


def work_here(request: HttpRequest) -> bool:
    """Whether the browser is at an address that passkeys are taken from."""
    return f"{request.scheme}://{request.get_host()}" in settings.OTP_WEBAUTHN_ALLOWED_ORIGINS


def offered(request: HttpRequest, user: User) -> bool:
    return work_here(request) and has(user)


def of(user: User) -> Rows:
    rows: Rows = WebAuthnCredential.objects.filter(user=user, confirmed=True).order_by("created_at", "pk")
    return rows


def has(user: User) -> bool:
    return of(user).exists()


def begin_new(request: HttpRequest, user: User) -> Data:
    """What the browser is to ask a device for, so that it makes a passkey."""
    if of(user).count() >= MOST:
        raise Refused(
            _("You have %(most)d passkeys, and there is room for no more. Remove one first.") % {"most": MOST}
        )
    options, state = Helper(request).register_begin(user)
    _ask(request, state, user)
    return dict(options)


def keep(request: HttpRequest, user: User, text: str, name: str) -> None:
    """Keep the passkey that the answer proves. Only the public half is in it."""
    state, data = _asked(request), _read(text)
    try:
        with transaction.atomic():
            made = Helper(request).register_complete(user, state, data)
            made.name = name
            made.save(update_fields=["name"])
    # The last: a passkey that is kept already, for this person or another.
    except (WebAuthnException, OTPWebAuthnApiError, IntegrityError) as error:
        raise _refused(str(user.pk), error) from error


def begin(request: HttpRequest, user: User | None) -> Data:
    """The same for a proof by one that is there: of this person, or of whoever it turns out to be."""
    options, state = Helper(request).authenticate_begin(user=user, require_user_verification=True)
    _ask(request, state, user)
    return dict(options)


def prove(request: HttpRequest, text: str, user: User | None = None) -> User:
    """Whose passkey answered what was asked last. One at a time, so that a copied device is found by its count."""
    state, data = _asked(request), _read(text)
    wanted = str(user.pk) if user else state["user"]
    try:
        with transaction.atomic():
            held = _held(data)
            if held is None or not held.confirmed or not held.user.is_active or wanted not in {"", str(held.user_id)}:
                raise Refused(_wrong())
            Helper(request).authenticate_complete(held.user, state, data)
    except (WebAuthnException, OTPWebAuthnApiError) as error:
        raise _refused(str(held.user_id) if held else "nobody", error) from error
    found = held.user
    assert isinstance(found, User)  # noqa: S101  # the library's key points to the model of the settings
    return found


def rename(user: User, key: str, name: str) -> bool:
    return bool(named(user, key).update(name=name))


def remove(user: User, key: str) -> bool:
    return bool(named(user, key).delete()[0])


def named(user: User, key: str) -> Rows:
    """The one of this person that a form names; none where it names nothing, or somebody else's."""
    return of(user).filter(pk=int(key) if key.isdecimal() and len(key) < 19 else 0)


def _ask(request: HttpRequest, state: Data, user: User | None) -> None:
    request.session[ASKED] = {**state, "user": str(user.pk) if user else "", "at": int(time.time())}


def _asked(request: HttpRequest) -> Data:
    """What was asked of this session last; never again after this."""
    state = request.session.pop(ASKED, None)
    if not isinstance(state, dict) or time.time() - state["at"] > settings.OTP_WEBAUTHN_TIMEOUT_SECONDS:
        raise Refused(_late())
    return state


def _read(text: str) -> Data:
    """The answer as the browser gave it. What it adds about itself is signed by nobody, and left out."""
    try:
        data = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Refused(_wrong())
    data.pop("clientExtensionResults", None)
    return data


def _held(data: Data) -> Any:  # noqa: ANN401  # the library's model
    """The passkey that is named, locked."""
    try:
        named = base64url_to_bytes(data["rawId"])
    except (KeyError, ValueError, TypeError, AttributeError):
        return None
    digest = WebAuthnCredential.get_credential_id_sha256(named)
    rows = WebAuthnCredential.objects.select_for_update(of=("self",)).select_related("user")
    return rows.filter(credential_id_sha256=digest).first()


def _refused(user: str, error: Exception) -> Refused:
    log.warning("a passkey of %s was refused: %s", user, type(error).__name__)
    return Refused(_wrong())


def _wrong() -> str:
    return _("This passkey was not accepted. Try again, or use your password.")


def _late() -> str:
    return _("That took too long, or was sent twice. Try again.")
