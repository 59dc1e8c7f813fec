"""Who is responsible for which facts: the most specific row wins.

Specificity compares scope first, then field, then subject; in each, an exact key beats a longer prefix, a longer prefix
a shorter one, and `*` comes last. Two rows that cover one fact with equal specificity are a tie and are refused when
saved, so `find` has at most one answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ledgers.domain.patterns import Specificity, covers, fold, overlap, specificity

SELF = "self"
PERSONAL_SCOPES = ("user", "pair")


def personal(scope: str) -> bool:
    """Whether a scope is one person's own."""
    return scope.partition(":")[0] in PERSONAL_SCOPES


@dataclass(frozen=True)
class Responsibility:
    """A row of the registry. People are member keys; proposers are keys such as `member:ana` or `agent:inbox`,
    patterns of them, or `self`."""

    id: str
    scope: str = "*"
    field: str = "*"
    subject: str = "*"
    owner: str | None = None
    owner_is_self: bool = False
    backup: str = ""
    delegates: frozenset[str] = frozenset()
    proposers: tuple[str, ...] = ()

    def covers(self, scope: str, field: str, subject: str) -> bool:
        return covers(self.scope, scope) and covers(self.field, field) and covers(fold(self.subject), fold(subject))

    @property
    def specificity(self) -> tuple[Specificity, Specificity, Specificity]:
        return specificity(self.scope), specificity(self.field), specificity(fold(self.subject))


def find(rows: Iterable[Responsibility], scope: str, field: str, subject: str) -> Responsibility | None:
    """The row responsible for a fact, or None where nobody is."""
    found = [row for row in rows if row.covers(scope, field, subject)]
    return max(found, key=lambda row: row.specificity, default=None)


def tie(rows: Iterable[Responsibility], row: Responsibility) -> Responsibility | None:
    """Another row that would cover some fact with the same specificity."""
    return next((other for other in rows if other.id != row.id and _tied(other, row)), None)


def person_of(scope: str, subject: str) -> str:
    """Who `self` is: X in `user:X` and `pair:X/…`, elsewhere the part of the subject after the colon; case-folded."""
    kind, _, name = fold(scope).partition(":")
    if kind in PERSONAL_SCOPES and name:
        return name.partition("/")[0]
    whole = fold(subject)
    return whole.partition(":")[2] or whole


def owner_of(row: Responsibility, scope: str, subject: str) -> str | None:
    """The member key of the owner; of `self`, the person's key case-folded, whether or not such a member exists."""
    return person_of(scope, subject) if row.owner_is_self else row.owner


def may_propose(row: Responsibility | None, author_key: str, subject: str, scope: str) -> bool:
    """Whether the author may propose there. Where nobody is responsible, nobody may."""
    if row is None:
        return False
    return any(_names(entry, author_key, subject, scope) for entry in row.proposers)


def _names(entry: str, author_key: str, subject: str, scope: str) -> bool:
    if entry == SELF:
        return fold(author_key.partition(":")[2]) == person_of(scope, subject)
    return covers(entry, author_key)


def _tied(one: Responsibility, other: Responsibility) -> bool:
    return one.specificity == other.specificity and all(
        overlap(left, right)
        for left, right in (
            (one.scope, other.scope),
            (one.field, other.field),
            (fold(one.subject), fold(other.subject)),
        )
    )
