"""I7, through the services: with ties too, what stands obeys the law, and what waits has a reason to wait."""

from __future__ import annotations

import os
from random import Random

import pytest

from escalations.models import Case, CaseClaim
from ledgers.models import Fact, Slot
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world
from tests.ledgers.domain.claim_sets import overlap
from tests.ledgers.domain.oracle import Said as Heard
from tests.ledgers.domain.oracle import Stretch, joined, stretches, ties

SETS, CLAIMS = 60 if os.environ.get("PROVE") else 15, 6
# Two systems of record tie with each other; people rank below both.
AUTHORS = {"crm-sync": ("crm-sync", 2), "billing-sync": ("billing-sync", 2), "people": ("ana", 1)}


def random_set(random: Random, subject: str) -> list[tuple[Said, Heard]]:
    """Few days and few values, so that claims collide."""
    pairs = []
    for number in range(CLAIMS):
        source = random.choice(sorted(AUTHORS))
        who, rank = AUTHORS[source]
        start = random.randint(0, 5)
        end = random.choice([None, None, start + random.randint(1, 4)])
        value = random.choice(["a", "b", "c", None])
        said = Said(
            subject=subject,
            source=source,
            by=who,
            value=value,
            kind="assert" if value else "retract",
            effective_at=day(start),
            expires_at=None if end is None else day(end),
        )
        pairs.append((said, Heard(f"k{number}", rank, day(start), value, None if end is None else day(end))))
    return pairs


def asks(waiting: Heard, book: list[Heard]) -> bool:
    """Whether the law leaves it to the owner: it ties, or a value comes later and weaker than a retract."""
    after = [held for held in book if held.value is None and overlap(held, waiting) and held.rank > waiting.rank]
    return ties([*book, waiting]) or any(held.effective_at <= waiting.effective_at for held in after)


@pytest.mark.django_db
def test_what_stands_obeys_the_law_and_what_waits_still_asks() -> None:
    random, place = Random(7), world()
    waited = 0
    for number in range(SETS):
        subject = f"client:s{number}"
        told = {say(place, said).id: heard for said, heard in random_set(random, subject)}
        rows = list(Fact.objects.filter(slot__subject__key=subject, recorded_during__upper_inf=True))
        standing = {row.claim_id: row.standing for row in rows}
        assert set(standing) == set(told), "a claim is nowhere"
        waiting = [told[claim] for claim, where in standing.items() if where == "pending"]
        book = [told[row.claim_id] for row in rows if row.standing == "timeline" and row.weighs]
        book = list({heard.name: heard for heard in book}.values())
        assert in_force(rows) == stretches(book), subject
        assert all(asks(heard, book) for heard in waiting), subject
        check_cases(place, subject, {claim for claim, where in standing.items() if where == "pending"})
        waited += len(waiting)
    assert waited > SETS / 4


def in_force(rows: list[Fact]) -> tuple[Stretch, ...]:
    parts = []
    for row in rows:
        if row.standing == "timeline" and row.value_key and not row.valid_during.isempty:
            assert row.valid_during.lower is not None
            parts.append(Stretch(row.valid_during.lower, row.valid_during.upper, row.value_key))
    return joined(parts)


def check_cases(place: World, subject: str, waiting: set[object]) -> None:
    """One open case holds all that waits, and there is none without."""
    slot = Slot.objects.get(workspace=place.workspace, subject__key=subject)
    cases = Case.objects.filter(slot=slot, state="open", kind__in=Case.QUESTIONS)
    assert cases.count() == bool(waiting)
    held = CaseClaim.objects.filter(case__in=cases, left_at__isnull=True).values_list("claim_id", flat=True)
    assert waiting >= set(held)
