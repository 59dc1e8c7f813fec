"""Text, and one of a list of options: how they compare and how a quote is searched for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Canonical, Json


def collapse(text: str) -> str:
    """NFC, without outer blanks, every run of blanks (line ends too) one space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold(text: str) -> str:
    """For comparing without regard to case; accents still count. NFC again, since folding can take characters apart."""
    return unicodedata.normalize("NFC", collapse(text).casefold())


def canonical_text(value: Json) -> Canonical:
    """A JSON string, or an integer, which JSON can write in one way only: `30` and `"30"` are the same text.

    Other numbers are refused: `1.10` reaches us as 1.1, and the text kept would not be the text written. What is kept
    and shown is the text as it was written, blanks and line ends too; only what is compared is evened out.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise InvalidValue("invalid-value", _("This field holds text: write the value in quotation marks."))
    return Canonical(collapse(value), value)


def canonical_option(value: Json, options: Sequence[str]) -> Canonical:
    """One of the registered options, however its letters are cased; kept as registered."""
    posted = fold(value) if isinstance(value, str) else None
    for option in options:
        if fold(option) == posted:
            return Canonical(collapse(option), collapse(option))
    raise InvalidValue(
        "invalid-value", format_lazy(_("This field takes one of: {options}."), options=", ".join(options) or "-")
    )


def holds_words(text: str, words: str) -> bool:
    """Whether `words` stand in `text` as words: case apart, accents kept, not as a part of a longer word or number."""
    quote, wanted = fold(text), fold(words)
    starts = (found.start() for found in re.finditer(f"(?={re.escape(wanted)})", quote)) if wanted else ()
    return any(
        _ends(quote[:start][::-1], wanted[0]) and _ends(quote[start + len(wanted) :], wanted[-1]) for start in starts
    )


def _ends(beyond: str, edge: str) -> bool:
    """Whether a word with this edge is over where `beyond` begins (read away from the word)."""
    if not beyond:
        return True
    if edge.isdigit() and re.match(r"[.,:]\d", beyond):
        # 10 is not in 10.5, nor 10:00 in 10:00:30.
        return False
    letters = edge.isalnum() and (beyond[0].isalnum() or beyond[0] == "_")
    # A mark that did not compose belongs to the letter before it.
    return not letters and not unicodedata.category(beyond[0]).startswith("M")
