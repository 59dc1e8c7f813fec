"""A slot that is taken up answers every reading as the database would, before and after a page is turned in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from escalations import triage
from ledgers import clock
from ledgers.models import Fact, Slot
from ledgers.selectors import book
from ledgers.selectors.taken_up import take_up
from ledgers.services import settle
from ledgers.services.locks import lock
from tests.invariants.saying import store, world
from tests.invariants.test_i02_every_change_is_logged import random_claim

START = datetime(2020, 1, 1, tzinfo=UTC)
STRETCHES = [(START, None), (START, START + timedelta(days=4000)), (START + timedelta(days=2400), None)]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_a_slot_that_is_taken_up_says_what_the_database_says(seed: int) -> None:
    random, place = Random(seed), world()
    for _number in range(60):
        triage.settle_now(store(place, random_claim(random, place)).id)
    slots = list(Slot.objects.order_by("id").values_list("id", flat=True))
    answers = 0
    for slot_id in slots:
        with transaction.atomic():
            asked, taken = lock([slot_id])[slot_id], lock([slot_id])[slot_id]
            take_up(taken, clock.now())
            answers += _alike(taken, asked, random)
            # What waits is judged again, so that pages are turned, and read again.
            settle.recheck(taken, settle.law_of(taken))
            _alike(taken, lock([slot_id])[slot_id], random)
    assert answers > 200


def _alike(taken: Slot, asked: Slot, random: Random) -> int:
    """Every reading in both ways; how many of them told anything."""
    claims = list(Fact.objects.filter(slot=asked).values_list("claim_id", flat=True).distinct())
    some = {claim for claim in claims if random.random() < 0.5}
    pairs = list(zip(_readings(taken, claims, some), _readings(asked, claims, some), strict=True))
    for number, (here, there) in enumerate(pairs):
        assert here == there, (number, asked.field)
    return sum(bool(here) for here, _there in pairs)


def _readings(slot: Slot, claims: list[UUID], some: set[UUID]) -> Iterable[Any]:
    values = {row.value_key for row in Fact.objects.filter(slot_id=slot.id)}
    for start, end in STRETCHES:
        held = book.read_timeline(slot, start, end)
        yield held.timeline
        yield [row.id for row in held.rows.values()]
        yield book.read_book(slot, start, end)
        yield book.read_saying(slot, held.timeline[:2])
    yield {row.id for row in book.read_of(slot, some)}
    yield {row.id for row in book.read_hidden(slot, set(claims))}
    yield {row.id for row in book.read_echoes(slot, values)}
    yield [row.id for row in book.read_waiting(slot)]
    yield book.ever_held(slot)
    yield [book.last_support(slot, value) for value in sorted(values, key=str)]
    yield [book.holds_from(slot, claim, START + timedelta(days=2500)) for claim in claims]
    yield book.past_review(slot, settle.law_of(slot).rule, START + timedelta(days=4000))
