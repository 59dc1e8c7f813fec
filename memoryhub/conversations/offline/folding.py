"""Text as the patterns see it: small letters without accents, each in the place of the original.

A letter of another alphabet that is drawn like a Latin one is read as that one, as a person would.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from ledgers.formats.keys import IGNORABLE
from ledgers.formats.skeleton import ascii_of

APOSTROPHES = {"’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\xa0": " ", "…": "."}


def fold(text: str) -> str:
    """As long as the text, so that what a pattern finds can be cut out of the original."""
    return "".join(map(_plain, text))


def seen(text: str) -> str:
    """Without the signs that are not seen, which could tear a word apart for the patterns and for nobody else."""
    if text.isascii():
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf" and not IGNORABLE.match(sign))


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    if letter in APOSTROPHES:
        return APOSTROPHES[letter]
    bare = unicodedata.normalize("NFKD" if letter.isalpha() else "NFD", letter)[0]
    drawn = ascii_of(bare) if bare.isalpha() else bare
    small = (drawn if len(drawn) == 1 else bare).lower()
    return small if len(small) == 1 else letter


def tidy(text: str) -> str:
    """Without blanks, marks and small pictures at either end; a closing bracket of its own words stays."""
    start, end = 0, len(text)
    while start < end and not (text[start].isalnum() or text[start] in "\"'“‘(R$€£#@+-"):
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in "\"'”’)%€£"):
        end -= 1
    return text[start:end]
