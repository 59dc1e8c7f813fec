"""The day of a review, and its inverse, also where a day has no midnight."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from ledgers.domain import review

# Days began at one o'clock in Brazil when summer time did; Havana and Lisbon end it at or after midnight.
ZONES = [UTC, *map(ZoneInfo, ("America/Sao_Paulo", "Pacific/Kiritimati", "America/Havana", "Europe/Lisbon"))]
SUMMER = datetime(2018, 11, 4, 3, tzinfo=UTC)

instants = st.datetimes(datetime(2015, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds it


@given(instants, instants, st.integers(1, 2000), st.sampled_from(ZONES))
@example(datetime(2018, 11, 2, 12, tzinfo=UTC), SUMMER, 1, ZONES[1])
@example(SUMMER, datetime(2018, 11, 6, 2, tzinfo=UTC), 1, ZONES[1])
def test_past_is_what_was_said_before_the_day(last: datetime, now: datetime, days: int, zone: ZoneInfo) -> None:
    due = review.due(last, days, zone)
    assert due is not None
    assert (due <= now) == (last < review.overdue_before(now, days, zone))


def test_a_field_without_an_interval_is_never_due() -> None:
    assert review.due(SUMMER, None, UTC) is None
