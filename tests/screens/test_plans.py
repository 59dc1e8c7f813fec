"""How the database finds what the hot pages ask for: never by reading a whole table of facts, claims, cases or the log.

The short form has few rows and puts a price on reading a table whole: only where there is no other way it shows.
PROVE=1 takes 100,000 facts and 10,000 open cases among 40,000, and leaves the choice to the planner.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.test.utils import CaptureQueriesContext

from escalations.models import Case
from ledgers.dial import reading
from ledgers.models import Fact
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace
from tests.cases.world import build
from tests.factories import ROOT, sign_in
from tests.figures import seeding
from tests.plugins.walls import as_owner, count_rows
from tests.screens.reading import form_in

PROVE = bool(os.environ.get("PROVE"))
FACTS, CASES, OPEN = (100_000, 40_000, 10_000) if PROVE else (300, 120, 30)
WORLD = ROOT / "tests" / "chaos" / "world.toml"
BIG = {
    *("ledgers_fact", "ledgers_claim", "ledgers_transaction", "ledgers_barred", "ledgers_subject", "ledgers_slot"),
    "ledgers_derivation",
    *("escalations_case", "escalations_caseclaim", "escalations_caseevent"),
}
DECIDED = """
    UPDATE escalations_case SET state = 'decided', choice = 'keep', closed_at = now() - random() * interval '300 days'
    WHERE id IN (SELECT id FROM escalations_case ORDER BY id OFFSET %s)"""
PLAIN = ("SELECT", "UPDATE", "(SELECT")


@dataclass(frozen=True, slots=True)
class Place:
    workspace: Workspace
    client: Client
    card: str
    fact: str


@pytest.fixture
def place(db: None) -> Place:
    """A workspace with many facts and cases, seen by the owner of all of them."""
    world = build(Path(WORLD), key="crowded")
    slots, cases = seeding.many_slots(seeding.first()), seeding.many_cases()
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0")
        for statement in slots:
            cursor.execute(statement, [FACTS])
        for statement in cases:
            cursor.execute(statement, [CASES])
        # Without statistics the update may look through the table once for each row.
        cursor.execute("ANALYZE escalations_case")
        cursor.execute(DECIDED, [OPEN])
        cursor.execute("SET LOCAL session_replication_role = origin")
    count_rows()
    user, client = world.members["ana"].user, Client(SERVER_NAME="localhost")
    assert user is not None
    sign_in(client, user)
    case = Case.objects.filter(state="open").order_by("pk")[10]
    fact = Fact.objects.filter(slot__field="company.plan").order_by("pk")[10]
    return Place(world.workspace, client, f"/cases/{case.pk}/", f"/facts/{fact.carrier_id}/")


def test_no_hot_page_reads_a_big_table_whole(place: Place) -> None:
    whole: dict[str, set[str]] = {}
    for page in ("/queue/", "/queue/?sort=risk", "/queue/count/", place.card, place.fact, "/facts/"):
        with CaptureQueriesContext(connection) as taken:
            assert place.client.get(page).status_code == 200
        whole |= _read_whole(place.workspace, taken)
    seen = form_in(place.client.get(place.card)).fields
    with CaptureQueriesContext(connection) as taken:
        pressed = {**seen, "choice": "keep", "reason": "Seen in the contract."}
        assert place.client.post(f"{place.card}decide", pressed).status_code == 302
    whole |= _read_whole(place.workspace, taken)
    assert whole == {}


def test_who_owns_all_facts_reads_some_of_them(place: Place) -> None:
    # Of the slots the planner may well read all, where it needs a good part of them.
    with CaptureQueriesContext(connection) as taken:
        assert place.client.get("/facts/mine/").status_code == 200
    assert "ledgers_fact" not in set().union(*_read_whole(place.workspace, taken).values())


def test_the_dial_walks_along_what_people_decided(place: Place) -> None:
    with walls.inside(place.workspace), CaptureQueriesContext(connection) as taken:
        reading.read(place.workspace, reading.Part())
    [decided, *_rest] = [query["sql"] for query in taken.captured_queries]
    with walls.inside(place.workspace), connection.cursor() as cursor:
        assert "transaction_of_people" in {node.get("Index Name") for node in _plan(cursor, decided)}


def test_the_badge_looks_at_no_slot(place: Place) -> None:
    with CaptureQueriesContext(connection) as taken:
        assert place.client.get("/queue/count/").status_code == 200
    asked = [query["sql"] for query in taken.captured_queries if "escalations_case" in query["sql"]]
    assert asked
    assert not any("ledgers_slot" in sql for sql in asked)


def _read_whole(workspace: Workspace, taken: CaptureQueriesContext) -> dict[str, set[str]]:
    """The statements whose plan reads big tables from end to end, and which."""
    asked = [query["sql"] for query in taken.captured_queries if query["sql"].startswith(PLAIN)]
    assert asked
    with walls.inside(workspace), connection.cursor() as cursor:
        if not PROVE:
            cursor.execute("SET LOCAL enable_seqscan = off")
        return {sql: found for sql in asked if (found := _whole_in(cursor, sql))}


def _whole_in(cursor: CursorWrapper, sql: str) -> set[str]:
    """Where the choice is the planner's, a table without a row is none to blame it for."""
    whole = {node["Relation Name"] for node in _plan(cursor, sql) if node["Node Type"] == "Seq Scan"} & BIG
    return {table for table in whole if not PROVE or _holds_rows(cursor, table)}


def _holds_rows(cursor: CursorWrapper, table: str) -> bool:
    cursor.execute(f"SELECT EXISTS (SELECT FROM {table})")  # noqa: S608 - one of the names above
    return bool(cursor.fetchone()[0])


def _plan(cursor: CursorWrapper, sql: str) -> list[dict[str, Any]]:  # Any: as EXPLAIN has it
    """Every step of how the database answers."""
    cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
    found = cursor.fetchone()[0]
    plans = json.loads(found) if isinstance(found, str) else found
    return list(_nodes(plans[0]["Plan"]))


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:  # Any: as EXPLAIN has it
    yield plan
    for below in plan.get("Plans", []):
        yield from _nodes(below)
