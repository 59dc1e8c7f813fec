"""Numbers: what the API takes, and how people write them in pt-BR and English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Canonical, Json
from ledgers.formats.screen import check_number, plain

JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
# Digits with separators, as written in prose. A blank separates thousands only where groups of three follow.
WRITTEN = r"[0-9]+(?:(?:[.,'’]|[ \u00a0\u202f](?=[0-9]{3}(?![0-9])))[0-9]+)*"
TIMES = {"mil": 3, "k": 3, "thousand": 3, "milhão": 6, "milhões": 6, "million": 6, "mi": 6, "bilhão": 9, "bilhões": 9}
TIMES |= {"billion": 9}
SCALED = rf"(?P<digits>{WRITTEN})(?:\s?(?P<times>{'|'.join(sorted(TIMES, key=len, reverse=True))})\b)?"
# Beyond these a reader of JSON that keeps doubles gives back another number (RFC 7493, 2.2).
EXACT_INTEGER = 2**53
EXACT_DIGITS = 15


class AmbiguousDigitsError(ValueError):
    """Digits with one separator before three more: thousands to some, a fraction to others."""


def canonical_number(value: Json) -> Canonical:
    """A JSON number, or a string that is one. Numbers compare by amount: 1.10 is 1.1, and 1e3 is 1000."""
    number = machine_number(value)
    if number is None:
        raise InvalidValue(
            "invalid-value", _("Write the number with a point and no thousands separator, such as 1234.56.")
        )
    key = plain(number)
    return Canonical(key, _shown(number, key))


def machine_number(value: Json) -> Decimal | None:
    """A number as programs write it, exactly; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float | Decimal):
        return Decimal(str(value))
    if isinstance(value, str) and JSON_NUMBER.fullmatch(value.strip()):
        number = Decimal(value.strip())
        check_number(number)
        return number
    return None


def _shown(number: Decimal, key: str) -> Json:
    """A JSON number where every reader keeps it, else its digits as a string."""
    if "." not in key:
        return int(key) if abs(number) <= EXACT_INTEGER else key
    return float(key) if len(key.lstrip("-0.").replace(".", "")) <= EXACT_DIGITS else key


def written_number(text: str, *, fraction: int | None = None) -> Decimal:
    """The amount written as `1.234,56`, `1,234.56`, `1 234,56` or `1234.5`.

    `fraction` is the number of decimals usual for what is counted (cents: 2), and settles what `1.234` means; without
    it such digits raise AmbiguousDigitsError. Digits that are grouped wrongly raise ValueError.
    """
    digits = re.sub(r"[ \u00a0\u202f'’]", "", text)
    last = max(digits.rfind("."), digits.rfind(","))
    whole, rest = (digits[:last], digits[last + 1 :]) if _has_fraction(digits, fraction) else (digits, "")
    marks = set(whole) & {".", ","}
    groups = re.split(r"[.,]", whole)
    grouped = len(groups) == 1 or (1 <= len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:]))
    if len(marks) > 1 or (rest and digits[last] in marks) or not grouped:
        raise ValueError(text)
    return Decimal("".join(groups) + ("." + rest if rest else ""))


def _has_fraction(digits: str, fraction: int | None) -> bool:
    """Whether the last separator is the decimal one."""
    marks = [mark for mark in digits if mark in ".,"]
    if len(set(marks)) != 1 or len(marks) > 1:
        return len(set(marks)) == 2
    whole, rest = re.split(r"[.,]", digits)
    if len(rest) != 3 or len(whole) > 3 or whole.startswith("0"):
        return True
    if fraction is None:
        raise AmbiguousDigitsError(digits)
    return fraction == 3


def numbers_in(text: str) -> Iterator[Decimal]:
    """Every number written in a text that can be read in one way only."""
    for found in re.finditer(rf"(?<![\w.,])(?P<sign>[-−]?){SCALED}(?![\w]|[.,:/]\d)", text, re.IGNORECASE):
        try:
            yield signed(found)
        except ValueError:
            continue


def signed(found: re.Match[str], *, fraction: int | None = None) -> Decimal:
    """The amount of a match of SCALED with its sign and its "mil" or "million"."""
    amount = written_number(found["digits"], fraction=fraction if not found["times"] else None)
    power = TIMES[found["times"].casefold()] if found["times"] else 0
    return (-amount if found["sign"] else amount).scaleb(power)
