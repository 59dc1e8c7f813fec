"""I8: a bell that rings once, twice or five times, in any order, has one effect."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from escalations import tasks, triage
from escalations.models import Case, CaseClaim
from ledgers.models import Fact, Outbox, Transaction
from tests.cases.posting import in_thread
from tests.cases.world import World
from tests.invariants.saying import Said, day, store, world

PLACES = 6


def claims(place: World, random: Random) -> list[Said]:
    """For each of some clients: two strengths, a claim with an end, and one that waits for its owner."""
    said = []
    for number in range(PLACES):
        client = f"client:c{number}"
        said += [
            Said(subject=client, value="gold", effective_at=day(1)),
            Said(subject=client, value="silver", effective_at=day(5), source="people", by="ana"),
            Said(subject=client, value="trial", effective_at=day(9), expires_at=day(12)),
            Said(subject=client, field="contact.primary", value="Lee", effective_at=day(3), source="people", by="ana"),
        ]
    random.shuffle(said)
    return said


def ledgers(place: World) -> list[tuple[object, ...]]:
    """What stands, by content alone."""
    rows = Fact.objects.filter(workspace=place.workspace, recorded_during__upper_inf=True).select_related(
        "slot__subject"
    )
    return sorted(
        (row.slot.subject.key, row.slot.field, str(row.value_key), row.standing, str(row.valid_during.lower), row.tier)
        for row in rows
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", [1, 2, 5])
def test_delivered_again_and_shuffled_the_effect_is_the_same(times: int) -> None:
    random = Random(times)
    once, often = world("once"), world("often")
    for said in claims(once, Random(0)):
        triage.settle_now(store(once, said).id)
    bells = [store(often, said).id for said in claims(often, random)] * times
    random.shuffle(bells)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda claim_id: in_thread(lambda: triage.settle_now(claim_id))(), bells))
        list(pool.map(lambda _number: in_thread(tasks.drain_outbox.run)(), range(times)))
    assert not Outbox.objects.filter(workspace=often.workspace).exists()
    assert ledgers(often) == ledgers(once)
    assert Transaction.objects.filter(workspace=often.workspace, kind="claim").count() == 4 * PLACES
    assert Case.objects.filter(workspace=often.workspace).count() == PLACES
    assert CaseClaim.objects.filter(case__workspace=often.workspace).count() == PLACES
