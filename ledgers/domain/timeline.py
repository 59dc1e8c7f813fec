"""The law: at each instant the strongest admitted claim holds.

A timeline is a tuple of disjoint windows in time order. It carries enough (the strongest claim of each window) that a
new claim is laid over it without reading the claims it hides; only what takes a claim out re-reads the book.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ledgers.domain.claim import ClaimId, Entry
from ledgers.domain.policy import Order


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of time in which one claim is the strongest.

    `carrier` names the fact shown there: the first claim that brought the value, when `entry` only supports it.
    `returned`: it begins because something stronger ended or was taken out.
    """

    start: datetime
    end: datetime | None
    entry: Entry
    carrier: ClaimId
    returned: bool = False

    @property
    def value(self) -> str | None:
        return self.entry.value

    def covers(self, instant: datetime) -> bool:
        return self.start <= instant and (self.end is None or instant < self.end)


Timeline = tuple[Window, ...]


def earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    """The earlier of two ends, where None never ends."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def before(instant: datetime, end: datetime | None) -> bool:
    return end is None or instant < end


def lay(timeline: Sequence[Window], entry: Entry, order: Order) -> Timeline:
    """The timeline with one more admitted claim: it takes the instants where nothing admitted is as strong."""
    laid: list[Window] = []
    cursor = entry.start
    for window in timeline:
        if not entry.overlaps(window.start, window.end):
            continue
        if cursor < window.start:
            laid.append(_piece(entry, cursor, window.start))
        laid.extend(_contested(window, entry, order))
        if window.end is None:
            break
        cursor = max(cursor, window.end)
    else:
        if before(cursor, entry.end):
            laid.append(_piece(entry, cursor, entry.end))
    apart = [window for window in timeline if not entry.overlaps(window.start, window.end)]
    return joined(sorted([*apart, *laid], key=lambda window: window.start))


def _piece(entry: Entry, start: datetime, end: datetime | None) -> Window:
    return Window(start, end, entry, entry.claim)


def _contested(window: Window, entry: Entry, order: Order) -> Iterable[Window]:
    if entry.strength.key(order) <= window.entry.strength.key(order):
        yield window
        return
    start, end = max(window.start, entry.start), earlier(window.end, entry.end)
    same = window.value == entry.value
    if window.start < start:
        yield replace(window, end=start)
    if same:
        yield Window(start, end, entry, window.carrier, window.returned and start == window.start)
    else:
        yield _piece(entry, start, end)
    if end is not None and before(end, window.end):
        yield replace(window, start=end, returned=False)


def joined(windows: Iterable[Window]) -> Timeline:
    """Adjacent windows of one claim as one, and a window that begins where a stronger one ended marked as returned."""
    whole: list[Window] = []
    for window in windows:
        last = whole[-1] if whole else None
        if last and last.end == window.start and (last.entry, last.carrier) == (window.entry, window.carrier):
            whole[-1] = replace(last, end=window.end)
        elif last and last.end == window.start and last.value != window.value and window.start > window.entry.start:
            # It begins later than it claims because something stronger stood there and ended.
            whole.append(replace(window, returned=True))
        else:
            whole.append(window)
    return tuple(whole)


def rebuild(book: Iterable[Entry], order: Order) -> Timeline:
    """The timeline of a set of admitted claims, whatever their order: recorded order settles only level ties."""
    timeline: Timeline = ()
    for entry in sorted(book, key=lambda entry: (entry.recorded_at, entry.claim)):
        timeline = lay(timeline, entry, order)
    return timeline


def cut(timeline: Iterable[Window], start: datetime, end: datetime | None) -> Timeline:
    """The part of a timeline inside a stretch of time."""
    return tuple(
        replace(window, start=max(window.start, start), end=earlier(window.end, end))
        for window in timeline
        if before(window.start, end) and before(start, window.end)
    )


def at(timeline: Iterable[Window], instant: datetime) -> Window | None:
    return next((window for window in timeline if window.covers(instant)), None)


def has_gap(timeline: Iterable[Window], start: datetime, end: datetime | None) -> bool:
    """Whether some instant of a stretch of time is in no window; a window of "no value" is one."""
    cursor: datetime | None = start
    for window in cut(timeline, start, end):
        if cursor is None or cursor < window.start:
            break
        cursor = window.end
    return cursor is not None and before(cursor, end)


@dataclass(frozen=True, slots=True)
class Changed:
    """A stretch where the value in force differs between two timelines."""

    start: datetime
    end: datetime | None
    was: Window | None
    now: Window | None


def changes(old: Sequence[Window], new: Sequence[Window]) -> tuple[Changed, ...]:
    """Where the value differs, in time order."""
    bounds = sorted({edge for window in (*old, *new) for edge in (window.start, window.end) if edge is not None})
    found: list[Changed] = []
    for start, end in zip(bounds, [*bounds[1:], None], strict=True):
        was, now = at(old, start), at(new, start)
        if (was.value if was else None) != (now.value if now else None):
            found.append(Changed(start, end, was, now))
    return tuple(found)
