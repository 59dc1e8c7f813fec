"""Working hours counted forth and back: never outside them, whatever holidays, weekends and clocks do."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escalations.time.working_time import Calendar, after, allowance, between

SAO_PAULO = ZoneInfo("America/Sao_Paulo")
OFFICE = Calendar(SAO_PAULO, time(9), time(18), {date(2026, 11, 2), date(2026, 11, 20), date(2026, 12, 25)})
ALWAYS = Calendar(SAO_PAULO, time(0), time(0), {date(2026, 12, 25)})
# The clocks of Jerusalem go ahead on a Friday, at two, while this place works.
NIGHT = Calendar(ZoneInfo("Asia/Jerusalem"), time(1), time(5))

MOMENTS = st.datetimes(datetime(2015, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - it adds the zone
SPANS = st.timedeltas(timedelta(0), timedelta(hours=400))
ZONES = st.sampled_from(["America/Sao_Paulo", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"])


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    first = draw(st.dates(date(2015, 1, 1), date(2035, 1, 1)))
    # Holidays in a row, up to two weeks of them, and some elsewhere.
    row = {first + timedelta(days=number) for number in range(draw(st.integers(0, 14)))}
    alone = draw(st.sets(st.dates(date(2015, 1, 1), date(2035, 1, 1)), max_size=5))
    begins, ends = sorted([draw(st.times()), draw(st.times())])
    return Calendar(ZoneInfo(draw(ZONES)), begins, ends, row | alone)


def local(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=SAO_PAULO)  # type: ignore[misc, arg-type]  # year to minute


@pytest.mark.parametrize(
    ("start", "hours", "expected"),
    [
        ((2026, 11, 16, 10, 0), 4, (2026, 11, 16, 14, 0)),
        # Ends with the day, and not with the next one's beginning.
        ((2026, 11, 16, 14, 0), 4, (2026, 11, 16, 18, 0)),
        ((2026, 11, 16, 16, 0), 4, (2026, 11, 17, 11, 0)),
        # Before hours, after hours, at the weekend.
        ((2026, 11, 16, 3, 0), 4, (2026, 11, 16, 13, 0)),
        ((2026, 11, 16, 22, 0), 4, (2026, 11, 17, 13, 0)),
        ((2026, 11, 14, 12, 0), 4, (2026, 11, 16, 13, 0)),
        # A holiday on a Monday, and one on a Friday.
        ((2026, 10, 30, 16, 0), 4, (2026, 11, 3, 11, 0)),
        ((2026, 11, 19, 16, 0), 4, (2026, 11, 23, 11, 0)),
        # Over the end of a year, with a holiday on a Friday before it.
        ((2026, 12, 24, 17, 0), 48, (2026, 12, 29, 17, 0)),
        ((2026, 12, 31, 17, 0), 24, (2027, 1, 1, 17, 0)),
        # From a day up: working days, and the same hour.
        ((2026, 11, 16, 14, 30), 24, (2026, 11, 17, 14, 30)),
        ((2026, 11, 13, 14, 30), 48, (2026, 11, 17, 14, 30)),
        ((2026, 11, 16, 14, 30), 120, (2026, 11, 24, 14, 30)),
        ((2026, 11, 16, 9, 0), 36, (2026, 11, 17, 13, 30)),
    ],
)
def test_hours_run_while_the_place_works(start: tuple[int, ...], hours: int, expected: tuple[int, ...]) -> None:
    assert after(local(*start), allowance(hours, OFFICE), OFFICE) == local(*expected)


def test_who_works_round_the_clock_counts_every_hour() -> None:
    start = local(2026, 12, 24, 22, 15)
    for hours in (1, 4, 24, 120):
        assert after(start, allowance(hours, ALWAYS), ALWAYS) == start + timedelta(hours=hours)
    assert between(start, start + timedelta(days=3), ALWAYS) == timedelta(days=3)
    assert between(start, start - timedelta(days=3), ALWAYS) == timedelta(0)


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 26), 4), (date(2026, 3, 27), 3)])
def test_a_shift_in_which_the_clocks_change_is_as_long_as_it_really_is(day: date, hours: int) -> None:
    begins = datetime.combine(day, time(0), NIGHT.zone)
    assert between(begins, begins + timedelta(hours=12), NIGHT) == timedelta(hours=hours)


def test_the_day_of_a_clock_change_still_ends_at_its_hour() -> None:
    # São Paulo went an hour ahead at midnight of Sunday, 4 November 2018.
    start = local(2018, 11, 2, 17, 0)
    calendar = Calendar(SAO_PAULO, time(9), time(18))
    assert after(start, timedelta(hours=2), calendar) == local(2018, 11, 5, 10, 0)


@given(MOMENTS, calendars())
def test_nothing_added_is_the_same_moment_or_the_next_opening(start: datetime, calendar: Calendar) -> None:
    same = after(start, timedelta(0), calendar)
    assert same >= start
    assert between(start, same, calendar) == timedelta(0)


@given(MOMENTS, SPANS, calendars())
def test_what_is_added_is_what_was_worked(start: datetime, worked: timedelta, calendar: Calendar) -> None:
    if between(start, start + timedelta(days=30), calendar) < timedelta(hours=20):
        # Days of a few seconds: four hundred hours of them are a lifetime.
        worked /= 1000
    end = after(start, worked, calendar)
    assert between(start, end, calendar) == worked
    assert_at_work(end, calendar)


@given(MOMENTS, SPANS, SPANS, calendars().filter(lambda calendar: calendar.day > timedelta(hours=1)))
def test_more_work_ends_no_sooner_and_adds_up(
    start: datetime, first: timedelta, second: timedelta, calendar: Calendar
) -> None:
    middle = after(start, first, calendar)
    assert start <= middle <= after(start, first + second, calendar) == after(middle, second, calendar)


@given(MOMENTS, SPANS, SPANS, calendars().filter(lambda calendar: calendar.day > timedelta(hours=1)))
def test_a_later_start_ends_no_sooner(start: datetime, delay: timedelta, worked: timedelta, calendar: Calendar) -> None:
    assert after(start, worked, calendar) <= after(start + delay, worked, calendar)


def assert_at_work(moment: datetime, calendar: Calendar) -> None:
    if calendar.round_the_clock:
        return
    here = moment.astimezone(calendar.zone)
    assert here.weekday() < 5
    assert here.date() not in calendar.holidays
    assert calendar.begins <= here.time() <= calendar.ends
