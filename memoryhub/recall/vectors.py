"""Vectors of facts, made by following the sealed log: no write waits for them, and none is forgotten.

They are derived: made anew whenever another model is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from pgvector import HalfVector

from ledgers.models import Chain, Claim, Fact, Field, Transaction
from ledgers.selectors.log import sealed_rows
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace
from memoryhub.recall import graphs
from memoryhub.recall.embedding.embedder import Embedder, Kind, Vectors
from memoryhub.recall.models import FactVector, Followed
from memoryhub.recall.wording import names_of, says

# Rows of a log at a time, and texts: what is done between two looks at whether somebody else has it.
BATCH = 200
# More of them than this are found by what they lack.
MOST_WAITING = 1000
# The key of the advisory lock: "vect" as a number.
LOCK = 0x76656374
# Nothing of what was erased while it was being embedded.
KEEP = """
INSERT INTO recall_factvector (claim_id, workspace_id, scope, model, vector)
SELECT claim.id, claim.workspace_id, slot.scope, %s, %s::halfvec FROM ledgers_claim claim
JOIN ledgers_slot slot ON slot.id = claim.slot_id WHERE claim.id = %s AND claim.erased_at IS NULL FOR SHARE OF claim
ON CONFLICT (claim_id) DO UPDATE SET scope = excluded.scope, model = excluded.model, vector = excluded.vector
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """A stretch of a log: the facts it brought that have no vector yet, what they say, and its last row."""

    workspace: UUID
    facts: Sequence[UUID]
    texts: Sequence[str]
    since: int
    rows: int
    last: Transaction | None


def follow(embedder: Embedder) -> int:
    """Embed what was recorded since, a stretch of each log; the number of rows read. 0 also while another does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return 0
    try:
        return sum(_follow(workspace_id, embedder) for workspace_id in behind(embedder))
    finally:
        # A connection that was lost has given the lock back already.
        with suppress(Exception), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def behind(embedder: Embedder) -> list[UUID]:
    """The workspaces whose log goes on after the last vector."""
    done = Followed.objects.filter(workspace=OuterRef("workspace"), model=embedder.model).values("seq")
    ahead = Chain.objects.annotate(done=Coalesce(Subquery(done), 0)).filter(last_seq__gt=F("done"))
    return list(ahead.order_by("workspace_id").values_list("workspace_id", flat=True))


def waiting(workspace: Workspace, model: str) -> list[UUID] | None:
    """The claims that the log names after the last vector; None where they are too many to be named."""
    held = Followed.objects.filter(workspace=workspace, model=model).first() or Followed()
    after = Q(xid__gt=held.xid) | Q(xid=held.xid, pk__gt=held.row)
    rows = Transaction.objects.filter(after, workspace=workspace).order_by("xid", "pk")
    named = list(rows.values_list("fact", "claim")[: MOST_WAITING + 1])
    return None if len(named) > MOST_WAITING else [claim for both in named for claim in both if claim]


def start_over() -> None:
    """Follow every log from its beginning: each vector is made again, and the old ones serve until then."""
    Followed.objects.all().delete()


def _follow(workspace_id: UUID, embedder: Embedder) -> int:
    """No transaction is open while texts are embedded: a model behind an endpoint takes its time."""
    with walls.inside(workspace_id):
        batch = _next(workspace_id, embedder)
    if batch.facts:
        found = embedder.embed(batch.texts, Kind.DOCUMENT)
        with walls.inside(workspace_id):
            _keep(batch, embedder, found)
        with walls.inside(workspace_id):
            graphs.keep(workspace_id, batch.facts, embedder)
    if batch.last is not None:
        place = {"seq": batch.since + batch.rows, "xid": batch.last.xid, "row": batch.last.pk}
        Followed.objects.update_or_create(workspace_id=workspace_id, defaults={"model": embedder.model, **place})
    return batch.rows


def _next(workspace_id: UUID, embedder: Embedder) -> Batch:
    workspace = Workspace.objects.get(pk=workspace_id)
    held = Followed.objects.filter(workspace=workspace_id, model=embedder.model).first()
    since = held.seq if held else 0
    rows = sealed_rows(workspace, since + 1, BATCH)
    named = {fact for logged in rows for fact in (logged.row.fact, logged.row.claim_id) if fact}
    claims = list(_carriers(named, embedder))
    fields = list(Field.objects.filter(workspace=workspace))
    texts = [says(claim, names_of(fields, claim.slot.field if claim.slot else claim.field)) for claim in claims]
    last = rows[-1].row if rows else None
    return Batch(workspace_id, [claim.pk for claim in claims], texts, since, len(rows), last)


def _carriers(named: set[UUID], embedder: Embedder) -> Sequence[Claim]:
    """Those of the claims that carry a fact with a value, were not erased, and have no vector of this model."""
    stood = Fact.objects.filter(carrier=OuterRef("pk"), standing=Fact.Standing.TIMELINE, value_key__isnull=False)
    held = FactVector.objects.filter(claim=OuterRef("pk"), model=embedder.model)
    rows = Claim.objects.filter(Exists(stood), ~Exists(held), pk__in=named, erased_at__isnull=True)
    return list(rows.select_related("slot").order_by("pk"))


def _keep(batch: Batch, embedder: Embedder, found: Vectors) -> None:
    rows = [
        (embedder.model, HalfVector(vector).to_text(), fact) for fact, vector in zip(batch.facts, found, strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(KEEP, rows)
