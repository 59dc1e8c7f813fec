"""Likeness is not sameness: what tells a changed value from a repeated one, whatever the vectors say.

Two statements near in meaning are the same only if they also agree in what a vector hardly sees: whether they are
negated, their numbers, days and names, and words that exclude each other. Where the words cannot tell, both are kept:
a statement stored twice does less harm than one that is lost.
"""

from __future__ import annotations

from enum import StrEnum

from memoryhub.conversations.offline.contrasts import (
    ENGLISH_NO,
    EXCLUDING,
    NEGATIONS,
    ONCE,
    ONE_AT_A_TIME,
    WHOSE,
    concepts,
)
from memoryhub.conversations.offline.figures import figures
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.language import asked, spoken
from memoryhub.conversations.offline.names import named, words
from memoryhub.conversations.offline.stems import residue

# More changed words than this make another sentence, not the same one with another value.
SWAPPED = 2


class Relation(StrEnum):
    DUPLICATE = "duplicate"
    CHANGED = "changed"
    APART = "apart"


class Difference(StrEnum):
    NONE = ""
    # Of somebody else, or of another time: both are true.
    WHOSE = "whose"
    POLARITY = "polarity"
    NUMBERS = "numbers"
    NAMES = "names"
    EXCLUDED = "excluded"
    # The same sentence with another word in it.
    SWAPPED = "swapped"


def same_facts(one: str, other: str) -> bool:
    """Whether two statements that mean much the same also state the same."""
    return difference(one, other) is Difference.NONE


def relation(known: str, new: str, cosine: float, cut: float) -> Relation:
    """What a new statement is to a known one that is as near to it as `cosine` says."""
    if cosine < cut:
        return Relation.APART
    found = difference(known, new)
    if found is Difference.NONE:
        return Relation.DUPLICATE
    if found is Difference.WHOSE or (found is Difference.SWAPPED and not _one_at_a_time(known, new)):
        return Relation.APART
    return Relation.CHANGED


def difference(one: str, other: str) -> Difference:
    """The first thing in which they disagree, the same from either side."""
    plain, plain_other = fold(one), fold(other)
    if _apart(WHOSE, plain, plain_other):
        return Difference.WHOSE
    if _negated(plain) != _negated(plain_other):
        return Difference.POLARITY
    found = _other(one, other, plain, plain_other)
    if bool(ONCE.search(plain)) != bool(ONCE.search(plain_other)):
        # "I used to live in Rome" ends with "I live in Rome", and stands beside "I live in Milan".
        return Difference.WHOSE if found else Difference.POLARITY
    return found


def _other(one: str, other: str, plain: str, plain_other: str) -> Difference:
    if figures(one) != figures(other):
        return Difference.NUMBERS
    if not (named(one) <= words(plain_other) and named(other) <= words(plain)):
        return Difference.NAMES
    if _apart(EXCLUDING, plain, plain_other):
        return Difference.EXCLUDED
    return Difference.SWAPPED if _swapped(plain, plain_other) else Difference.NONE


def _negated(folded: str) -> bool:
    english = spoken(folded, asked(None)).code == "en"
    return bool(NEGATIONS.search(folded) or (english and ENGLISH_NO.search(folded)))


def _apart(groups: tuple[tuple[str, ...], ...], one: str, other: str) -> bool:
    """Whether both speak of a group, and of other members of it."""
    return any(
        (mine := concepts(group, one)) and (theirs := concepts(group, other)) and mine != theirs for group in groups
    )


def _swapped(one: str, other: str) -> bool:
    shared, mine, theirs = residue(one, other)
    return bool(mine and theirs) and shared > 0 and max(mine, theirs) <= SWAPPED


def _one_at_a_time(*texts: str) -> bool:
    return all(ONE_AT_A_TIME.search(fold(text)) for text in texts)
