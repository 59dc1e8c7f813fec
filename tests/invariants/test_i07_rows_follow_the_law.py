"""I7 in the database: after any run of operations the rows of a slot are the law applied to the claims in its book."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from random import Random

import pytest

from escalations import triage
from ledgers.domain.timeline import at, rebuild
from ledgers.models import Slot
from ledgers.selectors import book
from ledgers.services import settle
from tests.invariants.saying import store, world
from tests.invariants.test_i02_every_change_is_logged import random_claim

PROVE = bool(os.environ.get("PROVE"))
SEEDS, CLAIMS = range(10 if PROVE else 3), 120 if PROVE else 60
EVER = datetime(1900, 1, 1, tzinfo=UTC)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", SEEDS)
def test_rows_are_the_law_applied_to_the_book(seed: int) -> None:
    random, place = Random(seed), world()
    for _number in range(CLAIMS):
        triage.settle_now(store(place, random_claim(random, place)).id)
    slots = list(Slot.objects.exclude(field="contact.primary").select_related("workspace", "subject"))
    assert len(slots) > 5
    for slot in slots:
        law = settle.law_of(slot)
        wanted = rebuild(book.read_book(slot, EVER, None), law.rule.order)
        held = book.read_timeline(slot, EVER, None).timeline
        edges = {edge for window in (*wanted, *held) for edge in (window.start, window.end) if edge is not None}
        for edge in edges:
            right, found = at(wanted, edge), at(held, edge)
            assert (right and right.value) == (found and found.value), (slot.field, edge)
            assert (right and right.entry.strength) == (found and found.entry.strength), (slot.field, edge)
