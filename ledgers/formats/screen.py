"""What no field takes, whatever its type: text that cannot be stored, numbers nobody reads back, too much of either.

This runs before the type is looked at, so that a NUL in an object is named as such and not as "not a text".
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Json

MAX_BYTES = 16 * 1024
MAX_DEPTH = 32
MAX_DIGITS = 30
# Above this a double is infinity: a reader in another language would compare it with anything and find it larger.
LARGEST_EXPONENT = 308
BLANK_CONTROLS = "\t\n\r"


def screen(value: Json) -> None:
    """Raise InvalidValue for what breaks a limit that holds for every type."""
    for leaf in _leaves(value):
        if isinstance(leaf, str):
            _check_text(leaf)
        elif isinstance(leaf, int | float | Decimal) and not isinstance(leaf, bool):
            check_number(leaf)
    size = len(json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str).encode())
    # The quotation marks around a text are not part of it.
    if size - 2 * isinstance(value, str) > MAX_BYTES:
        raise InvalidValue(
            "value-too-large",
            format_lazy(_("The value takes {size} bytes; at most {limit} are kept."), size=size, limit=MAX_BYTES),
        )


def _leaves(value: Json) -> Iterator[Json]:
    """Every scalar and every member name, without recursion: the depth is what is being checked."""
    waiting: list[tuple[Json, int]] = [(value, 0)]
    while waiting:
        node, depth = waiting.pop()
        if not isinstance(node, list | dict):
            yield node
            continue
        if depth >= MAX_DEPTH:
            raise InvalidValue(
                "too-deep", format_lazy(_("The value is nested deeper than {limit} levels."), limit=MAX_DEPTH)
            )
        if isinstance(node, dict):
            yield from node
            waiting.extend((child, depth + 1) for child in node.values())
        else:
            waiting.extend((child, depth + 1) for child in node)


def _check_text(text: str) -> None:
    for character in text:
        category = unicodedata.category(character)
        if category == "Cs":
            raise InvalidValue(
                "invalid-unicode", _("The value holds half of a surrogate pair, which is not a character.")
            )
        if category == "Cc" and character not in BLANK_CONTROLS:
            raise InvalidValue(
                "control-characters",
                format_lazy(
                    _("The value holds the control character U+{code}; leave it out."), code=f"{ord(character):04X}"
                ),
            )


def check_number(number: float | Decimal) -> None:
    """Raise InvalidValue for a number that is infinite, or longer than readers keep."""
    if isinstance(number, int):
        if abs(number) >= 10**MAX_DIGITS:
            raise _out_of_range()
        return
    exact = Decimal(repr(number)) if isinstance(number, float) else number
    if not exact.is_finite() or exact.adjusted() > LARGEST_EXPONENT:
        raise InvalidValue("invalid-value", _("The number is too large to be one: it reads as infinity."))
    # The exponent comes first: writing 1e-99999 out would take as many zeros.
    if exact and (abs(exact.adjusted()) > MAX_DIGITS or len(plain(exact).lstrip("-").replace(".", "")) > MAX_DIGITS):
        raise _out_of_range()


def plain(number: Decimal) -> str:
    """Digits without an exponent and without zeros that say nothing: `1E+3` is `1000`, `1.10` is `1.1`, `-0` is `0`."""
    text = f"{number:f}" if number else "0"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _out_of_range() -> InvalidValue:
    return InvalidValue(
        "number-out-of-range", format_lazy(_("The number has more than {limit} digits."), limit=MAX_DIGITS)
    )
