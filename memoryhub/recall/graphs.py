"""Graphs over the vectors of large scopes. A small scope is looked through whole, which is exact and faster."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import connection

from memoryhub.recall.embedding.embedder import Embedder
from memoryhub.recall.models import FactVector, IndexedScope

# Up to so many vectors, looking through all of them takes some milliseconds and misses none.
MOST_EXACT = 2000


def keep(workspace_id: UUID, facts: Iterable[UUID], embedder: Embedder) -> None:
    """Make a graph for each scope of these facts that has grown large, and drop those of other models."""
    rows = FactVector.objects.filter(workspace=workspace_id, model=embedder.model)
    scopes = set(rows.filter(claim__in=list(facts)).values_list("scope", flat=True))
    indexed = IndexedScope.objects.filter(workspace=workspace_id, scope__in=scopes)
    have = set(indexed.values_list("scope", "model"))
    for scope, model in sorted(have):
        if model != embedder.model:
            _call("SELECT recall_unindex_scope(%s, %s)", [scope, model])
    for scope in sorted(scopes - {scope for scope, model in have if model == embedder.model}):
        if rows.filter(scope=scope)[: MOST_EXACT + 1].count() > MOST_EXACT:
            _call("SELECT recall_index_scope(%s, %s, %s)", [scope, embedder.model, embedder.dims])


def _call(function: str, told: list[str | int]) -> None:
    """Hundreds of thousands of vectors take minutes; who reads does not wait meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        cursor.execute(function, told)
