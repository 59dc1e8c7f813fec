"""Numbers that carry their own check digits, and PIX keys."""

from __future__ import annotations

import re
import uuid

from django.utils.translation import gettext_lazy as _
from stdnum import iban
from stdnum.br import cnpj, cpf
from stdnum.exceptions import ValidationError

from ledgers.formats.contacts import canonical_email, canonical_phone
from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Canonical, Json

# How Brazil's central bank writes a key of its own making: a UUID of any version.
RANDOM_KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# A BR Code (the text behind a PIX QR code) opens with its payload format and names the scheme inside.
PAYMENT_CODE = re.compile(r"0002\d\d.*br\.gov\.bcb\.pix", re.IGNORECASE | re.DOTALL)
MAIL_LIMIT = 77


def canonical_iban(value: Json) -> Canonical:
    """Country, length and check digits hold (ISO 13616); kept in capitals without blanks."""
    text = _text(value)
    try:
        return _same(iban.validate(text))
    except ValidationError:
        raise InvalidValue(
            "invalid-value", _("This is not an IBAN: its length or its check digits do not fit.")
        ) from None


def canonical_cpf_cnpj(value: Json) -> Canonical:
    """A CPF (11 digits) or a CNPJ (14 characters, letters allowed since 2026), with right check digits."""
    text = _text(value)
    for kind in (cpf, cnpj):
        try:
            return _same(kind.validate(text))
        except ValidationError:
            continue
    raise InvalidValue(
        "invalid-value", _("This is neither a CPF nor a CNPJ: its length or its check digits do not fit.")
    )


def canonical_pix(value: Json) -> Canonical:
    """A PIX key: e-mail, phone (with its +), CPF, CNPJ or random key.

    A payment code is refused: it carries an amount and a receiver of its own, and what the field answers is whom to
    pay. Eleven digits without + are a CPF, as the banks read them, never a mobile number.
    """
    text = _text(value)
    if PAYMENT_CODE.match(text):
        raise InvalidValue("invalid-value", _("This is a payment code, not a PIX key: give the key it pays to."))
    if RANDOM_KEY.fullmatch(text):
        return _same(str(uuid.UUID(text)))
    if "@" in text:
        return _mail_key(text)
    if text.startswith("+"):
        return _same(canonical_phone(text).key)
    try:
        return canonical_cpf_cnpj(text)
    except InvalidValue:
        raise InvalidValue(
            "invalid-value",
            _("This is not a PIX key: give an e-mail, a phone with +55, a CPF, a CNPJ or a random key."),
        ) from None


def _mail_key(text: str) -> Canonical:
    # The directory of keys keeps addresses in small letters, and short.
    key = canonical_email(text).key
    if len(key) > MAIL_LIMIT:
        raise InvalidValue("invalid-value", _("An e-mail that is a PIX key has at most 77 characters."))
    return _same(key)


def written_with_blanks(text: str, key: str) -> bool:
    """Whether a text holds the number, with or without the blanks, points, dashes and bars people put in."""
    spaced = r"[\s./-]{0,2}".join(re.escape(character) for character in key if character.isalnum())
    return re.search(rf"(?<!\w){spaced}(?!\w)", text, re.IGNORECASE) is not None


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise InvalidValue("invalid-value", _("Write the value in quotation marks: as a number it loses its zeros."))
    return value.strip()


def _same(text: str) -> Canonical:
    return Canonical(text, text)
