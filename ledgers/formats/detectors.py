"""Sensitive content in harmless places: what a value reads as, whatever its field is called.

A value is read as a person would: members and names of JSON, digits however grouped, wide or foreign digits, letters
of other alphabets, characters that cannot be seen, escapes of HTML and of addresses. What is found is a class, never
a judgement; `ledgers/domain/content.py` says what follows.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from ledgers.formats import account_marks, payment_marks, personal_marks
from ledgers.formats.keys import IGNORABLE
from ledgers.formats.registrations import RANDOM_KEY
from ledgers.formats.result import Json
from ledgers.formats.skeleton import ascii_of

READERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "iban": payment_marks.ibans,
    "card": payment_marks.cards,
    "bank_account": account_marks.accounts,
    "cpf_cnpj": personal_marks.registrations,
    "email": personal_marks.addresses,
    "phone": personal_marks.phones,
}
# Any of these beside the word PIX is a key.
KEYS = ("cpf_cnpj", "email", "phone")
# Groups of a number that a list tears apart are read together, where their own check digits tell them from chance.
TORN = ("iban", "card")


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a value and the class of content it reads as."""

    kind: str
    text: str


def classes(value: Json, condition: str = "", *, field: str = "") -> tuple[str, ...]:
    """The classes of sensitive content in a value and its condition, sorted; `field` is read for the word PIX."""
    return tuple(sorted({mark.kind for mark in marks(value, condition, field=field)}))


def marks(value: Json, condition: str = "", *, field: str = "") -> list[Mark]:
    """Every find, as it was read."""
    spoken = bool(re.search(r"(^|[._])pix($|[._])", field))
    texts = [*_texts(value), *([condition] if condition else [])]
    found = [mark for text in texts for mark in _in_text(plain(text), spoken=spoken)]
    torn = plain(" ".join(text for text in _leaves(value) if re.search(r"\d", text)))
    if isinstance(value, list | dict):
        found += [Mark(kind, text) for kind in TORN for text in READERS[kind](torn)]
        # Branch and account stand in members of their own.
        whole = plain("; ".join(_texts(value)))
        found += [Mark("bank_account", text) for text in account_marks.accounts(whole)]
    return list(dict.fromkeys(found))


def _in_text(text: str, *, spoken: bool) -> Iterator[Mark]:
    found = [Mark(kind, part) for kind, reader in READERS.items() for part in reader(text)]
    yield from found
    pays = spoken or payment_marks.PIX_WORD.search(text) is not None
    if pays:
        yield from (Mark("pix", mark.text) for mark in found if mark.kind in KEYS)
        yield from (Mark("pix", key[0]) for key in RANDOM_KEY.finditer(text))
    yield from (Mark("pix", part) for part in payment_marks.payment_codes(text))
    yield from (Mark("pix", part) for part in payment_marks.random_keys(text))


def _texts(value: Json, name: str = "") -> Iterator[str]:
    """Every scalar with the name it has, and every name: `{"pix": "119…"}` is read as "pix: 119…"."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield key
            yield from _texts(held, key)
    elif isinstance(value, list):
        for held in value:
            yield from _texts(held, name)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
        if name:
            yield f"{name.replace('_', ' ')}: {value}"


def _leaves(value: Json) -> Iterator[str]:
    if isinstance(value, dict | list):
        for held in value.values() if isinstance(value, dict) else value:
            yield from _leaves(held)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)


def plain(text: str) -> str:
    """The text as it is read: escapes resolved, one width and one alphabet, nothing that cannot be seen."""
    if "%" in text:
        text = unquote(text)
    if "&" in text:
        text = html.unescape(text)
    text = re.sub(r"\s", " ", text)
    if text.isascii():
        return text
    return "".join(map(_read, unicodedata.normalize("NFKD", text)))


def _read(sign: str) -> str:
    category = unicodedata.category(sign)
    if category in {"Cf", "Mn"} or IGNORABLE.match(sign):
        return ""
    if category == "Nd":
        return str(unicodedata.decimal(sign))
    if category in {"Zs", "Zl", "Zp"}:
        return " "
    return "-" if category == "Pd" else ascii_of(sign)
