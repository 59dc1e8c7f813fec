"""The control run: every recorded decision taken again by its own version of the policy, before another one is tried.

Where it does not come out as recorded, the engine is not the one that decided, or the log was rewritten, and nothing
that a draft would have done can be believed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ledgers.domain.policy import Policy
from ledgers.replay.rebuilt import Held
from ledgers.replay.retaken import Difference, Entry, Retaken, RuleOf, decided, retake

MOST = 200  # told one by one: of differences, and of unreadable entries for each reason


class Unreadable(StrEnum):
    """Why a decision cannot be taken again."""

    INPUT_MISSING = "input_missing"
    OTHER_ENGINE = "other_engine"


@dataclass(frozen=True, slots=True)
class Differing:
    """A decision that came out otherwise."""

    transaction: str
    field: str
    what: Difference


@dataclass(slots=True)
class Control:
    """`decisions` are those taken again; `followed` decided nothing: they follow from another entry."""

    decisions: int = 0
    found: int = 0
    followed: int = 0
    differences: list[Differing] = field(default_factory=list)
    unreadable: dict[Unreadable, int] = field(default_factory=lambda: dict.fromkeys(Unreadable, 0))
    unread: list[tuple[str, Unreadable]] = field(default_factory=list)

    @property
    def reproduced(self) -> int:
        return self.decisions - self.found

    def take(self, entry: Entry, policies: Mapping[int, Policy], rule_of: RuleOf) -> Retaken | None:
        """Take one decision again; None where there is none, or none that can be."""
        if not decided(entry):
            self.followed += 1
            return None
        taken = again(entry, policies, rule_of)
        if isinstance(taken, Unreadable):
            self.unreadable[taken] += 1
            if self.unreadable[taken] <= MOST:
                self.unread.append((entry.id, taken))
            return None
        self.decisions += 1
        if taken.differs is not None:
            self._differ(Differing(entry.id, entry.read["field"]["key"], taken.differs))
        return taken

    def _differ(self, found: Differing) -> None:
        self.found += 1
        if len(self.differences) < MOST:
            self.differences.append(found)


def again(entry: Entry, policies: Mapping[int, Policy], rule_of: RuleOf) -> Retaken | Unreadable:
    """A decision taken again, or why it cannot be."""
    try:
        taken = retake(entry, policies, rule_of)
    except KeyError:
        # Its minutes lack what this engine reads: an older one took them.
        return Unreadable.OTHER_ENGINE
    if taken is None:
        return Unreadable.INPUT_MISSING
    if taken.differs is None and taken.decision is not None and not _windows(entry) <= taken.after:
        return Retaken(Difference("windows"), taken.before, taken.after, taken.seen, taken.rule, taken.decision)
    return taken


def _windows(entry: Entry) -> set[Held]:
    """The windows that the entry opened."""
    rows = entry.details["wrote"].get("opened", [])
    return {
        (row["claim"], row["carrier"], tuple(row["window"]))
        for row in rows
        if row["standing"] == "timeline" and "window" in row
    }
