"""I1: at any instant at most one fact is in force in a slot, whoever writes and however many at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from escalations import triage
from ledgers.models import Claim, Fact, Outbox, Transaction
from tests.cases.posting import in_thread
from tests.invariants.saying import ACME, Said, add_fact_like, count, day, entry_like, say, store, world
from tests.ledgers.domain.oracle import Said as Heard
from tests.ledgers.domain.oracle import Stretch, joined, stretches

CLAIMS, THREADS = 200, 8
VALUES = ["gold", "silver", "trial", "free", "legacy"]
SOURCES = {"crm-sync": ("crm-sync", 3), "people": ("ana", 2), "agents": ("agent-1", 1)}
OVERLAPS = """
    SELECT 1 FROM ledgers_fact one JOIN ledgers_fact two ON one.slot_id = two.slot_id AND one.id < two.id
    WHERE one.standing = 'timeline' AND two.standing = 'timeline'
      AND upper_inf(one.recorded_during) AND upper_inf(two.recorded_during)
      AND one.valid_during && two.valid_during
"""


def overlapping(random: Random) -> list[tuple[Said, Heard]]:
    """Claims with overlapping validity, three strengths, and no two of one strength and date."""
    pairs = []
    for number in range(CLAIMS):
        source = random.choice(sorted(SOURCES))
        who, rank = SOURCES[source]
        value, start = random.choice(VALUES), day(number)
        end = random.choice([None, None, day(number + random.randint(1, 60))])
        said = Said(value=value, source=source, by=who, effective_at=start, expires_at=end)
        pairs.append((said, Heard(f"k{number}", rank, start, value, end)))
    random.shuffle(pairs)
    return pairs


@pytest.mark.django_db(transaction=True)
def test_two_hundred_claims_at_once_leave_the_timeline_of_the_law() -> None:
    place = world()
    pairs = overlapping(Random(1))
    claims = [store(place, said).id for said, _heard in pairs]

    def settle(claim_id: UUID) -> None:
        triage.settle_now(claim_id)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda claim_id: in_thread(lambda: settle(claim_id))(), claims))
    # A slot that stayed locked too long leaves its claim to the next bell.
    while triage.drain():
        pass
    assert not Outbox.objects.exists()
    assert count(OVERLAPS) == 0
    assert Transaction.objects.filter(kind="claim").count() == CLAIMS
    assert in_force() == stretches([heard for _said, heard in pairs])


def in_force() -> tuple[Stretch, ...]:
    open_rows = Fact.objects.filter(standing="timeline", recorded_during__upper_inf=True, valid_during__isempty=False)
    parts = []
    for row in open_rows:
        assert row.valid_during.lower is not None
        parts.append(Stretch(row.valid_during.lower, row.valid_during.upper, row.value_key or ""))
    return joined(parts)


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_a_second_fact_in_force() -> None:
    """Raw SQL, with a transaction row of its own as the guard of fact rows asks for."""
    place = world()
    claim = say(place, Said(value="gold", effective_at=day(1)))
    fact, entry = Fact.objects.get(claim=claim), Transaction.objects.get(claim=claim)
    with pytest.raises(IntegrityError, match="fact_one_in_force"), transaction.atomic():
        add_fact_like(fact, entry_like(entry), value_key="silver")
    assert count(OVERLAPS) == 0


@pytest.mark.django_db(transaction=True)
def test_facts_that_end_where_the_next_begins_do_not_clash() -> None:
    place = world()
    for number in range(5):
        say(place, Said(value=VALUES[number], effective_at=day(number), expires_at=day(number + 1)))
    assert len(in_force()) == 5
    assert Claim.objects.filter(workspace=place.workspace, scope=ACME).count() == 5
