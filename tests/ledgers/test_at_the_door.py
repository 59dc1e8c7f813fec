"""What the door refuses: a scope that is none, and a person whose source it is not."""

from __future__ import annotations

import pytest

from ledgers.errors import InvalidClaim
from ledgers.models import Claim, Source
from ledgers.services.claims import ClaimInput, submit
from tests.cases.world import World
from tests.invariants.saying import Said, author, day, store, world

pytestmark = pytest.mark.django_db


def said_by(place: World, person: str) -> Claim:
    data = ClaimInput("client:acme", "company.plan", "client:acme", "phone", value="gold", said_by={"person": person})
    who = author(place, "inbox")
    return submit(workspace=place.workspace, author=who, data=data, idempotency_key="k", request_digest=b"d").claim


@pytest.mark.parametrize("scope", ["client:*", "client:a*"])
def test_a_pattern_is_no_scope(scope: str) -> None:
    with pytest.raises(InvalidClaim) as refused:
        store(world(), Said(value="gold", scope=scope, effective_at=day(1)))
    assert refused.value.errors[0]["code"] == "unknown-scope"


def test_a_source_of_one_person_speaks_for_nobody_else() -> None:
    place = world()
    Source.objects.create(
        workspace=place.workspace, key="phone", name="Phone", tier="authorized_person", person=place.members["ana"]
    )
    with pytest.raises(InvalidClaim) as refused:
        said_by(place, "eva")
    assert refused.value.errors[0]["code"] == "unknown-person"
    assert said_by(place, "ana").speaker == "ana"
