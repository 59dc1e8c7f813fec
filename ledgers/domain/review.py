"""When a fact is due for review."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo


def due(last_support: datetime, days: int | None, zone: tzinfo) -> datetime | None:
    """The instant from which a fact is past its review, or None when its field has no interval.

    The review falls on the local day of the last recorded support plus the interval; that whole day is still in time,
    so the fact is past its review from the first instant of the next local day.
    """
    if days is None:
        return None
    day = last_support.astimezone(zone).date() + timedelta(days=days + 1)
    return datetime.combine(day, time.min, tzinfo=zone)


def overdue_before(now: datetime, days: int, zone: tzinfo) -> datetime:
    """The instant before which the last support was recorded when the review is past by now: the other way round."""
    day = now.astimezone(zone).date() - timedelta(days=days)
    return datetime.combine(day, time.min, tzinfo=zone)
