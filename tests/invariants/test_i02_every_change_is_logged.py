"""I2: no change of a ledger without exactly one row of the log, written in the same database transaction."""

from __future__ import annotations

import os
import threading
import time
from random import Random
from uuid import UUID

import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, ProgrammingError, connection, transaction

from escalations import triage
from ledgers.models import Claim, Fact, Outbox, Transaction
from tests.cases.world import World
from tests.invariants.saying import Said, copy, count, day, say, store, world
from tests.plugins.walls import as_owner

OPERATIONS = 10_000 if os.environ.get("PROVE") else 100
# Ledger rows that no row of the log accounts for, and rows of the log that account for no ledger row.
UNLOGGED = {
    "opened": """
        SELECT fact.id FROM ledgers_fact fact LEFT JOIN ledgers_transaction entry ON entry.id = fact.opened_by_id
          AND entry.slot_id = fact.slot_id AND entry.recorded_at = lower(fact.recorded_during)
        WHERE entry.id IS NULL""",
    "closed": """
        SELECT fact.id FROM ledgers_fact fact LEFT JOIN ledgers_transaction entry ON entry.id = fact.closed_by_id
          AND entry.slot_id = fact.slot_id AND entry.recorded_at = upper(fact.recorded_during)
        WHERE NOT upper_inf(fact.recorded_during) AND entry.id IS NULL""",
    "entries of nothing": """
        SELECT entry.id FROM ledgers_transaction entry
          LEFT JOIN ledgers_fact fact ON entry.id IN (fact.opened_by_id, fact.closed_by_id)
        WHERE fact.id IS NULL""",
    "claims without one entry": """
        SELECT claim.id FROM ledgers_claim claim
          LEFT JOIN ledgers_outbox waiting ON waiting.claim_id = claim.id
          LEFT JOIN ledgers_transaction entry ON entry.claim_id = claim.id AND entry.number = 1
        WHERE claim.slot_id IS NOT NULL
        GROUP BY claim.id, waiting.claim_id
        HAVING count(entry.id) <> CASE WHEN waiting.claim_id IS NULL THEN 1 ELSE 0 END""",
    "entries that say too little": """
        SELECT id FROM ledgers_transaction
        WHERE action NOT IN ('append', 'noop', 'revise', 'reject_conflict', 'defer_verify') OR rule = ''
          OR policy_version < 1 OR (actor_member_id IS NULL) = (actor_agent_id IS NULL)
          OR details::jsonb -> 'read' = '{}'""",
}


def random_claim(random: Random, place: World) -> Said:
    source, who = random.choice([("crm-sync", "crm-sync"), ("people", "ana"), ("agents", "agent-1"), ("web", "inbox")])
    start = random.randint(0, 300)
    said = Said(
        field=random.choice(["company.plan", "company.status", "skill", "contact.primary", "company.address"]),
        subject=f"client:c{random.randint(1, 5)}",
        value=random.choice(["a", "b", "c"]),
        source=source,
        by=who,
        effective_at=day(start),
        expires_at=random.choice([None, None, day(start + random.randint(1, 90))]),
    )
    if random.random() < 0.15 and said.field != "skill":
        said.kind, said.value = "retract", None
    known = Claim.objects.filter(workspace=place.workspace, kind="assert", slot__isnull=False).order_by("id")
    if random.random() < 0.15 and known.exists():
        earlier = known[random.randrange(known.count())]
        said.kind, said.value, said.corrects = "correct", random.choice(["d", "e"]), earlier.id
        said.field, said.subject = earlier.field, earlier.subject
    return said


def settle_and_die(claim_id: UUID, patience: float) -> None:
    """Settle on another connection, whose server process is killed on the way."""
    pid: list[int] = []
    ready = threading.Event()

    def work() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                pid.append(cursor.fetchone()[0])
            ready.set()
            triage.settle_now(claim_id)
        except (DatabaseError, InterfaceError):
            return
        finally:
            ready.set()
            connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    ready.wait()
    time.sleep(patience)
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", pid)
    worker.join()


@pytest.mark.django_db(transaction=True)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_random_operations_leave_nothing_unlogged() -> None:
    random, place = Random(2), world()
    for _number in range(OPERATIONS):
        claim = store(place, random_claim(random, place))
        if random.random() < 0.1:
            settle_and_die(claim.id, random.random() * 0.02)
        else:
            triage.settle_now(claim.id)
    while triage.drain():
        pass
    assert not Outbox.objects.exists()
    assert {name: count(query) for name, query in UNLOGGED.items()} == dict.fromkeys(UNLOGGED, 0)


@pytest.fixture
def fact(transactional_db: None) -> Fact:
    return Fact.objects.get(claim=say(world(), Said(value="gold", effective_at=day(1))))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledgers_fact SET tier = 'counterparty'",
        "UPDATE ledgers_fact SET valid_during = 'empty'",
        "UPDATE ledgers_fact SET recorded_during = tstzrange(lower(recorded_during), clock_timestamp())",
        "UPDATE ledgers_fact SET standing = 'rejected'",
        "DELETE FROM ledgers_fact",
        "UPDATE ledgers_transaction SET rule = 'another'",
        "DELETE FROM ledgers_transaction",
        "UPDATE ledgers_claim SET value = '\"silver\"'",
        "DELETE FROM ledgers_claim",
        "UPDATE ledgers_slot SET clock = clock - interval '1 second'",
        "UPDATE ledgers_slot SET field = 'another'",
    ],
)
def test_a_bare_statement_changes_nothing(fact: Fact, statement: str) -> None:
    """The guards hold the owner of the tables; the application has hardly a right that they would have to stop."""
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    with pytest.raises((IntegrityError, ProgrammingError)), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_fact_row_needs_an_entry_of_the_same_commit(fact: Fact) -> None:
    """An old entry does not account for a new row."""
    window = '["2030-01-01","2031-01-01")'
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(copy("ledgers_fact", fact.id, valid_during=window))


def test_an_entry_cannot_be_numbered_twice(fact: Fact) -> None:
    entry = Transaction.objects.get(id=fact.opened_by_id)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(copy("ledgers_transaction", entry.id))
