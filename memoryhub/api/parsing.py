"""JSON as RFC 8259 and I-JSON mean it: one reading for every parser, or none."""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Iterator, Mapping
from email.message import Message
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from memoryhub.accounts.errors import FieldError
from memoryhub.api import problems
from memoryhub.api.pointers import pointer

# Levels inside one member of the body, whose own braces come on top.
MAX_DEPTH = 32
# What every reader holds exactly (RFC 7493); canonical JSON refuses the rest too.
MAX_INTEGER = 2**53 - 1
MAX_DIGITS = 25

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]

# Strings are skipped as a whole, so brackets inside them do not count. Possessive: one pass, whatever the text.
_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# Names that other languages' objects give a meaning of their own.
_RESERVED = frozenset({"__proto__", "constructor", "prototype"})


class Huge:
    """An integer that was too long to be read."""


class StrictJSONParser(BaseParser):
    """UTF-8 without mark, no name twice, no NaN, at most MAX_DEPTH levels, only numbers and text that can be kept."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # the stubs know forms only; JSON may be anything
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> JSON:
        request = (parser_context or {})["request"]
        check_encoding(media_type or "", request.headers.get("Content-Encoding", ""))
        return parse(stream.read())


def check_encoding(media_type: str, content_encoding: str) -> None:
    if content_encoding.strip().lower() not in {"", "identity"}:
        raise problems.UnsupportedEncoding(_("Compressed bodies are not taken."))
    message = Message()
    message["Content-Type"] = media_type
    charset = str(message.get_param("charset") or "utf-8")
    if charset.strip().lower() not in {"utf-8", "utf8"}:
        raise problems.UnsupportedMediaType(_("The charset must be utf-8."))


def parse(raw: bytes) -> JSON:
    """The document, or the problem with it and where it is."""
    value = _load(_decode(raw))
    errors = list(unstorable(value))
    if errors:
        raise problems.Invalid(errors[0]["code"], errors)
    return value


def _decode(raw: bytes) -> str:
    if raw.startswith(codecs.BOM_UTF8):
        raise problems.MalformedJSON(_("The body begins with a byte order mark. Send it without."))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise problems.MalformedJSON(_("Byte %(at)d is not UTF-8.") % {"at": error.start}) from error


def _load(text: str) -> JSON:
    if _depth(text) > MAX_DEPTH + 1:
        raise problems.TooDeep(_("At most %(levels)d levels are taken.") % {"levels": MAX_DEPTH})
    try:
        value: JSON = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_int=_integer)
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise problems.MalformedJSON(_("It breaks off at line %(line)d, column %(column)d.") % where) from error
    return value


def _depth(text: str) -> int:
    """How deep the brackets go, counted without building anything."""
    level = deepest = 0
    for token in _TOKENS.finditer(text):
        mark = text[token.start()]
        if mark in "[{":
            level += 1
            deepest = max(deepest, level)
        elif mark in "]}":
            level -= 1
    return deepest


def _object(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _value in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]  # add answers None
        raise problems.DuplicateKey(_("“%(name)s” is there twice.") % {"name": printable(twice)})
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise problems.MalformedJSON(_("%(name)s is not JSON.") % {"name": name})


def _integer(digits: str) -> int | Huge:
    # Python would spend time on thousands of digits that nothing can keep.
    return int(digits) if len(digits) <= MAX_DIGITS else Huge()


def unstorable(value: object, path: tuple[str | int, ...] = ()) -> Iterator[FieldError]:
    """Every number and text that could not be kept or compared exactly, with its place."""
    if isinstance(value, str):
        yield from _bad_text(value, path)
    elif isinstance(value, (int, float, Huge)):
        yield from _bad_number(value, path)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from unstorable(entry, (*path, index))
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from _bad_name(name, path)
            yield from unstorable(entry, (*path, name))


def _bad_text(text: str, path: tuple[str | int, ...]) -> Iterator[FieldError]:
    if _SURROGATE.search(text):
        detail = _("Half of a surrogate pair is no character.")
        yield {"pointer": pointer(path), "code": "invalid-unicode", "detail": detail}
    elif _CONTROL.search(text):
        detail = _("Control characters cannot be kept. Leave them out.")
        yield {"pointer": pointer(path), "code": "control-characters", "detail": detail}


def _bad_name(name: str, path: tuple[str | int, ...]) -> Iterator[FieldError]:
    yield from _bad_text(name, path)
    if name in _RESERVED:
        detail = _("“%(name)s” cannot be the name of a member.") % {"name": name}
        yield {"pointer": pointer(path), "code": "invalid-value", "detail": detail}


def _bad_number(number: float | Huge, path: tuple[str | int, ...]) -> Iterator[FieldError]:
    if isinstance(number, Huge) or (isinstance(number, int) and abs(number) > MAX_INTEGER):
        detail = _("Whole numbers reach to %(most)d. Send a longer one as text.") % {"most": MAX_INTEGER}
        yield {"pointer": pointer(path), "code": "number-out-of-range", "detail": detail}
    elif not math.isfinite(number):
        detail = _("This number is too large to be kept.")
        yield {"pointer": pointer(path), "code": "invalid-value", "detail": detail}


def printable(text: str) -> str:
    """A name fit for a message: short, and with nothing that could not be sent."""
    return text[:64].encode("ascii", "backslashreplace").decode() if _SURROGATE.search(text) else text[:64]
