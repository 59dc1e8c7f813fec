"""What an owner decided against is not asked about again, unless something about it is new."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from escalations.models import Case
from ledgers.models import Claim
from memoryhub.api.outcomes import first_told, told
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen
from tests.factories import sign_in
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db

LEE = Said("contact.primary", "Lee", "agents", "agent-1", effective_at=day(9))


@pytest.fixture
def place() -> World:
    return world()


@pytest.fixture
def kept(place: World) -> Case:
    """Of two things an agent said Ana kept the earlier."""
    first = asking(say(place, replace(LEE, value="Dana", effective_at=day(1))))
    press(place, first, seen(first, "accept"))
    case = asking(say(place, LEE))
    return press(place, case, seen(case, "keep"))


def _open() -> list[Case]:
    return list(Case.objects.filter(state="open"))


def test_the_same_again_is_refused_with_the_case_that_decided(place: World, kept: Case) -> None:
    for again in (say(place, LEE), say(place, LEE)):
        first = first_told(again)
        for answer in (first, *told([again])):
            assert answer is not None
            outcome = answer["outcome"]
            assert (outcome["action"], outcome["rule"]) == ("reject_conflict", "detect.barred_owner")
            assert outcome["case"] == str(kept.pk)
    assert _open() == []
    client, ana = Client(), place.members["ana"].user
    assert ana is not None
    sign_in(client, ana)
    page = client.get(f"/facts/{Claim.objects.get(value='Dana').pk}/").content.decode()
    # The decision itself, and each of the two that came after it.
    assert page.count(f'href="/cases/{kept.pk}/"') == 3


@pytest.mark.parametrize(
    "new",
    [
        replace(LEE, value="Kim"),
        replace(LEE, effective_at=day(10)),
        replace(LEE, source="portal-acme", by="acme"),
    ],
    ids=["value", "later date", "stronger source"],
)
def test_what_is_new_about_it_is_asked_about(place: World, kept: Case, new: Said) -> None:
    claim = say(place, new)
    [case] = _open()
    assert case == asking(claim)
    assert case != kept
