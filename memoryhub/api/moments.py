"""Points in time as clients write them."""

from __future__ import annotations

import datetime as dt
import re
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FIRST_YEAR = 1900
YEARS_AHEAD = 10
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INSTANT = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ](?P<clock>[0-9]{2}:[0-9]{2}:[0-9]{2})(?P<part>\.[0-9]{1,9})?"
    r"(?P<zone>[Zz]|[+-][0-9]{2}:[0-9]{2})?"
)


class BadMoment(Exception):
    """Why a text is no moment we take; `code` is one of the three stable ones."""

    def __init__(self, code: str, detail: str | Promise) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def read(text: object, *, zone: ZoneInfo, now: dt.datetime, through: bool = False) -> dt.datetime:
    """The instant in UTC. A date is the start of that day in `zone`; with `through`, the start of the next one."""
    if not isinstance(text, str):
        raise BadMoment("invalid-datetime", _("Write a date or date-time as text, such as 2026-11-15T09:00:00-03:00."))
    is_day = _DAY.fullmatch(text) is not None
    return _in_range(_start_of(text, zone, days=int(through)) if is_day else _instant(text), now)


def write(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")


def _start_of(text: str, zone: ZoneInfo, days: int) -> dt.datetime:
    try:
        day = dt.date.fromisoformat(text)
        # Midnight may not exist on the day clocks go forward; zoneinfo then answers the first instant that does.
        return dt.datetime.combine(day + dt.timedelta(days=days), dt.time(), zone)
    except ValueError as error:
        raise BadMoment("invalid-datetime", _("This day does not exist.")) from error
    except OverflowError as error:
        raise _out_of_range() from error


def _instant(text: str) -> dt.datetime:
    parts = _INSTANT.fullmatch(text)
    if parts is None:
        raise BadMoment("invalid-datetime", _("Write it as 2026-11-15T09:00:00-03:00 or as a date, 2026-11-15."))
    if parts["zone"] is None:
        raise BadMoment("naive-datetime", _("Add the offset from UTC, such as -03:00 or Z."))
    zone = "+00:00" if parts["zone"] in "Zz" else parts["zone"]
    try:
        return dt.datetime.fromisoformat(f"{parts['day']}T{parts['clock']}{(parts['part'] or '')[:7]}{zone}")
    except ValueError as error:
        raise BadMoment("invalid-datetime", _("This day or time does not exist.")) from error


def _in_range(moment: dt.datetime, now: dt.datetime) -> dt.datetime:
    try:
        moment = moment.astimezone(dt.UTC)
    except OverflowError as error:
        raise _out_of_range() from error
    if moment.year < FIRST_YEAR or moment > now.replace(year=now.year + YEARS_AHEAD, day=min(now.day, 28)):
        raise _out_of_range()
    return moment


def _out_of_range() -> BadMoment:
    detail = _("Moments from %(first)d to %(ahead)d years ahead are taken.") % {
        "first": FIRST_YEAR,
        "ahead": YEARS_AHEAD,
    }
    return BadMoment("datetime-out-of-range", detail)
