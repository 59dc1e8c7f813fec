"""Where two values differ, sign by sign, and whether they are so alike that an eye may miss it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher

ALIKE = 0.7
LOOKALIKE = 0.85
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of signs: in both values, only in the old one, or only in the new one."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    pieces: list[Piece]
    lookalike: bool


def difference(old: str, new: str) -> Difference | None:
    """None for values that share too little for a comparison to help, or that are too long to read sign by sign."""
    if not old or not new or old == new or max(len(old), len(new)) > LONGEST:
        return None
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    alike = matcher.ratio()
    same_look = _plain(old) == _plain(new) or _signs_apart(matcher) <= 1
    if alike < ALIKE and not same_look:
        return None
    return Difference(list(_pieces(matcher, old, new)), lookalike=same_look or alike >= LOOKALIKE)


def _signs_apart(matcher: SequenceMatcher[str]) -> int:
    """How many signs differ; one is easily missed, a letter of another alphabet most of all."""
    changed = (code for code in matcher.get_opcodes() if code[0] != "equal")
    return sum(max(old_end - old, new_end - new) for _kind, old, old_end, new, new_end in changed)


def _pieces(matcher: SequenceMatcher[str], old: str, new: str) -> list[Piece]:
    found: list[Piece] = []
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            found.append(Piece("same", old[old_start:old_end]))
            continue
        if old_end > old_start:
            found.append(Piece("removed", old[old_start:old_end]))
        if new_end > new_start:
            found.append(Piece("added", new[new_start:new_end]))
    return found


def _plain(text: str) -> str:
    """Letters and digits alone, without accents, case or width."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum())
