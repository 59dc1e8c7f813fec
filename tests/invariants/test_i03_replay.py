"""I3: the ledgers rebuilt from the log have the same bytes, and every decision taken again comes out the same."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from io import StringIO
from random import Random
from typing import Any
from uuid import UUID

import pytest
import rfc8785
from django.core.management import call_command
from django.db import connection
from pytest_django.fixtures import Settings

from ledgers.domain import minutes
from ledgers.models import Claim, Transaction
from ledgers.replay.replaying import Replayed, replay
from ledgers.services import journal
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world
from tests.invariants.test_i11_as_of_is_stable import decide_some
from tests.plugins.walls import as_owner

MANY = 3_000 if os.environ.get("PROVE") else 60


@pytest.fixture
def busy(transactional_db: None, settings: Settings) -> World:
    """A workspace after claims of every kind, some decided by their owner."""
    place = world()
    decide_some(place, Random(3), 30, settings, 300)
    return place


def tamper(statement: str, *given: str | UUID) -> None:
    """Change rows as only who owns the database can: past every trigger."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement, given)
        assert cursor.rowcount == 1
        cursor.execute("RESET session_replication_role")


def differing(place: World) -> Replayed:
    done = replay(place.workspace)
    assert not done.same
    assert done.differences
    return done


def test_the_log_leads_to_the_same_bytes(busy: World, settings: Settings) -> None:
    decide_some(busy, Random(4), MANY, settings, 310)
    done = replay(busy.workspace)
    assert done.same, done.differences
    assert done.rebuilt.digests == done.stored.digests
    assert min(done.rebuilt.rows.values()) > 2
    assert done.entries == Transaction.objects.filter(workspace=busy.workspace).count() > MANY
    # Every row but the follow-ups of corrections in another slot is a decision taken again.
    followed = Transaction.objects.filter(workspace=busy.workspace, details__contains='"taken_out"').count()
    assert done.retaken == done.entries - followed
    assert done.brief == 0


def test_a_second_replay_says_the_same(busy: World) -> None:
    first, second = replay(busy.workspace), replay(busy.workspace)
    assert first.rebuilt.digests == second.rebuilt.digests


def test_a_fact_changed_behind_the_log_is_found(busy: World) -> None:
    tamper(
        "UPDATE ledgers_fact SET value_key = 'another' WHERE id = "
        "(SELECT id FROM ledgers_fact WHERE value_key IS NOT NULL ORDER BY id LIMIT 1)"
    )
    assert "the ledgers have, the log has not" in " ".join(differing(busy).differences)


def test_a_fact_removed_behind_the_log_is_found(busy: World) -> None:
    tamper("DELETE FROM ledgers_fact WHERE id = (SELECT id FROM ledgers_fact ORDER BY id DESC LIMIT 1)")
    assert "the log has, the ledgers have not" in " ".join(differing(busy).differences)


def test_a_claim_changed_behind_the_log_is_found(busy: World) -> None:
    told = Transaction.objects.filter(workspace=busy.workspace, number=1).earliest("recorded_at")
    tamper("UPDATE ledgers_claim SET evidence = %s WHERE id = %s", json.dumps({"text": "forged"}), told.claim_id)
    assert "does not say what it said" in differing(busy).differences[0]


def test_a_decision_that_does_not_follow_from_what_was_read_is_found(busy: World) -> None:
    entry = Transaction.objects.filter(workspace=busy.workspace, action="append").earliest("recorded_at")
    tamper("UPDATE ledgers_transaction SET action = 'revise' WHERE id = %s", entry.id)
    assert "action is revise, taken again it is append" in differing(busy).differences[0]


def test_a_decision_is_taken_again_by_the_version_it_names(busy: World) -> None:
    tamper(
        'UPDATE ledgers_policyversion SET document = document || \'{"name": "other"}\' WHERE workspace_id = %s',
        busy.workspace.id,
    )
    assert "is not the one it was decided by" in differing(busy).differences[0]


def test_what_was_read_must_be_what_the_log_leads_to(busy: World) -> None:
    place = Said(field="contact.primary", subject="client:acme", effective_at=day(5))
    say(busy, replace(place, value="Dana"))
    say(busy, replace(place, value="Lee", source="agents", by="agent-1", effective_at=day(6)))
    # Another start of what stood changes nothing about the decision: a sensitive field waits whatever the dates.
    entry = Transaction.objects.filter(workspace=busy.workspace, reason="sensitive_field").latest("recorded_at")
    said = json.loads(entry.details)
    said["read"]["timeline"][0][0] = "2001-01-01T00:00:00+00:00"
    tamper("UPDATE ledgers_transaction SET details = %s WHERE id = %s", journal.canonical(said), entry.id)
    assert "it read a timeline that the log does not lead to" in " ".join(differing(busy).differences)


def test_details_are_canonical_and_hold_no_value(busy: World) -> None:
    values = {value for value in Claim.objects.values_list("value_key", flat=True) if value and len(value) > 1}
    for row in Transaction.objects.filter(workspace=busy.workspace):
        assert rfc8785.dumps(json.loads(row.details)).decode() == row.details
        assert rfc8785.dumps(json.loads(journal.body(row))).decode() == journal.body(row)
        assert bytes(row.hash) == hashlib.sha256(journal.body(row).encode()).digest()
        assert not any(json.dumps(value) in row.details for value in values)


def test_minutes_are_read_back_as_they_were_taken(busy: World) -> None:
    """Numbers stand for values, so what is read back gives the same minutes again."""
    rows = [row.read for row in Transaction.objects.filter(workspace=busy.workspace) if "claim" in row.read]
    assert len(rows) > 20
    for read in rows:
        seen = minutes.reread(read)
        again: dict[str, Any] = minutes.taken(seen.claim, seen.situation, seen.weighed)
        assert again == {name: read[name] for name in again}


def test_the_command_says_so_and_ends_with_an_error_where_something_differs(busy: World) -> None:
    said, wrong = StringIO(), StringIO()
    call_command("replay", workspace=busy.workspace.key, stdout=said)
    assert "the same bytes" in said.getvalue()
    tamper("DELETE FROM ledgers_fact WHERE id = (SELECT id FROM ledgers_fact ORDER BY id DESC LIMIT 1)")
    with pytest.raises(SystemExit) as ended:
        call_command("replay", stdout=said, stderr=wrong)
    assert ended.value.code == 1
    assert "the log has, the ledgers have not" in wrong.getvalue()
