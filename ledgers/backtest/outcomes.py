"""What a policy does with a claim, given what the log says was read when it was judged.

No decision follows from another here: each is taken by itself, from the timeline that stood then. What the slot would
have held if an earlier claim had gone another way is not played out.
"""

from __future__ import annotations

from dataclasses import dataclass

from ledgers.domain.actions import Action, execute
from ledgers.domain.decision import decide, edged
from ledgers.domain.minutes import Reread
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Decision
from ledgers.domain.timeline import Timeline, changes

Told = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A decision by a rule. What was read stays at hand, for what follows from it."""

    seen: Reread
    rule: FieldRule
    decision: Decision

    @property
    def waits(self) -> bool:
        """Whether it went to a person."""
        return bool(self.decision.reason)

    @property
    def stands(self) -> bool | None:
        """Whether what the claim says holds at some time; None where a person is asked."""
        return None if self.waits else self.decision.fact is not None

    @property
    def told(self) -> Told:
        """What the ledgers call it."""
        return str(self.decision.action), self.decision.status

    @property
    def changes_nothing(self) -> bool:
        """Whether every value holds when it held before."""
        return self.decision.action is Action.NOOP or self.decision.status == "rejected"

    @property
    def after(self) -> Timeline:
        """What holds when, afterwards."""
        situation, entry = self.seen.situation, self.seen.claim.entry
        laid = edged(entry) if self.decision.edge else entry
        return execute(situation.timeline, laid, self.decision.move, self.rule.order, situation.book).timeline


def outcome(seen: Reread, rule: FieldRule) -> Outcome:
    return Outcome(seen, rule, decide(seen.claim, seen.situation, rule))


def same(one: Outcome, other: Outcome) -> bool:
    """Whether the same stands afterwards, or both times a person is asked."""
    if one.rule == other.rule or (one.waits and other.waits):
        return True
    if one.waits != other.waits or one.told != other.told:
        return False
    return one.changes_nothing or _hold_the_same(one.after, other.after)


def _hold_the_same(one: Timeline, other: Timeline) -> bool:
    return one == other or not changes(one, other)
