"""Where two values differ, sign by sign, and whether they are so alike that an eye may miss it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from django.utils.translation import gettext as _

from ledgers.formats.skeleton import skeleton

ALIKE = 0.7
LOOKALIKE = 0.85
LONGEST = 400
NAMED = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of signs: in both values, only in the old one, or only in the new one."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """`signs` names the signs that differ, where an eye may not tell them apart."""

    pieces: list[Piece]
    lookalike: bool
    signs: list[str] = field(default_factory=list)


def difference(old: str, new: str) -> Difference | None:
    """None for values that share too little for a comparison to help, or that are too long to read sign by sign."""
    if not old or not new or old == new or max(len(old), len(new)) > LONGEST:
        return None
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    alike = matcher.ratio()
    drawn_alike = _plain(old) == _plain(new) or skeleton(old) == skeleton(new)
    same_look = drawn_alike or _signs_apart(matcher) <= 1
    if alike < ALIKE and not same_look:
        return None
    named = list(signs(old, new))[:NAMED] if drawn_alike else []
    return Difference(pieces(old, new), lookalike=same_look or alike >= LOOKALIKE, signs=named)


def look_alike(one: str, other: str) -> bool:
    """Whether two different values may be taken for each other."""
    found = difference(one, other)
    return found is not None and found.lookalike


def pieces(old: str, new: str) -> list[Piece]:
    """Both values in one line: what they share, and in between what only one of them has."""
    found: list[Piece] = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            found.append(Piece("same", old[old_start:old_end]))
            continue
        if old_end > old_start:
            found.append(Piece("removed", old[old_start:old_end]))
        if new_end > new_start:
            found.append(Piece("added", new[new_start:new_end]))
    return found


def signs(known: str, name: str) -> Iterator[str]:
    """In words, since the eye cannot see it: which sign stands where another was."""
    matcher = SequenceMatcher(None, known, name, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            yield _("%(new)s instead of %(old)s") % {
                "new": _named(name[new_start:new_end]),
                "old": _named(known[start:end]),
            }


def _named(text: str) -> str:
    if not text:
        return _("nothing")
    return ", ".join(f"U+{ord(sign):04X} {unicodedata.name(sign, '')}".strip() for sign in text)


def _signs_apart(matcher: SequenceMatcher[str]) -> int:
    """How many signs differ; one is easily missed, a letter of another alphabet most of all."""
    changed = (code for code in matcher.get_opcodes() if code[0] != "equal")
    return sum(max(old_end - old, new_end - new) for _kind, old, old_end, new, new_end in changed)


def _plain(text: str) -> str:
    """Letters and digits alone, without accents, case or width."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum())
