"""Small scopes are looked through whole, large ones by their own graph, whatever else the database holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from django.db import connection

from ledgers.selectors import facts
from ledgers.selectors.facts import Asked
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace
from memoryhub.recall import graphs, vectors
from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.embedding.embedder import Vectors
from memoryhub.recall.models import FactVector, IndexedScope
from memoryhub.recall.near import Meaning, Near, by_meaning
from memoryhub.recall.question import Found, Question
from tests.invariants.saying import Said, day, say, world
from tests.recall.crowds import Crowd, seed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

MODEL = BuiltIn()
SMALL, FULL, LARGE = Crowd("client:small", 160), Crowd("client:full", 2000, 10_000), Crowd("client:large", 9000, 20_000)
ASKED = 60


@pytest.fixture
def place() -> Iterator[Workspace]:
    """One scope of the usual size, one as large as is looked through whole, and one larger."""
    built = world()
    first = say(built, Said(value="gold", effective_at=day(1)))
    seed(first, [SMALL, FULL, LARGE], model=MODEL.model, dims=MODEL.dims)
    held = FactVector.objects.filter(workspace=built.workspace).values_list("claim", flat=True)
    with walls.inside(built.workspace):
        graphs.keep(built.workspace.pk, list(held), MODEL)
    assert [row.scope for row in IndexedScope.objects.all()] == [LARGE.scope]
    yield built.workspace
    with walls.inside(built.workspace), connection.cursor() as cursor:
        cursor.execute("SELECT recall_unindex_scope(%s, %s)", [LARGE.scope, MODEL.model])


def test_recall_at_five_is_exact_up_to_two_thousand_and_nearly_so_above(place: Workspace) -> None:
    assert _recall_at_five(place, SMALL.scope) == 1.0
    assert _recall_at_five(place, FULL.scope) == 1.0
    assert _recall_at_five(place, LARGE.scope) >= 0.99
    assert "vector_near_" not in _plan(place, [SMALL.scope])
    assert "vector_near_" not in _plan(place, [FULL.scope])
    assert "vector_near_" in _plan(place, [LARGE.scope])
    both = _plan(place, [SMALL.scope, LARGE.scope])
    assert "vector_scope" in _plan(place, [SMALL.scope])
    assert "vector_near_" in both
    for table in ("recall_factvector", "ledgers_fact", "ledgers_claim", "ledgers_slot"):
        assert f"Seq Scan on {table}" not in _plan(place, [SMALL.scope]), table


def _recall_at_five(place: Workspace, scope: str) -> float:
    rows = FactVector.objects.filter(workspace=place, scope=scope).values_list("claim", "vector")
    ids, known = zip(*rows, strict=True)
    matrix = np.asarray(known, dtype=np.float32)
    hits = 0
    for asked in _questions(matrix):
        far = 1 - matrix @ asked
        # A fact as near as the fifth is as good as the fifth.
        good = {ids[at] for at in np.flatnonzero(far <= np.sort(far)[4] + 1e-3)}
        hits += len({one.fact for one in _found(place, [scope], asked)[:5]} & good)
    return hits / (5 * ASKED)


def _questions(matrix: Vectors) -> list[Vectors]:
    """Near some fact each, and never one of them."""
    random = np.random.default_rng(7)
    near = matrix[random.integers(0, len(matrix), ASKED)]
    moved = near + random.normal(0, 0.4 / np.sqrt(matrix.shape[1]), near.shape)
    return list(np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True), dtype=np.float32))


def _found(place: Workspace, scopes: list[str], asked: Vectors) -> list[Found]:
    with walls.inside(place):
        where = Near(place, Question("anything", scopes), facts.moment(Asked()), 20)
        return by_meaning(where, Meaning(asked, MODEL.model, MODEL.dims))


def _plan(place: Workspace, scopes: list[str]) -> str:
    """How the database answers every question that recall puts to the vectors."""
    plans: list[str] = []

    def explain(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:  # noqa: ANN401 - as Django has it
        if "<=>" in sql:
            cursor = context["cursor"]
            execute(f"EXPLAIN {sql}", params, many, context)
            plans.extend(row[0] for row in cursor.fetchall())
        return execute(sql, params, many, context)

    asked = np.full(MODEL.dims, MODEL.dims**-0.5, dtype=np.float32)
    with connection.execute_wrapper(explain):
        _found(place, scopes, asked)
    return "\n".join(plans)


def test_what_has_no_vector_yet_is_looked_for_at_the_end_of_the_log(place: Workspace) -> None:
    """By its place, whatever came before: behind the walls a condition may fall out of an index without a word."""
    with walls.inside(place), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {vectors.WAITING}", {"workspace": place.pk, "model": MODEL.model, "most": 10})
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert re.search(r"Index Cond: .*ROW\(xid, id\) >", plan), plan
