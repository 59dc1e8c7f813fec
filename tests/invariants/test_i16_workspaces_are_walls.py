"""I16: a workspace is a wall: nothing of one is seen, changed or guessed from another, and nobody serves past it."""

# ruff: noqa: S608 - the names of tables come from the catalogue
from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver

from escalations import tasks
from escalations.models import Case
from ledgers.models import Claim, Fact, Outbox
from memoryhub.accounts import walls
from memoryhub.accounts.models import Token
from memoryhub.accounts.walled import Walled
from tests.api.world import World, build
from tests.plugins.walls import as_owner, behind_the_walls

pytestmark = pytest.mark.django_db

CLAIM: dict[str, Any] = {"subject": "customer:acme", "field": "contact.email", "value": "a@acme.example"}
DECISION = {"choice": "keep", "version": 1, "evidence_digest": "0" * 64}
KEPT = ["ledgers_claim", "ledgers_fact", "ledgers_transaction", "ledgers_barred", "escalations_caseevent"]
# What differs between two answers by its nature.
ITS_OWN = {"instance", "request_id"}


@dataclass
class Two:
    """Two workspaces that look alike; `ids` are of things in the first, under the names that addresses give them."""

    mine: World
    other: World
    ids: dict[str, list[uuid.UUID]] = field(default_factory=dict)


@pytest.fixture
def two() -> Two:
    found = Two(build(), build())
    for world in (found.mine, found.other):
        world.claim()
        world.claim("agent_2", value="10:00", effective_at="2026-04-01T12:00:00Z")
        world.claim(**CLAIM)
        world.claim("agent_2", **{**CLAIM, "value": "b@acme.example"})
    here = found.mine.workspace
    found.ids = {
        "claim_id": list(Claim.objects.filter(workspace=here).values_list("id", flat=True)),
        "fact_id": list(Fact.objects.filter(workspace=here).values_list("carrier_id", flat=True)),
        "case_id": list(Case.objects.filter(workspace=here).values_list("id", flat=True)),
        "token_id": list(Token.objects.filter(workspace=here).values_list("id", flat=True))[:2],
    }
    assert all(found.ids.values())
    return found


def asked(world: World, method: str, path: str) -> Iterator[tuple[str, HttpResponse]]:
    """The same request by a program and by people of several roles."""
    body: dict[str, Any] = {"content_type": "application/json"} if method == "post" else {}
    if method == "post":
        body["data"] = json.dumps(DECISION)
    yield "agent", getattr(world.client, method)(path, headers=world.headers("agent"), **body)
    for who in ("owner", "admin", "auditor"):
        yield who, getattr(world.signed_in(who), method)(path, **body)


def told(answer: HttpResponse) -> tuple[int, object]:
    body = json.loads(answer.content) if answer.content else None
    return answer.status_code, {k: v for k, v in body.items() if k not in ITS_OWN} if isinstance(body, dict) else body


def digest(world: World) -> dict[str, str]:
    """All rows of a workspace, table by table; when a token was used is no effect."""
    found = {}
    with as_owner(), connection.cursor() as cursor:
        for table in named_tables():
            cursor.execute(
                f"SELECT md5(coalesce(string_agg(md5((to_jsonb(t) - 'last_used_at')::text), '' ORDER BY t::text), ''))"
                f" FROM {table} t WHERE workspace_id = %s",
                [world.workspace.id],
            )
            found[table] = cursor.fetchone()[0]
    return found


