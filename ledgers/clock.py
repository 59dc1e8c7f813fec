"""The one clock: the database's. A test may set another (settings.LEDGER_CLOCK)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection

TICK = timedelta(microseconds=1)


def now() -> datetime:
    """This instant by the database, also inside a long transaction."""
    if settings.LEDGER_CLOCK:
        return datetime.fromisoformat(settings.LEDGER_CLOCK).astimezone(UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    instant: datetime = row[0]
    return instant.astimezone(UTC)


def after(last: datetime | None) -> datetime:
    """This instant, and never at or before the last one recorded."""
    instant = now()
    return instant if last is None or instant > last else last + TICK
