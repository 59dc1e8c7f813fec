"""Many facts with vectors quickly: copies of one settled claim, written as the owner of the database, guards asleep.

The vectors lie in clusters, as those of texts do; given those of real sentences, around these.
"""

# ruff: noqa: S608 - the statements are our own
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db import connection
from django.db.backends.utils import CursorWrapper

from ledgers.models import Claim, Fact
from memoryhub.recall.embedding.embedder import Vectors
from tests.plugins.walls import as_owner

CLUSTERS, NOISES = 200, 997
POOL = """
CREATE TEMPORARY TABLE pool AS SELECT place, kind,
    (SELECT array_agg(sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) * weight + 0 * d * place)
     FROM generate_series(1, %s) d)::vector AS vector
FROM (VALUES ('cluster', 1.0, %s), ('noise', 0.6, %s)) kinds(kind, weight, many), generate_series(0, many - 1) place
"""


@dataclass(frozen=True)
class Crowd:
    """So many facts of one scope; `start` keeps the ids of several crowds apart."""

    scope: str
    count: int
    start: int = 0


def seed(first: Claim, crowds: Iterable[Crowd], *, model: str, dims: int) -> None:
    """Each fact about a subject of its own, in force as the first one is."""
    with as_owner(), connection.cursor() as cursor:
        write(cursor, first, crowds, model=model, dims=dims)


def write(
    cursor: CursorWrapper,
    first: Claim,
    crowds: Iterable[Crowd],
    *,
    model: str,
    dims: int,
    said: Vectors | None = None,
) -> None:
    fact = Fact.objects.get(claim=first)
    cursor.execute("SET session_replication_role = replica; SET statement_timeout = 0; SELECT setseed(0.5)")
    clusters = CLUSTERS if said is None else len(said)
    cursor.execute(POOL, [dims, clusters, NOISES])
    if said is not None:
        # As long as the others, so that the noise weighs the same.
        rows = [(str((vector * np.sqrt(dims)).tolist()), place) for place, vector in enumerate(said)]
        cursor.executemany("UPDATE pool SET vector = %s WHERE kind = 'cluster' AND place = %s", rows)
    for crowd in crowds:
        for statement in _statements(first, fact, crowd.scope, model, clusters):
            cursor.execute(statement, {"first": crowd.start + 1, "last": crowd.start + crowd.count})
    cursor.execute("DROP TABLE pool; SET session_replication_role = origin; ANALYZE")


def _statements(first: Claim, fact: Fact, scope: str, model: str, clusters: int) -> list[str]:
    assert first.slot is not None
    slot, name, place = first.slot, "'crowd:' || n", f"'{scope}'"
    of_claim = {"id": _id("claim"), "slot_id": _id("slot"), "idempotency_key": name, "subject": name, "scope": place}
    of_entry = {"id": _id("entry"), "slot_id": _id("slot"), "claim_id": _id("claim")}
    of_fact = {**of_entry, "id": _id("fact"), "carrier_id": _id("claim"), "opened_by_id": _id("entry")}
    # Long before whatever the vectors have been made up to: nothing of it waits for one.
    of_entry["xid"] = "0"
    return [
        _copy("ledgers_subject", slot.subject_id, {"id": _id("subject"), "key": name, "shown": name}),
        _copy("ledgers_slot", slot.pk, {"id": _id("slot"), "subject_id": _id("subject"), "scope": place}),
        _copy("ledgers_claim", first.pk, of_claim),
        _copy("ledgers_transaction", fact.opened_by_id, of_entry),
        _copy("ledgers_fact", fact.pk, of_fact),
        f"""INSERT INTO recall_factvector (claim_id, workspace_id, scope, model, vector)
        SELECT {_id("claim")}, '{first.workspace_id}', {place}, '{model}',
            l2_normalize(cluster.vector + noise.vector)::halfvec
        FROM generate_series(%(first)s, %(last)s) n
        JOIN pool cluster ON cluster.kind = 'cluster' AND cluster.place = n %% {clusters}
        JOIN pool noise ON noise.kind = 'noise' AND noise.place = (n::bigint * 7919) %% {NOISES}""",
    ]


def _id(kind: str) -> str:
    return f"md5('crowd {kind}' || n)::uuid"


def _copy(table: str, row: UUID, members: dict[str, str]) -> str:
    changed = ", ".join(f"'{name}', {value}" for name, value in members.items())
    return (
        f"INSERT INTO {table} SELECT made.* FROM {table} held, generate_series(%(first)s, %(last)s) n, "
        f"LATERAL jsonb_populate_record(held, jsonb_build_object({changed})) made WHERE held.id = '{row}'"
    )
