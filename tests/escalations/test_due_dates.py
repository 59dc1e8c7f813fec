"""A case is due when its owner has had the working hours of its class: by the calendar of the workspace."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest
from pytest_django.fixtures import Settings

from escalations.models import Case
from escalations.time import calendars
from memoryhub.accounts.models import Workspace
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db


def opened(settings: Settings, instant: str, said: Said, **workspace: object) -> Case:
    """The case about a claim said at that instant (local time of São Paulo)."""
    settings.LEDGER_CLOCK = f"{instant}-03:00"
    place = world()
    Workspace.objects.filter(pk=place.workspace.pk).update(**workspace)
    claim = say(place, said)
    return Case.objects.get(candidates__claim=claim)


def local(case: Case) -> str:
    return case.due_at.astimezone(case.slot.workspace.zone).strftime("%Y-%m-%d %H:%M")


IBAN = Said("payment.iban", "BR-1", "people", "ana", effective_at=day(1))


@pytest.mark.parametrize(
    ("instant", "expected"),
    [
        ("2026-11-16T10:00:00", "2026-11-16 14:00"),
        ("2026-11-16T16:30:00", "2026-11-17 11:30"),
        # A Thursday evening before a holiday on Friday: Monday.
        ("2026-11-19T17:00:00", "2026-11-23 12:00"),
        # New Year, a holiday on a Friday.
        ("2026-12-31T17:00:00", "2027-01-04 12:00"),
    ],
)
def test_a_payment_has_four_working_hours(settings: Settings, instant: str, expected: str) -> None:
    assert local(opened(settings, instant, IBAN)) == expected


def test_a_holiday_of_the_region_counts_where_the_workspace_is_in_it(settings: Settings) -> None:
    # 9 July is a holiday in the state of São Paulo.
    assert local(opened(settings, "2026-07-08T17:00:00", IBAN, region="SP")) == "2026-07-10 12:00"


def test_elsewhere_it_is_a_working_day(settings: Settings) -> None:
    assert local(opened(settings, "2026-07-08T17:00:00", IBAN, region="RJ")) == "2026-07-09 12:00"


def test_who_works_round_the_clock_has_plain_hours(settings: Settings) -> None:
    always = {"day_begins": time(0), "day_ends": time(0)}
    assert local(opened(settings, "2026-12-24T22:00:00", IBAN, **always)) == "2026-12-25 02:00"


def test_the_hours_of_the_workspace_count(settings: Settings) -> None:
    early = {"day_begins": time(7), "day_ends": time(11)}
    assert local(opened(settings, "2026-11-16T09:00:00", IBAN, **early)) == "2026-11-17 09:00"


def test_a_class_with_days_has_working_days(settings: Settings) -> None:
    contact = Said("contact.primary", "Lee", "people", "ana", effective_at=day(1))
    # Two working days from a Friday, with neither Saturday nor Sunday.
    assert local(opened(settings, "2026-11-13T14:30:00", contact)) == "2026-11-17 14:30"


def test_a_country_nobody_knows_has_no_holidays() -> None:
    assert datetime(2026, 12, 25, tzinfo=UTC).date() not in calendars.Holidays("QQ", "")
    assert datetime(2026, 12, 25, tzinfo=UTC).date() in calendars.Holidays("BR", "")


def test_what_makes_a_case_graver_counts_its_hours_from_then_on(settings: Settings) -> None:
    settings.LEDGER_CLOCK = "2026-11-16T10:00:00-03:00"
    place = world()
    first = say(place, Said("company.plan", "gold", "agents", "agent-1", effective_at=day(2)))
    again = say(place, Said("company.plan", "silver", "agents", "agent-2", effective_at=day(2)))
    case = Case.objects.get(candidates__claim=again)
    assert (first.id, local(case)) != (again.id, "2026-11-16 10:00")
    before = case.reminds_at
    settings.LEDGER_CLOCK = "2026-11-16T11:00:00-03:00"
    say(place, Said("company.plan", "PIX 11144477735", "agents", "agent-1", effective_at=day(2)))
    case.refresh_from_db()
    assert (case.sensitivity, local(case)) == ("payment", "2026-11-16 15:00")
    assert before is not None
    assert case.reminds_at is not None
    assert case.reminds_at < before
