"""Text as the patterns see it: small letters without accents, each in the place of the original."""

from __future__ import annotations

import unicodedata

APOSTROPHES = {"’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\xa0": " ", "…": "."}


def fold(text: str) -> str:
    """As long as the text, so that what a pattern finds can be cut out of the original."""
    return "".join(map(_plain, text))


def _plain(letter: str) -> str:
    if letter in APOSTROPHES:
        return APOSTROPHES[letter]
    small = unicodedata.normalize("NFD", letter)[0].lower()
    return small if len(small) == 1 else letter


def tidy(text: str) -> str:
    """Without blanks, marks and small pictures at either end; a closing bracket of its own words stays."""
    start, end = 0, len(text)
    while start < end and not (text[start].isalnum() or text[start] in "\"'“‘(R$€£#@+-"):
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in "\"'”’)%€£"):
        end -= 1
    return text[start:end]
