"""A language made up for tests: accented, four tenths longer, and every text between brackets.

What stands outside the brackets was never marked for translation, and what has no room for them has no room for German.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.utils.translation import trans_real

from ledgers import showing

LONGER = 0.4
OPEN, CLOSE = "⟦", "⟧"
ACCENTS = str.maketrans("aeiouAEIOU", "äëïöüÄËÏÖÜ")
# Places to be filled, marks and entities are not words.
KEPT = re.compile(r"(%\(\w+\)[sd]|%%|%[sd]|\{\w*\}|<[^>]*>|&\w+;)")
PADDING = "ÿëäÿïöÿë "


def pseudo(text: str) -> str:
    parts = KEPT.split(text)
    words = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in parts)
    more = round(len(KEPT.sub("", text)) * LONGER)
    return f"{OPEN}{words}{(' ' + PADDING * more)[: more + 1].rstrip()}{CLOSE}"


def speak_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Portuguese is the made-up language until the test ends, in every thread."""
    catalogue = trans_real.translation("pt-br")
    one: Callable[[str], str] = catalogue.gettext
    many: Callable[[str, str, int], str] = catalogue.ngettext

    def gettext(message: str) -> str:
        found = one(message)
        # Django looks for a text with a context by one key, and knows by the sign between them that there is none.
        return found if trans_real.CONTEXT_SEPARATOR in found or not found else pseudo(found)

    def ngettext(singular: str, plural: str, number: int) -> str:
        found = many(singular, plural, number)
        return found if trans_real.CONTEXT_SEPARATOR in found else pseudo(found)

    monkeypatch.setattr(catalogue, "gettext", gettext)
    monkeypatch.setattr(catalogue, "ngettext", ngettext)
    # Days that were worded before are kept, and those of a made-up language must not be.
    monkeypatch.setattr(showing, "_day_in", showing._day_in.__wrapped__)
