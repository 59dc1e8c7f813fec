"""What a decision reads, and what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from ledgers.domain.actions import Action, Move
from ledgers.domain.claim import ClaimId, Entry, Strength
from ledgers.domain.contest import Reading
from ledgers.domain.timeline import Timeline
from ledgers.domain.trace import Line


@dataclass(frozen=True, slots=True)
class Bar:
    """A value and date that lost before an owner, or was corrected; `strength` is the strongest it lost to."""

    value: str | None
    effective_at: datetime
    strength: Strength
    cause: str
    by: ClaimId | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A claim that waits for the owner already."""

    claim: ClaimId
    value: str | None
    effective_at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a decision reads. `timeline` covers at least the claim's validity (and its target's, for a correction);
    `held`: a value ever stood for this subject, field and scope; `book`: the admitted claims overlapping the target;
    `content`: something that stands there holds sensitive content, though the field is harmless."""

    timeline: Timeline
    reading: Reading
    held: bool
    barred: tuple[Bar, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    target: Entry | None = None
    book: tuple[Entry, ...] = ()
    content: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What happens to the claim, by which rule, and why.

    `reason` says why it waits. `target` is the fact it replaces or repeats, `fact` the one that stands for its value.
    `newer_weaker`: it is later than the fact in force and lost by authority, so that fact carries a caveat.
    """

    move: Move
    status: str
    rule: str
    reason: str = ""
    target: ClaimId | None = None
    fact: ClaimId | None = None
    repeats: ClaimId | None = None
    newer_weaker: bool = False
    edge: bool = False
    trace: tuple[Line, ...] = field(default=())

    @property
    def action(self) -> Action:
        return self.move.action
