"""How a value is written on a page: by its type and in the reader's language, or masked where it tells too much."""

from __future__ import annotations

import datetime as dt
import json
import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from babel.numbers import format_currency, format_decimal
from django.utils import formats, timezone, translation
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from ledgers.formats.result import Json

DOTS = "•••"
MONEY = re.compile(r"(?P<currency>[A-Z]{3}) (?P<amount>-?[0-9]+(?:\.[0-9]+)?)")
PERSON_OR_WORD = re.compile(r"[^\W\d_]")
LONGEST = 2000


def shown(value: Json, value_type: str = "text") -> str:
    """The value in words. What does not read as its type is shown as it is stored."""
    if value is None:
        return _("no value")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)[:LONGEST]
    return _by_type(str(value), value_type)[:LONGEST]


def masked(text: str) -> str:
    """Enough to tell two values apart at a glance, too little to use: `D•••`, and `•••9931` for what has digits."""
    digits = re.sub(r"\W", "", text)
    if len(digits) >= 8 and any(sign.isdigit() for sign in digits):
        return DOTS + digits[-4:]
    return (text[:1] if PERSON_OR_WORD.match(text) else "") + DOTS


def day(instant: dt.datetime) -> str:
    """The local day, as the language of the reader writes days."""
    return _day_in(timezone.localtime(instant).date(), translation.get_language())


@lru_cache(maxsize=4096)
def _day_in(day: dt.date, _language: str | None) -> str:
    """A page names the same few days again and again, and wording one takes ten times as long as remembering it."""
    return formats.date_format(day, "DATE_FORMAT")


def _by_type(text: str, value_type: str) -> str:
    if value_type == "money" and (found := MONEY.fullmatch(text)):
        return format_currency(Decimal(found["amount"]), found["currency"], locale=_locale())
    if value_type == "number":
        return _number(text)
    if value_type == "date" and (day := _day(text)):
        return formats.date_format(day, "DATE_FORMAT")
    if value_type == "datetime" and (instant := _instant(text)):
        return formats.date_format(timezone.localtime(instant), "DATETIME_FORMAT")
    return text


def _number(text: str) -> str:
    try:
        return format_decimal(Decimal(text), locale=_locale(), decimal_quantization=False)
    except InvalidOperation:
        return text


def _day(text: str) -> dt.date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


def _instant(text: str) -> dt.datetime | None:
    try:
        instant = parse_datetime(text)
    except ValueError:
        return None
    return instant if instant and timezone.is_aware(instant) else None


def _locale() -> str:
    return translation.to_locale(translation.get_language() or "en")
