"""The outline of a name: two names a reader cannot tell apart have the same one (after Unicode's UTS 39)."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ledgers.formats.keys import IGNORABLE

# Data of the package, read without its code: Unicode's pairs of signs that are drawn alike.
DATA = "confusables.json"
# Direction marks around Hebrew and Arabic signs in the data; they draw nothing.
MARKS = "\u200e\u200f"
# Some signs stand for many letters; of a longer outline the beginning is compared, which asks once too often at most.
LONGEST = 200


def skeleton(text: str) -> str:
    """What is left of a text when signs that look alike count as one, whatever their case, width and accents' form.

    Signs are replaced as they stand (ϲ looks like c and is compatible with σ), before the case is folded (a Cyrillic В
    looks like B, its small letter like nothing Latin) and after it (0 looks like O, which is o by then).
    """
    drawn = _replaced(unicodedata.normalize("NFC", text))
    for _round in range(2):
        drawn = _replaced(unicodedata.normalize("NFD", unicodedata.normalize("NFKC", drawn))).casefold()
    return unicodedata.normalize("NFC", drawn)[:LONGEST]


def ascii_of(sign: str) -> str:
    """The ASCII letter or sign that another sign is drawn like; the sign itself where there is none."""
    found = sign if sign.isascii() else _prototype(sign)
    return found if found.isascii() else sign


def _replaced(text: str) -> str:
    return "".join(map(_prototype, text))


def _prototype(sign: str) -> str:
    if unicodedata.category(sign) == "Cf" or IGNORABLE.match(sign):
        return ""
    return prototypes().get(sign, sign)


@cache
def prototypes() -> Mapping[str, str]:
    """For every sign that is drawn like another: the one that stands for all of them.

    The data pairs signs both ways. Where two signs name only each other, ASCII comes first, then the smaller one.
    """
    pairs: dict[str, list[dict[str, str]]] = json.loads((files("confusable_homoglyphs") / DATA).read_text("utf-8"))
    alike = {key.strip(MARKS): [entry["c"].strip(MARKS) for entry in held] for key, held in pairs.items()}
    found = {}
    for sign, others in alike.items():
        if len(sign) != 1 or len(others) != 1:
            # Many others: this one is what they are drawn like.
            continue
        target = others[0]
        mutual = len(target) == 1 and alike.get(target) == [sign]
        if target and not (mutual and _first(sign) < _first(target)):
            found[sign] = target
    return found


def _first(sign: str) -> tuple[bool, str]:
    return not sign.isascii(), sign
