"""What reading a message gives, whoever read it: a language model or the patterns that serve without one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

USER = "user"


class Kind(StrEnum):
    FACT = "fact"
    PREFERENCE = "preference"
    BELIEF = "belief"
    TRAIT = "trait"
    ROLE = "role"
    INSTRUCTION = "instruction"


class Why(StrEnum):
    """Why a part of a message is not remembered; worded in `wording.py`."""

    SCENERY = "scenery"
    OF_THE_CHARACTER = "of_the_character"
    GREETING = "greeting"
    EXCLAMATION = "exclamation"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    REQUEST = "request"
    INSTRUCTION = "instruction"
    PASSING = "passing"
    UNCLEAR_WHO = "unclear_who"
    NO_STATEMENT = "no_statement"


@dataclass(frozen=True, slots=True)
class Remembered:
    """One statement in the user's own words.

    `text` is the whole statement; `value` is what a field would hold: the name alone, or the statement without its
    condition. `until` is the last day on which it holds. `on` is the day its words speak of ("tomorrow" read from
    the day of the message), which dates the words and does not delay the fact.
    """

    text: str
    kind: Kind = Kind.FACT
    domain: str = ""
    # "" is a note.
    field: str = ""
    value: str = ""
    effective_on: date | None = None
    until: date | None = None
    condition: str = ""
    sure: bool = True
    about: str = USER
    on: date | None = None
    # The class of sensitivity of what it seems to be about: such a statement is proposed to who governs it.
    governed_hint: str = ""


@dataclass(frozen=True, slots=True)
class NotKept:
    text: str
    why: Why


@dataclass(frozen=True, slots=True)
class Reading:
    remembered: tuple[Remembered, ...] = ()
    not_kept: tuple[NotKept, ...] = ()
    offline: bool = False
