"""Whether a quoted message says the value that was claimed from it, as the field reads it.

A passed-on message gives its speaker's rank only to what it says. So a reading that is not certain does not count: the
claim then weighs as what the agent made of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from ledgers.formats.contacts import emails_in, phones_in
from ledgers.formats.money import money_in
from ledgers.formats.numerals import numbers_in
from ledgers.formats.refusal import InvalidValue
from ledgers.formats.registrations import written_with_blanks
from ledgers.formats.spoken import holds_day, holds_moment
from ledgers.formats.texts import holds_words
from ledgers.formats.trees import canonical_json


def contains(value_type: str, text: str, key: str, *, zone: ZoneInfo) -> bool:
    """Whether `text` holds the value whose canonical key is `key`, in a field of this type."""
    if value_type == "datetime":
        return holds_moment(text, datetime.fromisoformat(key), zone)
    return READERS[value_type](text, key)


def _holds_number(text: str, key: str) -> bool:
    return Decimal(key) in set(numbers_in(text))


def _holds_date(text: str, key: str) -> bool:
    return holds_day(text, date.fromisoformat(key))


def _holds_pix(text: str, key: str) -> bool:
    """A PIX key is an address, a phone number, or a number of a register."""
    if "@" in key:
        return key in set(emails_in(text))
    return key in set(phones_in(text)) if key.startswith("+") else written_with_blanks(text, key)


def _is_json(text: str, key: str) -> bool:
    try:
        return canonical_json(json.loads(text, parse_float=Decimal)).key == key
    except (ValueError, InvalidValue, RecursionError):
        return False


READERS: dict[str, Callable[[str, str], bool]] = {
    "text": holds_words,
    "enum": holds_words,
    "number": _holds_number,
    "money": lambda text, key: key in set(money_in(text)),
    "date": _holds_date,
    "email": lambda text, key: key in set(emails_in(text)),
    "phone": lambda text, key: key in set(phones_in(text)),
    "iban": written_with_blanks,
    "cpf_cnpj": written_with_blanks,
    "pix": _holds_pix,
    "json": _is_json,
}
