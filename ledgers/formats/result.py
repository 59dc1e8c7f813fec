"""What a value looks like once it can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

# What the body of a request parses to; numbers with a fraction come as float or Decimal.
Json = None | bool | int | float | Decimal | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class Canonical:
    """`key` is compared, character by character, within one field; `value` is kept and shown.

    Reading `value` again gives the same pair.
    """

    key: str
    value: Json
