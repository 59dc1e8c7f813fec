"""What is asked of recall, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from ledgers.domain.responsibility import PERSONAL_SCOPES
from ledgers.selectors.facts import FactView

MOST_ITEMS = 50
MOST_SCOPES = 20
TASK_TYPES = ("ask", "answer", "draft", "decide", "call_tool")
AUDIENCES = ("user", "others")
# What a context block may take, counted at three characters a token: less than any tokenizer in use needs for either
# language, so that the budget is never exceeded.
TOKENS = 1200


@dataclass(frozen=True, slots=True)
class Question:
    """A question in words, the scopes it may be answered from, and what the answer is for.

    `as_of` and `known_at` are the two time axes; with `history`, what was superseded comes after what is in force.
    """

    query: str
    scopes: Sequence[str]
    subject: str = ""
    task_domain: str = ""
    task_type: str = ""
    audience: str = ""
    as_of: datetime | None = None
    known_at: datetime | None = None
    k: int = 5
    history: bool = False
    max_tokens: int = TOKENS

    @property
    def of_another_moment(self) -> bool:
        """Whether it is about another moment than now: vectors know of now alone."""
        return bool(self.as_of or self.known_at)


@dataclass(frozen=True, slots=True)
class Found:
    """A fact that is near the question, by its meaning or by its words; the score is from 0 to 1."""

    fact: UUID
    score: float


@dataclass(frozen=True, slots=True)
class Item:
    """A fact that is served. `worded` says that it may only be told as somebody's belief; `beside` are the facts about
    the same that say something else."""

    view: FactView
    score: float
    worded: bool = False
    beside: tuple[FactView, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fact that was near and is not served, and why: a code."""

    fact: UUID
    why: str
    score: float


@dataclass(frozen=True, slots=True)
class Recalled:
    """The facts to serve, the nearest first, and what was left out; `at` is when it was looked, where that was read."""

    items: list[Item] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    at: datetime | None = None


def is_personal(scope: str) -> bool:
    return scope.partition(":")[0] in PERSONAL_SCOPES
