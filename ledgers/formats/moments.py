"""Dates and instants as the API takes them: RFC 3339, never an epoch, never a date-time without its offset."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Canonical, Json

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
INSTANT = re.compile(
    rf"(?P<day>{DATE.pattern})[Tt ](?P<hour>[0-9]{{2}}:[0-9]{{2}}(:[0-9]{{2}}(\.[0-9]{{1,6}})?)?)"
    r"(?P<offset>[Zz]|[+-][0-9]{2}:[0-9]{2})?"
)
# A day of margin on both ends: moving an instant between zones must not leave the calendar.
EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
LATEST = datetime(9999, 12, 30, tzinfo=UTC)


def canonical_date(value: Json) -> Canonical:
    """A calendar day, `2026-10-16`. Written forms such as 16/10/2026 are read in quotes only, never posted."""
    if not isinstance(value, str) or not DATE.fullmatch(value.strip()):
        raise InvalidValue("invalid-value", _("Write the date as year-month-day, such as 2026-10-16."))
    try:
        day = date.fromisoformat(value.strip()).isoformat()
    except ValueError:
        raise InvalidValue("invalid-value", _("There is no such day in the calendar.")) from None
    return Canonical(day, day)


def canonical_datetime(value: Json, zone: ZoneInfo) -> Canonical:
    """An instant, kept in UTC as `2026-10-16T13:00:00Z`; a date alone is the start of that day in the workspace."""
    text = shown(instant(value, zone))
    return Canonical(text, text)


def shown(moment: datetime) -> str:
    """RFC 3339 in UTC, with a fraction of a second only where there is one."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def instant(value: Json, zone: ZoneInfo) -> datetime:
    """RFC 3339 with an offset, or a date: the start of that day in the zone. Aware, in UTC."""
    if not isinstance(value, str):
        raise InvalidValue("invalid-datetime", _("Write the date as text, such as 2026-10-16T10:00:00-03:00."))
    text = value.strip()
    if DATE.fullmatch(text):
        return day_start(_calendar_day(text), zone)
    found = INSTANT.fullmatch(text)
    if found is None:
        raise InvalidValue(
            "invalid-datetime",
            _("Write the date as 2026-10-16T10:00:00-03:00, or 2026-10-16 for the day."),
        )
    if found["offset"] is None:
        raise InvalidValue("naive-datetime", _("The time has no offset: add Z, or one such as -03:00."))
    return _in_range(_combined(found))


def day_start(day: date, zone: ZoneInfo) -> datetime:
    """The first instant of a local day. Where clocks jump over midnight that is the first hour that exists.

    Going to UTC and back does it: `zoneinfo` gives a skipped hour the offset before the jump.
    """
    return _in_range(datetime.combine(day, time(), tzinfo=zone))


def typed_day(text: str, zone: ZoneInfo) -> datetime | None:
    """The start of a day that somebody typed or chose; None for what is no day of the hub's calendar."""
    try:
        return day_start(_calendar_day(text), zone) if DATE.fullmatch(text) else None
    except InvalidValue:
        return None


def _calendar_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidValue("invalid-datetime", _("There is no such day in the calendar.")) from None


def _combined(found: re.Match[str]) -> datetime:
    try:
        return datetime.fromisoformat(f"{found['day']}T{found['hour']}{found['offset'].upper().replace('Z', '+00:00')}")
    except ValueError:
        raise InvalidValue("invalid-datetime", _("There is no such day or hour.")) from None


def _in_range(moment: datetime) -> datetime:
    naive = moment.replace(tzinfo=UTC)
    if not EARLIEST <= naive <= LATEST:
        raise InvalidValue("datetime-out-of-range", _("The date lies outside the calendar the hub keeps."))
    return moment.astimezone(UTC)
