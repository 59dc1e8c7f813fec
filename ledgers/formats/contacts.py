"""E-mail addresses and phone numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers
from django.utils.translation import gettext_lazy as _
from email_validator import EmailNotValidError, validate_email

from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Canonical, Json

# Numbers without a country are read as dialled in Brazil.
REGION = "BR"
DIALLED = re.compile(r"[0-9+()./\s-]+((ext\.?|x)\s*[0-9]{1,7})?", re.ASCII | re.IGNORECASE)
MAIL = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+\.[^\s<>()\[\],;:\"]*[^\s<>()\[\],;:\".!?]")


def canonical_email(value: Json) -> Canonical:
    """Syntax only; nothing is looked up.

    The standard lets a host tell `Lee@` from `lee@`; hosts do not, and a case over a capital letter would waste an
    owner's time. So addresses compare case-folded, and are kept with the letters they were written in.
    """
    if not isinstance(value, str):
        raise InvalidValue("invalid-value", _("Write the e-mail address as text, such as lee@example.com."))
    try:
        address = validate_email(value.strip(), check_deliverability=False)
    except EmailNotValidError as error:
        raise InvalidValue("invalid-value", _("This is not an e-mail address, such as lee@example.com.")) from error
    domain = address.domain.casefold()
    return Canonical(f"{address.local_part.casefold()}@{domain}", f"{address.local_part}@{domain}")


def canonical_phone(value: Json) -> Canonical:
    """E.164, with `;ext=` for an extension.

    Numbers are checked for a possible length, not against today's list of ranges: new ranges open every month, and a
    real number refused is worse than an unused one kept.
    """
    if not isinstance(value, str):
        raise InvalidValue("invalid-value", _("Write the phone number as text, such as +55 11 91234-5678."))
    # The library knows "ext" and its own ";ext=", and not what Brazilians write.
    written = re.sub(r"ramal|;ext=", " ext ", value.strip(), flags=re.IGNORECASE)
    if not DIALLED.fullmatch(written):
        raise _not_a_phone()
    try:
        number = phonenumbers.parse(written, REGION)
    except phonenumbers.NumberParseException:
        raise _not_a_phone() from None
    if phonenumbers.is_possible_number_with_reason(number) != phonenumbers.ValidationResult.IS_POSSIBLE:
        raise _not_a_phone()
    text = e164(number)
    return Canonical(text, text)


def e164(number: phonenumbers.PhoneNumber) -> str:
    text: str = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    return f"{text};ext={number.extension}" if number.extension else text


def emails_in(text: str) -> Iterator[str]:
    """The key of every address in a text."""
    for found in MAIL.finditer(text):
        try:
            yield canonical_email(found[0]).key
        except InvalidValue:
            continue


def phones_in(text: str) -> Iterator[str]:
    """The key of every phone number in a text, however it is spaced."""
    for match in phonenumbers.PhoneNumberMatcher(text, REGION, leniency=phonenumbers.Leniency.POSSIBLE):
        yield e164(match.number)


def _not_a_phone() -> InvalidValue:
    return InvalidValue(
        "invalid-value", _("This is not a phone number. Write it with area code, such as +55 11 91234-5678.")
    )
