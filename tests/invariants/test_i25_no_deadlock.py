"""I25: nobody waits for each other in a ring, whatever happens at once and in whatever order it is sent.

The database counts the rings it had to break; the count does not move.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client

from escalations import triage
from ledgers.models import Claim, Outbox, Transaction
from tests.api.world import build
from tests.cases.posting import in_thread
from tests.cases.world import World
from tests.invariants.pressing import seen, signed_in
from tests.invariants.saying import Said, day, say, store, world

pytestmark = pytest.mark.django_db(transaction=True)

CONNECTIONS, ROUNDS = 8, 12 if os.environ.get("PROVE") else 6
Result = TypeVar("Result")


def deadlocks() -> int:
    """The rings broken in this database so far; what other connections have counted arrives within a second."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def at_once(jobs: Sequence[Callable[[], Result]]) -> list[Result]:
    """All of them on eight connections, each of which tells what it counted when it closes."""
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        return list(pool.map(lambda job: in_thread(job)(), jobs))


@pytest.fixture(autouse=True)
def _no_ring_is_broken() -> Iterator[None]:
    before = deadlocks()
    yield
    # The connections of the threads are closed by now; the last of their counts may still be on its way.
    deadline = time.monotonic() + 1
    while time.monotonic() < deadline and deadlocks() == before:
        time.sleep(0.1)
    assert deadlocks() == before


def tolerating_locks(job: Callable[[], object]) -> Callable[[], object]:
    """A lock waited for too long is let go and tried again by the next bell; a ring is not forgiven."""

    def run() -> object:
        try:
            return job()
        except OperationalError as error:
            if "lock timeout" not in str(error):
                raise
            return None

    return run


@pytest.mark.parametrize("by_worker", [False, True])
def test_corrections_across_slots_in_both_directions(by_worker: bool) -> None:
    """In a field of many values each has a slot of its own. Of two values each corrects the other, at the same time."""
    place = world()
    jobs: list[Callable[[], object]] = []
    for number in range(ROUNDS):
        values = [f"a{number}", f"b{number}"]
        facts = [say(place, Said("skill", value, effective_at=day(number))) for value in values]
        for value, fact in zip(values, reversed(facts), strict=True):
            claim = store(place, Said("skill", value, kind="correct", corrects=fact.id, effective_at=day(number))).id
            jobs.append(tolerating_locks(triage.drain if by_worker else partial(triage.settle_now, claim)))
    at_once(jobs)
    while triage.drain():
        pass
    assert not Outbox.objects.exists()
    assert Transaction.objects.filter(claim__kind="correct").count() >= ROUNDS


def test_decisions_that_move_facts_between_scopes_in_both_directions() -> None:
    """Both are true: the case of each scope moves its claim to the other scope, two owners' devices at once."""
    place = world()
    jobs: list[Callable[[], object]] = []
    for number in range(ROUNDS):
        scopes = [f"client:m{number}", f"client:n{number}"]
        for scope, other in (scopes, scopes[::-1]):
            said = Said(value="gold", subject="client:acme", scope=scope, effective_at=day(number))
            say(place, said)
            waits = say(place, replace(said, value="silver", by="billing-sync", source="billing-sync"))
            jobs.append(partial(both, place, waits, [scope, other]))
    answers = Counter(at_once(jobs))
    assert set(answers) <= {200, 422}, answers
    assert answers.total() == ROUNDS * 2


def both(place: World, waits: Claim, scopes: list[str]) -> int:
    """What stands stays where it is and the claim goes to the other scope, which may say something else by then."""
    page = seen(place, "ana", waits)
    body = {
        "choice": "both",
        "claim": str(waits.id),
        "scopes": scopes,
        "reason": "Two contracts.",
        "version": page.version,
        "evidence_digest": page.evidence_digest,
        "decision_key": str(uuid4()),
    }
    path = f"/api/v1/cases/{page.id}/decision"
    answer = signed_in(place, "ana").post(path, json.dumps(body), content_type="application/json")
    return answer.status_code


def test_the_same_keys_in_opposite_orders_on_eight_connections() -> None:
    """Each connection posts the same claims under the same keys, every other one from the end, and waits."""
    door = build()
    numbers = list(range(ROUNDS))

    def post(backwards: bool) -> list[int]:
        order = numbers[::-1] if backwards else numbers
        other = replace(door, client=Client(raise_request_exception=False))
        return [other.claim(key=f"k{number}", subject=f"customer:c{number}").status_code for number in order]

    answers = Counter(
        status for found in at_once([partial(post, n % 2 == 1) for n in range(CONNECTIONS)]) for status in found
    )
    assert set(answers) <= {201, 409}, answers
    assert Claim.objects.count() == ROUNDS
