"""What an owner's press may do, and what it is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from escalations.errors import InvalidChoice
from escalations.models import Case
from ledgers.models import Claim, Fact
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen, standing
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db

ELSEWHERE = "client:b"


def iban(value: str, scope: str = "client:acme", expires_at: datetime | None = None) -> Said:
    return Said(
        field="payment.iban", source="billing-sync", by="billing-sync", value=value, scope=scope,
        effective_at=day(1), expires_at=expires_at,
    )  # fmt: skip


def disputed(place: World, expires_at: datetime | None = None) -> Claim:
    """A value stands, and another one of the same rank and date waits."""
    say(place, iban("BR-1"))
    return say(place, iban("BR-2", expires_at=expires_at))


def test_a_claim_is_not_accepted_from_after_its_own_end() -> None:
    place = world()
    claim = disputed(place, expires_at=datetime(2026, 12, 1, tzinfo=UTC))
    with pytest.raises(InvalidChoice) as refused:
        press(
            place, asking(claim), replace(seen(asking(claim), "accept"), effective_at=datetime(2027, 1, 1, tzinfo=UTC))
        )
    assert refused.value.errors[0]["pointer"] == "#/effective_at"
    assert standing(claim) == Fact.Standing.PENDING


def test_what_moves_to_another_scope_keeps_its_end() -> None:
    place = world()
    claim = disputed(place, expires_at=datetime(2030, 12, 1, tzinfo=UTC))
    press(place, asking(claim), replace(seen(asking(claim), "both"), claim=claim.id, scopes=("client:acme", ELSEWHERE)))
    moved = Fact.objects.get(slot__scope=ELSEWHERE)
    assert (moved.value_key, moved.ends) == ("BR-2", claim.expires_at)


def test_a_value_the_owner_was_not_shown_is_not_displaced() -> None:
    place = world()
    there = say(place, iban("BR-9", scope=ELSEWHERE))
    claim = disputed(place)
    with pytest.raises(InvalidChoice) as refused:
        press(
            place,
            asking(claim),
            replace(seen(asking(claim), "both"), claim=claim.id, scopes=("client:acme", ELSEWHERE)),
        )
    assert refused.value.errors[0]["pointer"] == "#/scopes"
    fact = Fact.objects.get(slot__scope=ELSEWHERE)
    assert (fact.claim_id, fact.valid_during.isempty) == (there.id, False)


def test_a_question_in_the_other_scope_is_answered_there() -> None:
    place = world()
    waiting = say(place, Said(field="payment.iban", source="people", by="ana", value="BR-9", scope=ELSEWHERE,
                              effective_at=day(1)))  # fmt: skip
    claim = disputed(place)
    with pytest.raises(InvalidChoice):
        press(
            place,
            asking(claim),
            replace(seen(asking(claim), "both"), claim=claim.id, scopes=("client:acme", ELSEWHERE)),
        )
    assert asking(waiting).state == Case.State.OPEN


def test_a_scope_that_says_the_same_takes_the_value_along() -> None:
    place = world()
    say(place, iban("BR-2", scope=ELSEWHERE))
    claim = disputed(place)
    case = press(
        place, asking(claim), replace(seen(asking(claim), "both"), claim=claim.id, scopes=("client:acme", ELSEWHERE))
    )
    assert case.state == Case.State.DECIDED
