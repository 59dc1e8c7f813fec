"""A claim as the law reads it, and what it competes with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from ledgers.domain.policy import Order
from ledgers.domain.tiers import Tier

ClaimId = NewType("ClaimId", str)


class Kind(StrEnum):
    """What a claim does: says a value, says there is none, or says that an earlier claim was never true."""

    ASSERT = "assert"
    RETRACT = "retract"
    CORRECT = "correct"


@dataclass(frozen=True, slots=True)
class Strength:
    """What a claim weighs: its class and source (ranked by the field's order), its date, and an owner's word.

    `dated` is the effective date, or the latest date weighed when an owner chose the claim. `edge` is true for a claim
    that replaced a fact of the same rank and date because that fact was past its review.
    """

    tier: Tier
    source: str
    dated: datetime
    owner_word: bool = False
    edge: bool = False

    def rank(self, order: Order) -> int:
        return order.rank(self.tier, self.source)

    def level(self, order: Order) -> tuple[int, datetime, bool]:
        """Two values on the same level are a tie."""
        return self.rank(order), self.dated, self.owner_word

    def key(self, order: Order) -> tuple[int, datetime, bool, bool]:
        """Sorts weak to strong among admitted claims."""
        return *self.level(order), self.edge


@dataclass(frozen=True, slots=True)
class Entry:
    """An admitted claim in the book of a slot: its value (canonical, condition included; None says there is none),
    the half-open time it claims, its strength, and when it was recorded."""

    claim: ClaimId
    value: str | None
    start: datetime
    end: datetime | None
    strength: Strength
    recorded_at: datetime

    def covers(self, instant: datetime) -> bool:
        return self.start <= instant and (self.end is None or instant < self.end)

    def overlaps(self, start: datetime, end: datetime | None) -> bool:
        return (end is None or self.start < end) and (self.end is None or start < self.end)


@dataclass(frozen=True, slots=True)
class Incoming:
    """A claim at the moment it is judged, with what only this moment knows about it.

    `content` holds the classes of sensitive content it carries (`domain/content.py`); `lookalike`: its subject looks
    like another one, and nobody has said yet whether it is the same.
    """

    entry: Entry
    kind: Kind = Kind.ASSERT
    has_speaker: bool = True
    date_assumed: bool = False
    may_propose: bool = True
    corrects: ClaimId | None = None
    tier_reason: str = ""
    content: tuple[str, ...] = ()
    lookalike: bool = False
