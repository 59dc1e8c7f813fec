"""Dates and hours as people write them in pt-BR and English, read out of a quote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from zoneinfo import ZoneInfo

from babel.dates import get_month_names

from ledgers.formats.moments import INSTANT, instant
from ledgers.formats.refusal import InvalidValue


def _months() -> dict[str, int]:
    names: dict[str, int] = {}
    for locale in ("en", "pt_BR"):
        for width in ("wide", "abbreviated"):
            names |= {
                name.casefold().rstrip("."): month for month, name in get_month_names(width, locale=locale).items()
            }
    return names | {"sept": 9, "marco": 3}


MONTHS = _months()
MONTH = rf"(?P<name>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
YEAR = r"(?P<year>[0-9]{4})"
FORMS = [
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<![\w-]){YEAR}-(?P<month>[0-9]{{2}})-(?P<day>[0-9]{{2}})(?![0-9-])",
        # The day comes first, as in Brazil: 05/06 is the fifth of June.
        rf"(?<![\w/.-])(?P<day>[0-9]{{1,2}})(?P<mark>[/.-])(?P<month>[0-9]{{1,2}})(?P=mark){YEAR}(?![\w/-])",
        r"(?<![\w/.-])(?P<day>[0-9]{1,2})/(?P<month>[0-9]{1,2})(?![\w/])",
        rf"(?<![\w/.-])(?P<day>[0-9]{{1,2}})(?:º|°|st|nd|rd|th)?\s+(?:de\s+|of\s+)?{MONTH}(?:,?\s+(?:de\s+)?{YEAR}\b)?",
        rf"\b{MONTH}\s+(?:the\s+)?(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![\w:])(?:,?\s+{YEAR}\b)?",
    )
]
HOUR = re.compile(
    r"(?<![\w:.,/])(?P<hour>[0-9]{1,2})(?:(?::|h)(?P<minute>[0-9]{2})|h)?\s?(?P<half>[ap]\.?m\b\.?)?(?![\w:/])",
    re.IGNORECASE,
)


def holds_day(text: str, day: date) -> bool:
    """Whether a text names the day; one named without its year counts for any year."""
    return any(
        (month, number) == (day.month, day.day) and year in (None, day.year) for year, month, number in _days(text)
    )


def holds_moment(text: str, moment: datetime, zone: ZoneInfo) -> bool:
    """Whether a text names the instant: with its offset, or as a local day and hour of the workspace."""
    for found in INSTANT.finditer(text):
        try:
            if instant(found[0], zone) == moment:
                return True
        except InvalidValue:
            continue
    local = moment.astimezone(zone)
    return holds_day(text, local.date()) and (local.hour, local.minute) in set(_hours(text))


def _days(text: str) -> Iterator[tuple[int | None, int, int]]:
    for form in FORMS:
        for found in form.finditer(text):
            parts = found.groupdict()
            month = int(parts["month"]) if parts.get("month") else MONTHS[parts["name"].casefold()]
            yield (int(parts["year"]) if parts.get("year") else None), month, int(parts["day"])


def _hours(text: str) -> Iterator[tuple[int, int]]:
    for found in HOUR.finditer(text):
        if found["half"] is None and found[0].strip().isdigit():
            # A bare number is no hour.
            continue
        hour, half = int(found["hour"]), (found["half"] or "").casefold()
        if half:
            hour = hour % 12 + (12 if half.startswith("p") else 0)
        yield hour, int(found["minute"] or 0)
