"""Who a case goes to and who may decide it: pure, so that the same case always goes the same way.

People are member keys; roles are no part of it, so an account admin decides only what is theirs by responsibility.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from ledgers.domain.absence import stand_in
from ledgers.domain.patterns import fold
from ledgers.domain.responsibility import Responsibility, owner_of


class Reason(StrEnum):
    """Why someone may decide a case, or may not."""

    OWNER = "owner"
    STAND_IN = "stand_in"
    DELEGATE = "delegate"
    ASSIGNEE = "assignee"
    BACKUP_AFTER_DUE = "backup_after_due"
    BACKUP_FOR_OWNER = "backup_for_owner"
    BACKUP_BEFORE_DUE = "backup_before_due"
    OWN_CLAIM = "own_claim"
    INACTIVE = "inactive"
    NOT_RESPONSIBLE = "not_responsible"
    NOBODY_RESPONSIBLE = "nobody_responsible"


MAY = frozenset(
    {
        Reason.OWNER,
        Reason.STAND_IN,
        Reason.DELEGATE,
        Reason.ASSIGNEE,
        Reason.BACKUP_AFTER_DUE,
        Reason.BACKUP_FOR_OWNER,
    }
)


@dataclass(frozen=True)
class Question:
    """What routing reads of a case. `proposers` are the people behind its waiting claims (see `people_behind`);
    `assignee` is whom the owner handed this one case to, `stand_ins` who decides there for whom is away."""

    responsibility: Responsibility | None
    scope: str
    subject: str
    due_at: datetime
    four_eyes: bool = False
    proposers: frozenset[str] = frozenset()
    assignee: str | None = None
    stand_ins: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Route:
    """Whom a case is put to. `owner` is None where there is no active owner: then the backup may decide at once.

    `stands_for` is the owner who is away, where `owner` decides for them.
    """

    owner: str | None
    backup: str | None
    delegates: frozenset[str]
    reason: Reason
    stands_for: str | None = None


@dataclass(frozen=True)
class Verdict:
    """Whether someone may decide, and why; `allowed` follows from the reason."""

    reason: Reason

    @property
    def allowed(self) -> bool:
        return self.reason in MAY


def people_behind(author_key: str, controller: str | None) -> frozenset[str]:
    """The people a claim counts as proposed by: the member who posted it, or whoever controls the agent that did."""
    kind, _, key = author_key.partition(":")
    if kind == "member":
        return frozenset({key})
    return frozenset({controller}) if controller else frozenset()


def route(question: Question, *, active: Collection[str]) -> Route:
    """Where the case goes under the responsibility as it reads now; asked again whenever that changes."""
    row = question.responsibility
    if row is None:
        return Route(None, None, frozenset(), Reason.NOBODY_RESPONSIBLE)
    own = _member(owner_of(row, question.scope, question.subject), active)
    owner = stand_in(own, question.stand_ins, active) if own else None
    return Route(
        owner=owner,
        backup=_member(row.backup, active),
        delegates=frozenset(key for key in row.delegates if key in active),
        reason=Reason.OWNER if owner else Reason.BACKUP_FOR_OWNER,
        stands_for=own if own != owner else None,
    )


def may_decide(question: Question, member: str, *, at: datetime, active: Collection[str]) -> Verdict:
    """Whether this member may decide the case at that instant; four eyes hold for whoever has the right."""
    if member not in active:
        return Verdict(Reason.INACTIVE)
    if question.responsibility is None:
        return Verdict(Reason.NOBODY_RESPONSIBLE)
    right = _right(route(question, active=active), member, late=at >= question.due_at)
    if right not in MAY and member == question.assignee:
        right = Reason.ASSIGNEE
    if right in MAY and question.four_eyes and member in question.proposers:
        return Verdict(Reason.OWN_CLAIM)
    return Verdict(right)


def deciders(question: Question, *, active: Collection[str]) -> frozenset[str]:
    """Everybody who may decide the case now or later; nobody where all of them are behind a claim that waits."""
    where = route(question, active=active)
    people = {where.owner, where.backup, question.assignee, *where.delegates}
    barred = question.proposers if question.four_eyes else frozenset()
    return frozenset(key for key in people if key is not None and key in active and key not in barred)


def _right(where: Route, member: str, *, late: bool) -> Reason:
    if member == where.owner:
        return Reason.STAND_IN if where.stands_for else Reason.OWNER
    if member in where.delegates:
        return Reason.DELEGATE
    if member != where.backup:
        return Reason.NOT_RESPONSIBLE
    if where.owner is None:
        return Reason.BACKUP_FOR_OWNER
    return Reason.BACKUP_AFTER_DUE if late else Reason.BACKUP_BEFORE_DUE


def _member(key: str | None, active: Collection[str]) -> str | None:
    """The active member of that key. Case is folded, since `self` names a person as subjects do."""
    if not key:
        return None
    return next((member for member in sorted(active) if fold(member) == fold(key)), None)
