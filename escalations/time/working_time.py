"""Working time: the hours of a place's working days, counted forth and back. Pure: holidays are handed in.

A place works from one hour of its wall clock to another, Monday to Friday, except on its holidays. One that ends no
later than it begins works round the clock, weekends and holidays included. What runs is real time: a day on which the
clocks change is an hour shorter or longer only if they change while the place works.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAY = timedelta(days=1)
SATURDAY = 5
HOURS_OF_A_DAY = 24


@dataclass(frozen=True)
class Calendar:
    """When a place works. `holidays` says of a day whether it is one."""

    zone: tzinfo
    begins: time
    ends: time
    holidays: Container[date] = frozenset()

    @property
    def round_the_clock(self) -> bool:
        return self.ends <= self.begins

    @property
    def day(self) -> timedelta:
        """How long a working day is."""
        if self.round_the_clock:
            return DAY
        return datetime.combine(date.min, self.ends) - datetime.combine(date.min, self.begins)


def allowance(hours: int, calendar: Calendar) -> timedelta:
    """The working time a number of hours stands for: from a day up it counts working days, below working hours."""
    if hours < HOURS_OF_A_DAY:
        return timedelta(hours=hours)
    return calendar.day * hours / HOURS_OF_A_DAY


def after(start: datetime, worked: timedelta, calendar: Calendar) -> datetime:
    """The first moment of working time, the end of a day included, by which `worked` has been worked since `start`."""
    if calendar.round_the_clock:
        return start + worked
    left = worked
    for begins, ends in _days(start, calendar):
        begin = max(begins, start)
        if begin <= ends and left <= ends - begin:
            return begin + left
        left -= max(ends - begin, timedelta(0))
    raise AssertionError("days do not end")


def between(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """How much working time lies between two moments; none where the second is not later."""
    if calendar.round_the_clock:
        return max(end - start, timedelta(0))
    total = timedelta(0)
    for begins, ends in _days(start, calendar):
        if begins >= end:
            break
        total += max(min(ends, end) - max(begins, start), timedelta(0))
    return total


def _days(start: datetime, calendar: Calendar) -> Iterator[tuple[datetime, datetime]]:
    """Beginning and end of every working day from that of `start` on, in UTC: what is subtracted is real time."""
    day = start.astimezone(calendar.zone).date()
    while True:
        if day.weekday() < SATURDAY and day not in calendar.holidays:
            yield _moment(day, calendar.begins, calendar.zone), _moment(day, calendar.ends, calendar.zone)
        day += DAY


def _moment(day: date, hour: time, zone: tzinfo) -> datetime:
    return datetime.combine(day, hour, zone).astimezone(UTC)
