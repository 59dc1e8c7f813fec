"""What the reader has to know of a language: one table of patterns per question it asks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Sorts:
    """The first pattern that is found says it."""

    rows: tuple[tuple[str, Pattern], ...]

    def of(self, text: str) -> str:
        return next((name for name, pattern in self.rows if pattern.search(text)), "")


@dataclass(frozen=True, slots=True)
class Tongue:
    code: str
    # Function words that tell it from the other.
    marks: Pattern
    # Peeled off the front: greetings, fillers, "remember that".
    greeting: Pattern
    filler: Pattern
    telling: Pattern
    # Peeled off the end: "right?", "haha".
    tag: Pattern
    # A question put after a statement.
    tail: Pattern
    # Fiction, a joke, somebody else's words: nothing of the whole sentence is a statement.
    frames: Sorts
    # Why a clause is no statement, in the order in which they are asked; before and after a subject is looked for.
    refused: Sorts
    passing: Sorts
    # Where a clause begins that could stand alone, after "and" or a comma.
    clause: Pattern
    joint: Pattern
    verb: Pattern
    # Whose statement it is.
    speaker: Pattern
    own: Pattern
    named: Pattern
    matter: Pattern
    again: Pattern
    body: Pattern
    scene: Pattern
    # What holds only under a condition, or only up to an end.
    condition: Pattern
    # "Only at parties": the condition begins at the place.
    narrowed: Pattern
    leading_end: Pattern
    ending: Pattern
    open_end: Pattern
    since: Pattern
    starting: Pattern
    past: Pattern
    # How it is sorted.
    kinds: Sorts
    domains: Sorts
    unsure: Pattern
    called: Pattern
    governed: Sorts
    # How days are written.
    days: Mapping[str, Pattern]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    numbers: Mapping[str, int]


# After a blank that the spelling itself ends with, the next word has begun.
WORD_ENDS = r"(?:(?<!\w)|(?!\w))"


def any_of(*parts: str) -> Pattern:
    """One pattern of several spellings, matched as whole words."""
    return re.compile("|".join(rf"(?<!\w)(?:{part}){WORD_ENDS}" for part in parts))


def at_start(*parts: str) -> Pattern:
    return re.compile(rf"^(?:{'|'.join(parts)}){WORD_ENDS}")


def sorts(**rows: str | Pattern) -> Sorts:
    return Sorts(tuple((name, row if isinstance(row, re.Pattern) else any_of(row)) for name, row in rows.items()))