def named_tables() -> list[str]:
    """The tables whose rows name a workspace."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'"
            " WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped ORDER BY 1"
        )
        return [table for (table,) in cursor.fetchall()]


def walled_tables() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_policies WHERE policyname = %s ORDER BY 1", [walls.POLICY])
        return [table for (table,) in cursor.fetchall()]


def routes() -> list[tuple[str, str, str]]:
    """(method, path, name of the id) of every operation in the OpenAPI file whose address holds an id."""
    contract = Client().get("/api/v1/openapi.json").json()
    return [
        (method, path, name)
        for path, item in contract["paths"].items()
        for method, operation in item.items()
        for name in [given["name"] for given in operation.get("parameters", []) if given["in"] == "path"]
        if name.endswith("_id")
    ]


def test_an_id_of_another_workspace_is_an_id_of_nothing(two: Two) -> None:
    before = digest(two.mine)
    swept = routes()
    assert {name for _method, _path, name in swept} >= set(two.ids)
    for method, path, name in swept:
        for there in two.ids.get(name, two.ids["claim_id"]):
            nothing = dict(asked(two.other, method, path.replace(f"{{{name}}}", str(uuid.uuid4()))))
            statuses = set()
            for who, answer in asked(two.other, method, path.replace(f"{{{name}}}", str(there))):
                assert told(answer) == told(nothing[who]), (method, path, who)
                assert answer.status_code in (403, 404), (method, path, who, answer.content)
                statuses.add(answer.status_code)
            assert 404 in statuses, (method, path)
    assert digest(two.mine) == before


def test_an_id_of_another_workspace_in_a_body_is_an_id_of_nothing(two: Two) -> None:
    before = digest(two.mine)
    for member, there in [("corrects", two.ids["claim_id"][0]), ("derived_from", [two.ids["claim_id"][0]])]:
        nothing = uuid.uuid4() if member == "corrects" else [uuid.uuid4()]
        kind = {"kind": "correct"} if member == "corrects" else {}
        said = [
            two.other.claim(**kind, **{member: json.loads(json.dumps(one, default=str))}, wait=0)
            for one in (there, nothing)
        ]
        (status, first), (other_status, second) = map(told, said)
        assert status == other_status
        for body in (first, second):
            assert isinstance(body, dict)
            body.pop("id", None)
        assert first == second
    assert digest(two.mine) == before


def pages(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from pages(pattern, route)
        elif "<uuid:" in route and "/api/" not in route:
            start, _mark, rest = route.partition("<uuid:")
            name, _end, after = rest.partition(">")
            yield start + "{}" + after, name


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_page_of_another_workspace_is_not_there(two: Two, method: str) -> None:
    before = digest(two.mine)
    found = list(pages(get_resolver()))
    assert found
    for route, name in found:
        for who in ("owner", "admin", "auditor"):
            client = two.other.signed_in(who)
            there = two.ids.get(name, two.ids["case_id"])[0]
            answers = [getattr(client, method)(route.format(one)) for one in (there, uuid.uuid4())]
            assert answers[0].status_code == answers[1].status_code, route
            # Not even the length of the page tells that there is something elsewhere.
            assert len(answers[0].content) == len(answers[1].content), (route, who)
            assert answers[0].status_code in (302, 403, 404, 405), (route, answers[0].status_code)
    assert digest(two.mine) == before


def test_in_no_workspace_there_is_nothing_to_read_and_nothing_to_write(two: Two) -> None:
    tables = walled_tables()
    assert len(tables) > 20
    with behind_the_walls(), connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT count(*) FROM {table}")
            assert cursor.fetchone()[0] == 0, table
        with pytest.raises(ProgrammingError), transaction.atomic():
            cursor.execute(
                "INSERT INTO ledgers_scope (id, workspace_id, key, name) VALUES (gen_random_uuid(), %s, 'x', '')",
                [two.mine.workspace.id],
            )


def test_inside_one_workspace_nothing_of_another_is_read_or_written(two: Two) -> None:
    with walls.inside(two.other.workspace), connection.cursor() as cursor:
        for table in set(walled_tables()) & set(named_tables()):
            cursor.execute(f"SELECT count(*) FROM {table} WHERE workspace_id = %s", [two.mine.workspace.id])
            assert cursor.fetchone()[0] == 0, table
        for table in ("escalations_caseclaim", "escalations_caseevent"):
            cursor.execute(f"SELECT count(*) FROM {table} WHERE case_id = ANY (%s)", [two.ids["case_id"]])
            assert cursor.fetchone()[0] == 0, table
        with pytest.raises(ProgrammingError), transaction.atomic():
            cursor.execute("UPDATE ledgers_scope SET workspace_id = %s", [two.mine.workspace.id])


def test_managers_hold_where_the_database_does_not(two: Two) -> None:
    """The owner here is a superuser, whom no policy holds: what a policy that was dropped would let through."""
    models = [model for model in apps.get_models() if isinstance(model._default_manager, Walled)]
    assert len(models) > 15
    with as_owner(), walls.inside(two.other.workspace):
        for model in models:
            assert not model._default_manager.filter(workspace=two.mine.workspace).exists(), model
        assert Claim._base_manager.filter(workspace=two.mine.workspace).exists()
    with behind_the_walls(), as_owner():
        assert not any(model._default_manager.exists() for model in models)


def test_the_name_of_a_workspace_does_not_outlive_its_request(two: Two) -> None:
    for world in (two.mine, two.other):
        assert len(world.facts()) > 0
        assert walls.here() is None
        with behind_the_walls():
            assert not Claim._base_manager.exists()


def test_workers_settle_and_ask_in_every_workspace(two: Two) -> None:
    for world in (two.mine, two.other):
        world.claim(wait=0, subject="customer:new")
    assert Outbox.objects.count() == 2
    tasks.drain_outbox()
    assert not Outbox.objects.exists()
    tasks.sweep_checks()
    for world in (two.mine, two.other):
        tasks.mail_notices(str(world.workspace.id))
        assert Fact.objects.filter(workspace=world.workspace, slot__subject__key="customer:new").exists()


def test_every_table_of_a_workspace_has_its_wall_or_its_reason() -> None:
    """A column that names a workspace, or a key of a row behind a wall, puts a table behind one too."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity"
            " AND relnamespace = 'public'::regnamespace"
        )
        forced = {table for (table,) in cursor.fetchall()}
        cursor.execute(
            "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'"
        )
        keys = cursor.fetchall()
    walled = set(walled_tables())
    assert walled == forced
    wanted = set(named_tables()) | {table for table, target in keys if target in walled}
    assert wanted - set(walls.OUTSIDE) == walled
    assert set(walls.OUTSIDE) <= wanted


