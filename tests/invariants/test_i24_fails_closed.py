"""I24: when a step of a decision fails, nothing is accepted, and the claim is settled once the fault is gone.

A fault is set off inside each step a claim passes on its way into the ledgers: in the product's own functions, in the
statements it sends, and at the commit, where the database itself refuses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError, connection

from escalations import cases, triage
from escalations.models import Case
from ledgers.domain.order import Order
from ledgers.models import Claim, Fact, Outbox, Slot, Transaction
from ledgers.services import intake, journal, policies
from memoryhub.accounts import walls
from tests.api.world import Answer, World, build
from tests.plugins.walls import as_owner

pytestmark = pytest.mark.django_db(transaction=True)


class Fault(OperationalError):
    """What is set off; a database error is the kind that a hub has to expect."""


@contextmanager
def broken(place: object, name: str) -> Iterator[None]:
    """That function fails whenever it is called."""
    with mock.patch.object(place, name, side_effect=Fault("set off")):
        yield


@contextmanager
def statement(words: str) -> Iterator[None]:
    """Every statement that begins so fails."""

    def fails(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401 - Django's own hook
        if sql.startswith(words):
            raise Fault("set off")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(fails):
        yield


@contextmanager
def commit_refused() -> Iterator[None]:
    """The database lets every statement pass and refuses the commit."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION ledgers_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'set off' USING ERRCODE = 'serialization_failure'; END $$;"
            "CREATE CONSTRAINT TRIGGER set_off AFTER INSERT ON ledgers_transaction DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION ledgers_refuse();"
        )
    try:
        yield
    finally:
        with as_owner(), connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER set_off ON ledgers_transaction; DROP FUNCTION ledgers_refuse();")


SETTLING: dict[str, Callable[[], Any]] = {
    "the policy is read": lambda: broken(policies, "parsed"),
    "the registry and the policy's version are read": lambda: statement('SELECT "ledgers_field"'),
    "the rank is looked up": lambda: broken(Order, "rank"),
    "the clock is read": lambda: statement("SELECT clock_timestamp()"),
    "the slot is locked": lambda: statement('SELECT "ledgers_slot"'),
    "the timeline is read": lambda: statement('SELECT "ledgers_fact"'),
    "the outbox row is taken": lambda: statement('DELETE FROM "ledgers_outbox"'),
    "the log is written": lambda: statement('INSERT INTO "ledgers_transaction"'),
    "the row is sealed by its hash": lambda: broken(journal, "seal"),
    "the facts are closed": lambda: statement('UPDATE "ledgers_fact"'),
    "the facts are opened": lambda: statement('INSERT INTO "ledgers_fact"'),
    "the slot's clock moves": lambda: statement('UPDATE "ledgers_slot"'),
    "the case follows": lambda: broken(cases, "follow"),
    "the change is committed": commit_refused,
}
TAKING_IN: dict[str, Callable[[], Any]] = {
    "the source's weight is looked up": lambda: broken(intake, "weigh"),
    "the claim is written": lambda: statement('INSERT INTO "ledgers_claim"'),
    "the outbox row is written": lambda: statement('INSERT INTO "ledgers_outbox"'),
}


@pytest.fixture
def world(transactional_db: None) -> World:
    return build()


def body(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.content)
    return found


def ledgers() -> list[object]:
    """Every row that says what is believed, waits or was decided."""
    kept = [list(table.objects.order_by("pk").values_list()) for table in (Fact, Transaction, Case)]
    return [*kept, list(Slot.objects.order_by("pk").values_list("pk", "clock"))]


@pytest.mark.parametrize("step", SETTLING)
def test_a_fault_while_settling_changes_nothing_and_is_made_up_for(world: World, step: str) -> None:
    """A revise of what stands, so that facts close and open; first inline, then by the worker."""
    world.claim(effective_at="2026-01-01")
    posted = body(world.claim(wait=0, value="10:00", effective_at="2026-02-01"))["id"]
    before = ledgers()
    with SETTLING[step](), pytest.raises(OperationalError, match=r"set off"):
        triage.settle_now(posted)
    assert ledgers() == before
    with SETTLING[step]():
        worker_meets_the_fault()
    assert ledgers() == before
    assert Outbox.objects.filter(claim=posted).exists()
    assert triage.drain() == 1
    assert [(fact["id"], fact["value"]) for fact in world.facts()] == [(posted, "10:00")]
    assert Transaction.objects.filter(claim=posted).count() == 1


def worker_meets_the_fault() -> None:
    """The worker leaves the claim for the next bell, or its task fails and the bell is delivered again."""
    try:
        assert triage.drain() == 0
    except OperationalError as error:
        assert "set off" in str(error)  # noqa: PT017 - either ending is right


@pytest.mark.parametrize("step", ["the case is opened", "the case is written", "the owner is told"])
def test_a_question_that_cannot_be_put_leaves_the_claim_unsettled(world: World, step: str) -> None:
    faults: dict[str, Callable[[], Any]] = {
        "the case is opened": lambda: broken(cases, "open_case"),
        "the case is written": lambda: statement('INSERT INTO "escalations_case"'),
        "the owner is told": lambda: statement('INSERT INTO "escalations_notice"'),
    }
    world.claim(field="contact.email", value="a@acme.example")
    posted = body(world.claim("agent_2", wait=0, field="contact.email", value="b@acme.example"))["id"]
    before = ledgers()
    with faults[step](), pytest.raises(Fault):
        triage.settle_now(posted)
    assert ledgers() == before
    assert triage.drain() == 1
    assert Case.objects.get().candidates.get().claim_id == Claim.objects.get(pk=posted).pk


@pytest.mark.parametrize("step", TAKING_IN)
def test_a_fault_at_the_door_stores_nothing_and_burns_no_key(world: World, step: str) -> None:
    before = ledgers(), Claim.objects.count(), Outbox.objects.count()
    with TAKING_IN[step]():
        answer = world.claim(key="once")
        assert (answer.status_code, body(answer)["type"]) == (503, "/problems/temporarily-unavailable")
    # A row that only names the slot may stay: it holds nothing and is found again.
    assert (ledgers()[:3], Claim.objects.count(), Outbox.objects.count()) == (before[0][:3], *before[1:])
    assert world.claim(key="once").status_code == 201
    assert "Idempotency-Replayed" not in world.claim(key="twice").headers


def test_without_the_workspace_of_the_transaction_nothing_is_taken(world: World) -> None:
    """The walls' context cannot be set: whatever goes through them fails before it reads or writes."""
    before = ledgers(), Claim.objects.count()
    with broken(walls, "_set"), pytest.raises(Fault), walls.inside(world.workspace):
        world.claim()
    assert (ledgers(), Claim.objects.count()) == before
