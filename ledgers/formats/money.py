"""Money: an amount and a currency, never one without the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from babel.numbers import get_currency_precision, is_currency
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.formats.numerals import SCALED, WRITTEN, AmbiguousDigitsError, machine_number, signed, written_number
from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Canonical, Json
from ledgers.formats.screen import check_number, plain

# `$` and `¥` alone name no currency: several countries write theirs so.
SIGNS = {"R$": "BRL", "US$": "USD", "€": "EUR", "£": "GBP"}
WORDS = {"real": "BRL", "reais": "BRL", "euro": "EUR", "euros": "EUR"}
NAMED = r"R\$|US\$|€|£|\b[A-Za-z]{3}\b"
SPOKEN = rf"{NAMED}|\b(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})\b"
BEFORE = re.compile(rf"(?P<sign>-?)\s*(?P<currency>{NAMED})\s*(?P<minus>-?)\s*(?P<digits>{WRITTEN})")
AFTER = re.compile(rf"(?P<sign>-?)\s*(?P<minus>)(?P<digits>{WRITTEN})\s*(?P<currency>{NAMED})")
MACHINE = re.compile(r"(?P<currency>[A-Z]{3}) (?P<digits>-?[0-9]+(\.[0-9]+)?)")


def canonical_money(value: Json) -> Canonical:
    """`{"amount": "1234.56", "currency": "BRL"}`, or text: `BRL 1234.56`, `R$ 1.234,56`, `1,234.56 USD`.

    Kept as `BRL 1234.56`: at least the currency's usual decimals, and no amount is ever rounded.
    """
    if isinstance(value, dict):
        currency, amount = _from_members(value)
    elif isinstance(value, str):
        currency, amount = _from_text(value.strip())
    else:
        raise InvalidValue("invalid-value", _("This field holds an amount with its currency, such as BRL 1234.56."))
    check_number(amount)
    text = f"{currency} {_digits(amount, get_currency_precision(currency))}"
    return Canonical(text, text)


def _from_members(value: dict[str, Json]) -> tuple[str, Decimal]:
    amount = machine_number(value.get("amount"))
    currency = value.get("currency")
    if set(value) != {"amount", "currency"} or amount is None or not isinstance(currency, str):
        raise InvalidValue("invalid-value", _('Write {"amount": "1234.56", "currency": "BRL"}.'))
    return _currency(currency), amount


def _from_text(text: str) -> tuple[str, Decimal]:
    if (found := MACHINE.fullmatch(text)) and _is_machine(found):
        return _currency(found["currency"]), Decimal(found["digits"])
    written = BEFORE.fullmatch(text) or AFTER.fullmatch(text)
    if written is None:
        raise InvalidValue(
            "invalid-value", _("Write the amount with its currency, such as BRL 1234.56 or R$ 1.234,56.")
        )
    currency = _currency(written["currency"])
    try:
        amount = written_number(written["digits"])
    except AmbiguousDigitsError:
        raise InvalidValue(
            "invalid-value",
            format_lazy(
                _("{digits} may be thousands or a fraction: write the decimals too."), digits=written["digits"]
            ),
        ) from None
    except ValueError:
        raise InvalidValue("invalid-value", _("The digits are not grouped in threes.")) from None
    return currency, -amount if written["sign"] or written["minus"] else amount


def _is_machine(found: re.Match[str]) -> bool:
    """`BRL 1.234` is left to the reading that refuses it; `KWD 1.234` has the three decimals of its currency."""
    decimals = len(found["digits"].partition(".")[2])
    return decimals != 3 or get_currency_precision(found["currency"]) == 3


def _currency(written: str) -> str:
    code = SIGNS.get(written.upper(), written.upper())
    if not is_currency(code):
        raise InvalidValue("invalid-value", format_lazy(_("{code} is not a currency code."), code=written))
    return code


def _digits(amount: Decimal, precision: int) -> str:
    whole, _point, decimals = plain(amount).partition(".")
    decimals = decimals.ljust(precision, "0")
    if len(decimals) == 3 and precision != 3:
        # A fourth decimal keeps our own form from being read as thousands.
        decimals += "0"
    return f"{whole}.{decimals}" if decimals else whole


def money_in(text: str) -> Iterator[str]:
    """The canonical form of every amount with a currency in a text; `R$ 1.200` is read as people write it: 1200."""
    for pattern in (
        rf"(?P<sign>-?)(?P<currency>{NAMED})\s*{SCALED}",
        rf"(?<![\w.,])(?P<sign>-?){SCALED}\s*(?:de\s)?(?P<currency>{SPOKEN})",
    ):
        for found in re.finditer(pattern + r"(?![\w]|[.,]\d)", text, re.IGNORECASE):
            try:
                currency = _currency(WORDS.get(found["currency"].casefold(), found["currency"]))
                amount = signed(found, fraction=get_currency_precision(currency))
                yield canonical_money({"amount": plain(amount), "currency": currency}).key
            except (ValueError, InvalidValue):
                continue
