"""A check asks as long as there is something to ask, and then closes itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from escalations import checks
from escalations.models import Case, WriteBack
from ledgers.models import Field
from ledgers.selectors import facts
from ledgers.selectors.facts import Asked
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOON = timedelta(days=100)


def clock(settings: Settings, instant: datetime) -> None:
    settings.LEDGER_CLOCK = instant.isoformat()


def price(expires_at: datetime | None = None) -> Said:
    return Said(
        field="price.list", subject="plan:pro", scope="team:dev", source="docs-sync", by="docs-sync", value=100,
        effective_at=day(1), expires_at=expires_at,
    )  # fmt: skip


def decided(place: World, value: str, since: int) -> None:
    """The owner accepts a value that billing does not have."""
    claim = say(place, Said("payment.iban", value, "people", "ana", effective_at=day(since)))
    press(place, asking(claim), replace(seen(asking(claim), "accept"), claim=claim.id))


def test_a_review_is_over_once_the_source_says_it_again(settings: Settings) -> None:
    place = world()
    clock(settings, NOW)
    say(place, price())
    clock(settings, NOW + SOON)
    assert checks.sweep() == 1
    say(place, price())
    assert Case.objects.get().state == Case.State.CLOSED


def test_a_review_is_over_once_its_fact_ran_out(settings: Settings) -> None:
    place = world()
    clock(settings, NOW)
    say(place, price(expires_at=NOW + SOON + timedelta(days=1)))
    clock(settings, NOW + SOON)
    assert checks.sweep() == 1
    clock(settings, NOW + SOON + timedelta(days=2))
    assert checks.sweep() == 0
    assert Case.objects.get().closed_because == "dates.ran_out"


def test_a_write_back_follows_the_newest_decision(settings: Settings) -> None:
    place = world()
    clock(settings, NOW)
    say(place, Said("payment.iban", "BR-1", "billing-sync", "billing-sync", effective_at=day(1)))
    decided(place, "BR-2", 2)
    decided(place, "BR-3", 3)
    task = WriteBack.objects.get(done_at__isnull=True)
    assert Case.objects.get(id=task.case_id).candidates.get().claim.value == "BR-3"


def test_an_overdue_write_back_is_answered_by_the_system_itself(settings: Settings) -> None:
    place = world()
    clock(settings, NOW)
    say(place, Said("payment.iban", "BR-1", "billing-sync", "billing-sync", effective_at=day(1)))
    decided(place, "BR-2", 2)
    clock(settings, NOW + SOON)
    checks.sweep()
    assert Case.objects.get(kind=Case.Kind.WRITE_BACK).state == Case.State.OPEN
    say(place, Said("payment.iban", "BR-2", "billing-sync", "billing-sync", effective_at=day(2)))
    assert Case.objects.get(kind=Case.Kind.WRITE_BACK).state == Case.State.CLOSED


def test_what_would_come_back_asks_no_more_once_its_time_is_taken(settings: Settings) -> None:
    place = world()
    clock(settings, NOW)
    first = say(place, Said("payment.iban", "BR-1", "billing-sync", "billing-sync", effective_at=day(1)))
    summer = say(
        place, Said("payment.iban", "BR-2", "people", "ana", effective_at=day(2), expires_at=NOW + timedelta(days=9))
    )
    press(place, asking(summer), replace(seen(asking(summer), "accept"), claim=summer.id))
    listed = facts.page(place.workspace, ["*"], Asked(ledger="pending"), limit=9)
    assert [(one.id, one.status, one.valid_from) for one in listed] == [(first.id, "pending", summer.expires_at)]
    assert "under_review" not in caveats(place)
    decided(place, "BR-3", 3)
    assert not facts.page(place.workspace, ["*"], Asked(ledger="pending"), limit=9)
    clock(settings, NOW + timedelta(days=10))
    checks.sweep()
    assert not Case.objects.filter(state=Case.State.OPEN, kind__in=Case.QUESTIONS).exists()


def caveats(place: World) -> set[str]:
    return {caveat.code for one in facts.page(place.workspace, ["*"], Asked(), limit=9) for caveat in one.caveats}


def test_of_very_many_overdue_each_is_asked_about_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST", 2)
    monkeypatch.setattr(checks, "CHUNK", 1)
    place = world()
    clock(settings, NOW)
    for number in range(5):
        say(place, replace(price(), subject=f"plan:p{number}"))
    clock(settings, NOW + SOON)
    assert [checks.sweep() for _again in range(4)] == [2, 2, 1, 0]
    assert Case.objects.values("slot").distinct().count() == 5


def test_a_name_of_its_own_is_not_reviewed_by_the_pattern_that_covers_it(settings: Settings) -> None:
    place = world()
    Field.objects.create(workspace=place.workspace, key="tint.*", name="Tint", type="text", review_days=30)
    Field.objects.create(workspace=place.workspace, key="tint.own", name="Own tint", type="text")
    clock(settings, NOW)
    for field in ("tint.own", "tint.any"):
        say(place, Said(field, "blue", effective_at=day(1)))
    clock(settings, NOW + SOON)
    assert checks.sweep() == 1
    assert Case.objects.get().slot.field == "tint.any"


def test_values_that_are_young_are_not_looked_at_one_by_one(settings: Settings) -> None:
    place = world()
    clock(settings, NOW)
    asked = []
    for number in range(12):
        say(place, replace(price(), subject=f"plan:p{number}"))
        if number in {1, 11}:
            with CaptureQueriesContext(connection) as taken:
                assert checks.sweep() == 0
            asked.append(len(taken))
    assert asked[0] == asked[1]
