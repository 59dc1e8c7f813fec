"""What a backtest is asked about, and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from ledgers.backtest.buckets import Sorted
from ledgers.backtest.control import Control
from ledgers.backtest.engine import engine
from ledgers.backtest.forecast import Load
from ledgers.domain.patterns import ANY
from ledgers.replay.reading import Part


@dataclass(frozen=True, slots=True)
class Window:
    """Which decisions: those of the last days before an instant, or all before it; in one scope or a pattern of them.

    Without an instant they are all that are recorded when the reading begins.
    """

    days: int | None = None
    until: datetime | None = None
    scope: str = ANY

    @property
    def part(self) -> Part:
        if self.days is None:
            return Part(until=self.until, scope=self.scope)
        if self.until is None:
            raise ValueError("A number of days is counted back from an instant.")
        return Part(self.until - timedelta(days=self.days), self.until, self.scope)


@dataclass(slots=True)
class Result:
    """What came out. `snapshot` digests what was read, both policies and the engine; `as_today` counts the judged
    claims with which the policy in force does what the log says, whichever version it was that decided."""

    window: Window
    version: int
    base: str
    draft: str
    engine: str = field(default_factory=engine)
    snapshot: str = ""
    first: datetime | None = None
    last: datetime | None = None
    control: Control = field(default_factory=Control)
    judged: int = 0
    as_today: int = 0
    sorted: Sorted = field(default_factory=Sorted)
    loads: list[Load] = field(default_factory=list)

    @property
    def days(self) -> int:
        """How many days it looked at: those asked for, else from the first decision to the last."""
        if self.window.days is not None:
            return self.window.days
        return (self.last.date() - self.first.date()).days + 1 if self.first and self.last else 0
