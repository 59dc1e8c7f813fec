"""The graph of a scope names it in the catalogue of the database: after an erasure no graph names the person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import connection

from ledgers.services import erasing
from memoryhub.accounts import walls
from memoryhub.recall import graphs
from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.models import FactVector, IndexedScope
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world
from tests.recall.following import embed_all

pytestmark = pytest.mark.django_db(transaction=True)

STYLE = Said("style.indent", "tabs", source="people", subject="team:dev", effective_at=day(1))
NAMED = "SELECT count(*) FROM pg_indexes WHERE position(%s IN indexdef) > 0"


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Two people whose own scopes have a graph each."""
    monkeypatch.setattr(graphs, "MOST_EXACT", 1)
    built = world()
    for person in ("u1", "u2"):
        for subject in ("team:dev", "team:ops"):
            say(built, replace(STYLE, subject=subject, scope=f"user:{person}", by=person))
    embed_all()
    yield built
    with walls.inside(built.workspace), connection.cursor() as cursor:
        for row in IndexedScope.objects.all():
            cursor.execute("SELECT recall_unindex_scope(%s, %s)", [row.scope, row.model])


def test_a_graph_goes_with_the_person_and_no_other_does(place: World) -> None:
    assert (_named("user:u1"), _named("user:u2")) == (1, 1)
    _erase(place, "user:u1")
    assert (_named("user:u1"), _named("user:u2")) == (0, 1)
    with walls.inside(place.workspace):
        assert [row.scope for row in IndexedScope.objects.all()] == ["user:u2"]


def test_a_graph_stays_while_anything_in_its_scope_does(place: World) -> None:
    _erase(place, "team:dev")
    assert (_named("user:u1"), _named("user:u2")) == (1, 1)
    with walls.inside(place.workspace):
        assert sorted(FactVector.objects.values_list("scope", flat=True)) == ["user:u1", "user:u2"]
    _erase(place, "team:ops")
    assert (_named("user:u1"), _named("user:u2")) == (0, 0)


def test_no_graph_is_made_of_a_scope_that_was_emptied_meanwhile(place: World) -> None:
    _erase(place, "user:u1")
    with walls.inside(place.workspace), connection.cursor() as cursor:
        cursor.execute("SELECT recall_index_scope(%s, %s, %s)", ["user:u1", BuiltIn.model, BuiltIn.dims])
    assert _named("user:u1") == 0


def _named(scope: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(NAMED, [f"'{scope}'"])
        return int(cursor.fetchone()[0])


def _erase(place: World, subject: str) -> None:
    with walls.inside(place.workspace):
        count, adm = len(erasing.reach(place.workspace, subject).claims), place.members["adm"]
        erasing.erase(workspace=place.workspace, by=adm, subject=subject, reason="request", confirmed=count)
