"""The story's dates, which are relative to the day on which it is told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAYS = re.compile(r"(?P<days>[+-]\d+)d(?: (?P<clock>\d\d:\d\d))?")
_HOURS = re.compile(r"-(?P<hours>\d+)h")
_MONTHS = re.compile(r"(?P<months>[+-]1) month")
_BLANK = re.compile(r"\{(?P<when>[^{}|]+)(?:\|(?P<shape>[^{}]+))?\}")


@dataclass(frozen=True, slots=True)
class Today:
    """The instant at which the story is told, and the zone whose days it counts."""

    now: datetime
    zone: ZoneInfo

    def instant(self, text: str) -> datetime:
        """`-14d` (start of that local day), `-14d 10:12`, `-2h`, or `+1 month` (the first of the next month)."""
        if found := _HOURS.fullmatch(text):
            return self.now - timedelta(hours=int(found["hours"]))
        if found := _MONTHS.fullmatch(text):
            return self._first_of_month(int(found["months"]))
        if found := _DAYS.fullmatch(text):
            return self._local(int(found["days"]), time.fromisoformat(found["clock"] or "00:00"))
        raise ValueError(f"{text!r} is no date of the story; write it as -14d, -14d 10:12, -2h or +1 month.")

    def fill(self, text: str) -> str:
        """Put dates where a text has blanks: `{+30d}`, or `{+30d|%d/%m/%Y}` as people write it."""
        return _BLANK.sub(lambda blank: self._written(blank["when"], blank["shape"] or "%Y-%m-%d"), text)

    def _written(self, when: str, shape: str) -> str:
        return self.instant(when).astimezone(self.zone).strftime(shape)

    def _local(self, days: int, clock: time) -> datetime:
        day = self.now.astimezone(self.zone).date() + timedelta(days=days)
        return datetime.combine(day, clock, self.zone).astimezone(UTC)

    def _first_of_month(self, months: int) -> datetime:
        first = self.now.astimezone(self.zone).date().replace(day=1)
        # From the first, 31 days on is always in the next month and one day back always in the last.
        other = (first + timedelta(days=31) if months > 0 else first - timedelta(days=1)).replace(day=1)
        return datetime.combine(other, time(), self.zone).astimezone(UTC)
