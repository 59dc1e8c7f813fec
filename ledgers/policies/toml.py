"""Policies as TOML: read with the standard library, written so that reading gives the same document."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import tomli_w

# Characters: a policy of every field there is stays far below it.
LONGEST = 60_000
# What is told of a file beside what the reader itself says.
TOO_DEEP, NO_SIGN = "Lists or tables nested too deeply", "A text with the sign U+0000, which no database keeps"
TOO_LONG_A_NUMBER = "A number with too many digits"
DIGITS = re.compile(r"\d[\d_]*")


def read(text: str) -> dict[str, Any]:
    """The document of a file; raises tomllib.TOMLDecodeError, which says the line."""
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(TOO_DEEP) from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise tomllib.TOMLDecodeError(f"{TOO_LONG_A_NUMBER}{_longest_number(text)}") from None
    if any("\0" in text for text in _texts(document)):
        raise tomllib.TOMLDecodeError(NO_SIGN)
    return document


def _longest_number(text: str) -> str:
    """Where it is, as the reader says it: Python reads no number of so many digits, and says neither which nor why."""
    found = max(DIGITS.finditer(text), key=lambda one: len(one[0]), default=None)
    if found is None:
        return ""
    before = text[: found.start()]
    return f" (at line {before.count(chr(10)) + 1}, column {found.start() - before.rfind(chr(10))})"


def _texts(held: object) -> Iterator[str]:
    if isinstance(held, str):
        yield held
    elif isinstance(held, Mapping):
        yield from held
        for one in held.values():
            yield from _texts(one)
    elif isinstance(held, list):
        for one in held:
            yield from _texts(one)


def write(document: Mapping[str, Any]) -> str:
    """A document that lint let pass holds nothing that TOML has no word for."""
    return tomli_w.dumps(_plain_first(document))


def _plain_first(document: Mapping[str, Any]) -> dict[str, Any]:
    """Members with one value stand before tables, as a reader expects them; the database keeps no order."""
    tables = {name: held for name, held in document.items() if isinstance(held, Mapping)}
    return {name: document[name] for name in sorted(document, key=lambda name: (name in tables, name != "name", name))}
