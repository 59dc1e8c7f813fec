"""What is looked at before anything starts: a place for passkeys at which browsers would make none."""

from __future__ import annotations

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from memoryhub.accounts.passkey_place import BadPlace, Place, check

TAG = "passkeys"


@register(TAG)
def check_place(**_asked: object) -> list[CheckMessage]:
    try:
        check(Place(settings.OTP_WEBAUTHN_RP_ID, settings.OTP_WEBAUTHN_ALLOWED_ORIGINS))
    except BadPlace as error:
        hint = "Without PASSKEY_DOMAIN and PASSKEY_ORIGINS both follow from PUBLIC_URL."
        return [Error(f"{error}.", hint=hint, id="memoryhub.E004")]
    return []
