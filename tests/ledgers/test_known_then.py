"""A status as known then does not change by what became known since."""

from __future__ import annotations

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
