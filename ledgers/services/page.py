"""One change of a slot while it is worked out: which rows close, which open, what is barred.

Nothing is written before the journal records the page, so that the record says all of it. Whoever works on a page reads
the rows that are open through it: what it closes is gone, what it opens is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from ledgers.domain.claim import ClaimId, Entry, Strength
from ledgers.domain.timeline import Window
from ledgers.models import Barred, Claim, Fact, Slot
from ledgers.selectors.book import NOWHERE, as_entry, read_hidden, read_of

TIMELINE = Fact.Standing.TIMELINE


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim that is not in force stands: rejected, corrected, waiting, or in the book and hidden."""

    standing: str
    carrier: ClaimId
    reason: str = ""
    weighs: bool = True
    renews: bool = True
    newer_weaker: bool = False
    window: tuple[datetime, datetime | None] | None = None


@dataclass(slots=True)
class Page:
    """The change that `claim` makes in `slot` at the instant `at`. `first`: it was never judged before."""

    slot: Slot
    claim: Claim
    at: datetime
    first: bool = False
    closed: dict[UUID, Fact] = field(default_factory=dict)
    opened: list[Fact] = field(default_factory=list)
    barred: list[Barred] = field(default_factory=list)
    # Transactions that are taken back, and with them what they barred.
    lifted: tuple[UUID, ...] = ()

    def open(self, rows: Iterable[Fact]) -> list[Fact]:
        """Those of the rows that this page leaves open."""
        return [row for row in rows if row.id not in self.closed]

    def close(self, rows: Iterable[Fact]) -> None:
        """End the recorded time of fact rows at the page's instant."""
        self.closed |= {row.id: row for row in rows}

    def reopen(self, row: Fact) -> None:
        """Open a row again as it stood before it was closed."""
        kept = {column.attname: getattr(row, column.attname) for column in row._meta.concrete_fields}  # noqa: SLF001 - Django's own list of columns
        for own in ("id", "opened_by_id", "closed_by_id"):
            del kept[own]
        self.opened.append(Fact(**{**kept, "recorded_during": DateTimeTZRange(self.at, None, "[)")}))

    def put(self, entry: Entry, place: Place) -> None:
        """Open the row of a claim that holds no window."""
        during = DateTimeTZRange(*place.window, "[)") if place.window else NOWHERE
        row = self._row(entry, standing=place.standing, valid_during=during, carrier_id=UUID(place.carrier))
        row.reason, row.weighs, row.renews = place.reason, place.weighs, place.renews
        row.newer_weaker = place.newer_weaker

    def bar(self, entry: Entry, strength: Strength, cause: str) -> None:
        """Refuse this value and date from now on, from sources no stronger than `strength`."""
        slot = self.slot
        row = Barred(workspace_id=slot.workspace_id, slot=slot, value_key=entry.value, effective_at=entry.start)
        row.tier, row.source, row.cause = strength.tier, strength.source, cause
        self.barred.append(row)

    def relay(self, held: Mapping[Window, Fact], timeline: Sequence[Window], out: Collection[ClaimId] = ()) -> None:
        """Make the rows of a stretch of a timeline those of `timeline`: what stays is untouched.

        A claim that loses its last window stays in the book as a hidden row, unless it is among those taken `out`.
        """
        same = {
            window for place, window in enumerate(timeline) if window in held and _ends_alike(place, timeline, held)
        }
        gone = [row for window, row in held.items() if window not in same]
        fresh = [(place, window) for place, window in enumerate(timeline) if window not in same]
        self.close(gone)
        hidden = self._hidden({UUID(window.entry.claim) for _place, window in fresh})
        self.close(hidden)
        flags = {row.claim_id: row for row in [*gone, *hidden]}
        for place, window in fresh:
            following = timeline[place + 1] if place + 1 < len(timeline) else None
            ending = _ending(window, following, _ended_before(window, gone))
            self._hold(window, ending, flags.get(UUID(window.entry.claim)))
        self._keep_hidden([row for row in gone if str(row.claim_id) not in out])

    def _hidden(self, claims: set[UUID]) -> list[Fact]:
        """The rows of claims that are in the book and nowhere in force."""
        # A claim judged for the first time has no row in the book yet.
        booked = claims - {self.claim.id} if self.first else claims
        if not booked:
            return []
        return self.open(read_hidden(self.slot, booked))

    def _hold(self, window: Window, ending: tuple[UUID | None, str], flags: Fact | None) -> None:
        row = self._row(
            window.entry,
            standing=TIMELINE,
            valid_during=DateTimeTZRange(window.start, window.end, "[)"),
            carrier_id=UUID(window.carrier),
            returned=window.returned,
        )
        row.ended_by, row.ended_how = ending
        if flags is not None:
            row.renews, row.newer_weaker = flags.renews, flags.newer_weaker

    def _keep_hidden(self, gone: Sequence[Fact]) -> None:
        if not gone:
            return
        lost = {row.claim_id: row for row in gone}
        kept = {row.claim_id for row in self.open(read_of(self.slot, lost.keys()))}
        kept |= {row.claim_id for row in self.opened if row.standing == TIMELINE}
        for claim_id, row in lost.items():
            if claim_id not in kept:
                carrier = ClaimId(str(row.carrier_id))
                self.put(as_entry(row), Place(TIMELINE, carrier, renews=row.renews, newer_weaker=row.newer_weaker))

    def _row(self, entry: Entry, **said: Any) -> Fact:  # noqa: ANN401 - the other columns of a row, as the model has them
        row = Fact(
            workspace_id=self.slot.workspace_id,
            slot=self.slot,
            claim_id=UUID(entry.claim),
            recorded_during=DateTimeTZRange(self.at, None, "[)"),
            value_key=entry.value,
            effective_at=entry.start,
            expires_at=entry.end,
            tier=entry.strength.tier,
            source=entry.strength.source,
            dated=entry.strength.dated,
            owner_word=entry.strength.owner_word,
            edge=entry.strength.edge,
            recorded_at=entry.recorded_at,
            **said,
        )
        self.opened.append(row)
        return row


def _ending(window: Window, following: Window | None, known: Fact | None) -> tuple[UUID | None, str]:
    """What closes a window: a retract, another value, or its own end."""
    if window.end is None:
        return None, ""
    if following is not None and following.start == window.end:
        if following.carrier == window.carrier:
            return None, ""
        if following.value is None:
            return UUID(following.entry.claim), "retract"
        if window.end != window.entry.end:
            return UUID(following.entry.claim), "other"
    if window.end == window.entry.end:
        return UUID(window.entry.claim), "own"
    return (known.ended_by, known.ended_how) if known is not None else (None, "")


def _ends_alike(place: int, timeline: Sequence[Window], held: Mapping[Window, Fact]) -> bool:
    """Whether the row of a window that stays says rightly what ends it; what follows it may be another now."""
    row, following = held[timeline[place]], timeline[place + 1] if place + 1 < len(timeline) else None
    if following is None or following.start != timeline[place].end:
        return True
    return (row.ended_by, row.ended_how) == _ending(timeline[place], following, row)


def _ended_before(window: Window, gone: Sequence[Fact]) -> Fact | None:
    return next((row for row in gone if window.end is not None and row.valid_during.upper == window.end), None)
