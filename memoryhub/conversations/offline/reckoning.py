"""From the spelling of a day to the day, given when it was said."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from memoryhub.conversations.offline.tongue import Tongue

Match = re.Match[str]
# Nobody means a day further off than a century.
FAR = 36_500


@dataclass(frozen=True, slots=True)
class Reader:
    """What a spelling needs to become a day."""

    said_on: date
    tongue: Tongue
    # Whether a day without a year is sought before the message's day.
    back: bool


def _count(match: Match, reader: Reader) -> int:
    said = match.group("count") or match.groupdict().get("count2") or ""
    return min(int(said) if said.isdigit() else reader.tongue.numbers[said], FAR)


def moved(day: date, unit: str, count: int) -> date:
    """So many days, weeks, months or years later, or earlier; the last day of a shorter month."""
    if unit in {"day", "week"}:
        return day + timedelta(days=count * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _unit(match: Match) -> str:
    said = match.group("unit") or match.groupdict().get("unit2") or ""
    return UNITS[said]


UNITS = {
    **{unit: unit for unit in ("day", "week", "month", "year")},
    "dia": "day",
    "semana": "week",
    "mes": "month",
    "ano": "year",
}


def _ahead(match: Match, reader: Reader) -> date:
    return moved(reader.said_on, _unit(match), _count(match, reader))


def _ago(match: Match, reader: Reader) -> date:
    return moved(reader.said_on, _unit(match), -_count(match, reader))


def _plus(days: int) -> Callable[[Match, Reader], date]:
    return lambda _match, reader: reader.said_on + timedelta(days=days)


def _weekday(match: Match, reader: Reader, *, back: bool) -> date:
    """Never the day of the message itself: that would be called today."""
    said = match.group("weekday") or match.groupdict().get("weekday2") or ""
    gap = (reader.tongue.weekdays[said] - reader.said_on.weekday()) % 7 or 7
    return reader.said_on + timedelta(days=gap - 14 if back and gap == 7 else gap - 7 if back else gap)


def _start_of(unit: str, day: date) -> date:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if unit == "month" else day.replace(month=1, day=1)


def _end_of(unit: str, day: date) -> date:
    return moved(_start_of(unit, day), unit, 1) - timedelta(days=1)


def _beside(count: int) -> Callable[[Match, Reader], date]:
    return lambda match, reader: _start_of(_unit(match), moved(reader.said_on, _unit(match), count))


def _ending(count: int) -> Callable[[Match, Reader], date]:
    return lambda match, reader: _end_of(_unit(match), moved(reader.said_on, _unit(match), count))


def _weekend(_match: Match, reader: Reader) -> date:
    return reader.said_on + timedelta(days=(5 - reader.said_on.weekday()) % 7)


def _dated(match: Match, reader: Reader) -> date:
    said = match.group("month")
    month = int(said) if said.isdigit() else reader.tongue.months[said]
    day = int(match.groupdict().get("day") or 1)
    if year := match.groupdict().get("year"):
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    return _nearest(reader, month, day)


def _nearest(reader: Reader, month: int, day: int) -> date:
    years = range(reader.said_on.year - 8, reader.said_on.year + 9)
    days = [date(year, month, day) for year in years if day <= monthrange(year, month)[1]]
    before = [each for each in days if each <= reader.said_on]
    after = [each for each in days if each >= reader.said_on or _same_month(each, reader.said_on, day)]
    return max(before) if reader.back and before else min(after)


def _same_month(one: date, other: date, day: int) -> bool:
    return day == 1 and (one.year, one.month) == (other.year, other.month)


def _day_of_month(match: Match, reader: Reader) -> date:
    day, start = int(match.group("day")), reader.said_on.replace(day=1)
    months = [moved(start, "month", step) for step in range(-3, 4)]
    days = [each.replace(day=day) for each in months if day <= monthrange(each.year, each.month)[1]]
    if reader.back:
        return max(each for each in days if each <= reader.said_on)
    return min(each for each in days if each >= reader.said_on)


def _end_of_month(match: Match, reader: Reader) -> date:
    return _end_of("month", _dated(match, reader))


READERS: dict[str, tuple[Callable[[Match, Reader], date], str]] = {
    "iso": (_dated, ""),
    "date": (_dated, ""),
    "date_turned": (_dated, ""),
    "date_short": (_dated, ""),
    "end_of": (_ending(0), ""),
    "end_of_next": (_ending(1), ""),
    "end_of_month": (_end_of_month, ""),
    "plus2": (_plus(2), ""),
    "plus1": (_plus(1), ""),
    "plus0": (_plus(0), ""),
    "minus1": (_plus(-1), ""),
    "minus2": (_plus(-2), ""),
    "ago": (_ago, ""),
    "ahead": (_ahead, ""),
    "span": (_ago, "since"),
    "span_ahead": (_ahead, "until"),
    "next_weekday": (lambda match, reader: _weekday(match, reader, back=False), ""),
    "last_weekday": (lambda match, reader: _weekday(match, reader, back=True), ""),
    "weekday": (lambda match, reader: _weekday(match, reader, back=reader.back), ""),
    "next_unit": (_beside(1), ""),
    "last_unit": (_beside(-1), ""),
    "weekend": (_weekend, ""),
    "month": (_dated, ""),
    "year": (lambda match, _reader: date(int(match.group("year")), 1, 1), ""),
    "day_of_month": (_day_of_month, ""),
    "this_unit": (_ending(0), "until"),
}
