"""The one door: a posted value becomes what its field compares."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from ledgers.formats.contacts import canonical_email, canonical_phone
from ledgers.formats.moments import canonical_date, canonical_datetime
from ledgers.formats.money import canonical_money
from ledgers.formats.numerals import canonical_number
from ledgers.formats.refusal import InvalidValue
from ledgers.formats.registrations import canonical_cpf_cnpj, canonical_iban, canonical_pix
from ledgers.formats.result import Canonical, Json
from ledgers.formats.screen import screen
from ledgers.formats.texts import canonical_option, canonical_text, fold
from ledgers.formats.trees import canonical_json

PLAIN = {
    "text": canonical_text,
    "number": canonical_number,
    "money": canonical_money,
    "date": canonical_date,
    "email": canonical_email,
    "phone": canonical_phone,
    "iban": canonical_iban,
    "cpf_cnpj": canonical_cpf_cnpj,
    "pix": canonical_pix,
    "json": canonical_json,
}


def canonical(
    value_type: str, value: Json, *, options: Sequence[str] = (), empty_marks: Sequence[str] = (), zone: ZoneInfo
) -> Canonical:
    """The value in its field's canonical form, or InvalidValue.

    1. What no field takes is refused (screen.py).
    2. Empty is not a value: null, blanks, and the field's own marks for "nothing", such as "-".
    3. The type reads it. `options` are those of an enum, `zone` the workspace's, for a day without an hour.
    """
    screen(value)
    if is_empty(value, empty_marks):
        raise InvalidValue("empty-value", _("Empty is not a value. To say that there is none, send a retract."))
    if value_type == "enum":
        return canonical_option(value, options)
    if value_type == "datetime":
        return canonical_datetime(value, zone)
    return PLAIN[value_type](value)


def is_empty(value: Json, empty_marks: Sequence[str] = ()) -> bool:
    """Whether a value says nothing: null, blanks only, or one of the field's marks."""
    if isinstance(value, str):
        return not value.strip() or fold(value) in {fold(mark) for mark in empty_marks}
    return value is None