def test_nothing_unique_is_shared_between_workspaces() -> None:
    """A unique key that begins neither with the workspace nor with a row of it would tell that another has the same."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT i.indexrelid::regclass::text, a.attname FROM pg_index i"
            " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
            " WHERE i.indisunique AND NOT i.indisprimary AND i.indrelid = ANY (%s::regclass[])",
            [walled_tables()],
        )
        found = dict(cursor.fetchall())
    assert set(found.values()) <= {"workspace_id", "case_id", "claim_id", "responsibility_id"}, found


def test_the_application_may_neither_empty_nor_rewrite_what_is_kept(two: Two) -> None:
    refused = [f"{verb} {table}" for table in KEPT for verb in ("DELETE FROM", "TRUNCATE")]
    refused += ["UPDATE ledgers_fact SET tier = 'counterparty'", "ALTER TABLE ledgers_claim DISABLE TRIGGER ALL"]
    refused += ["DROP POLICY walls ON ledgers_claim", "ALTER TABLE ledgers_claim NO FORCE ROW LEVEL SECURITY"]
    with walls.inside(two.mine.workspace), connection.cursor() as cursor:
        for statement in refused:
            with pytest.raises(ProgrammingError), transaction.atomic():
                cursor.execute(statement)


@pytest.mark.parametrize("table", KEPT)
def test_not_even_the_owner_empties_what_is_kept(table: str) -> None:
    with as_owner(), connection.cursor() as cursor, pytest.raises(IntegrityError, match="never changed or deleted"):
        cursor.execute(f"TRUNCATE {table} CASCADE")
