"""The texts people read: what the code and the templates mark, and what the catalogue says for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import polib
from babel.messages.extract import extract
from django.utils.translation.template import templatize

from tests.factories import ROOT

CATALOGUE = ROOT / "memoryhub/locale/pt_BR/LC_MESSAGES/django.po"
PACKAGES = ("escalations", "ledgers", "memoryhub")
# Where each of Django's functions takes its texts; "c" is a context.
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w*\}|</?\w[^>]*>")
# A context, if any, and the text in English.
Key = tuple[str | None, str]


@cache
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid


def translations(entry: polib.POEntry) -> list[str]:
    """Its Portuguese: one text, or one for each number."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@cache
def marked() -> dict[Key, str]:
    """Every text marked for translation, and the file it is in."""
    return {found: str(source.relative_to(ROOT)) for source in sources() for found in _texts(source)}


def sources() -> Iterator[Path]:
    """The files that hold texts: modules and templates."""
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))
    yield from templates()


def templates() -> list[Path]:
    return sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt"))


def _texts(source: Path) -> Iterator[Key]:
    code = source.read_text(encoding="utf-8")
    if source.suffix != ".py":
        # Django's own: it turns a template into calls of gettext and blanks out the rest. Its indents mean nothing.
        code = "\n".join(line.strip() for line in templatize(code).splitlines())
    for _line, message, _comments, context in extract("python", BytesIO(code.encode()), KEYWORDS):
        singular = message if isinstance(message, str) else message[0]
        if singular:
            yield context, singular
