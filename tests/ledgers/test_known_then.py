"""A status as known then does not change by what became known since."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from ledgers.models import Claim
from ledgers.selectors import facts
from ledgers.selectors.facts import Asked
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def status(place: World, claim: Claim, known_at: datetime) -> str:
    found = facts.one(place.workspace, claim.id, Asked(as_of=NOW, known_at=known_at))
    assert found is not None
    return found.status


@pytest.mark.django_db
def test_what_came_into_force_later_was_rejected_then(settings: Settings) -> None:
    place = world()
    settings.LEDGER_CLOCK = NOW.isoformat()
    stands = say(place, Said(value="gold", effective_at=day(1)))
    hidden = say(place, Said(value="silver", source="people", by="ana", effective_at=day(1)))
    then = NOW + timedelta(hours=1)
    assert status(place, hidden, then) == "rejected"
    settings.LEDGER_CLOCK = (NOW + timedelta(days=1)).isoformat()
    # Corrected to hold later, the system's claim uncovers what it hid, and then covers it again.
    say(place, Said(value="gold", effective_at=NOW + timedelta(days=9), kind="correct", corrects=stands.id))
    settings.LEDGER_CLOCK = (NOW + timedelta(days=2)).isoformat()
    say(place, Said(value="bronze", effective_at=day(0)))
    assert status(place, hidden, then) == "rejected"
    assert status(place, hidden, NOW + timedelta(days=2)) == "superseded"


def expired(place: World, subject: str, order: str) -> str:
    """What became of the first value, after a retract by the system and a later value by a person, in some order."""
    first = Said(value="gold", subject=subject, source="people", by="ana", effective_at=day(1))
    told = {
        "v": replace(first, value="silver", effective_at=day(9)),
        "r": Said(subject=subject, kind="retract", effective_at=day(9)),
    }
    claim = say(place, first)
    for each in order:
        say(place, told[each])
    found = facts.one(place.workspace, claim.id)
    assert found is not None
    return found.status


@pytest.mark.django_db
def test_what_ended_a_fact_is_told_alike_in_any_order() -> None:
    place = world()
    assert [expired(place, f"client:{order}", order) for order in ("rv", "vr")] == ["expired", "expired"]


@pytest.mark.django_db
def test_a_fact_in_force_is_not_listed_as_ahead_too() -> None:
    place = world()
    said = Said(value="gold", source="people", by="ana", effective_at=day(1))
    fact = say(place, said)
    # From then on the system stands behind it: another window of the same fact.
    say(place, replace(said, source="crm-sync", by="crm-sync", effective_at=datetime(2034, 1, 1, tzinfo=UTC)))
    listed = [facts.page(place.workspace, ["*"], Asked(status=status), limit=9) for status in ("", "scheduled")]
    assert [[one.id for one in found] for found in listed] == [[fact.id], []]
