"""Vectors of facts, made by following the sealed log: no write waits for them, and none is forgotten.

They are derived: made anew whenever another model is chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from pgvector import HalfVector

from ledgers.models import Chain, Claim, Fact, Field
from ledgers.selectors.log import sealed_rows
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace
from memoryhub.recall import graphs
from memoryhub.recall.embedding.embedder import Embedder, Kind, Refused, Unavailable, Vectors
from memoryhub.recall.models import FactVector, Followed, SetAside
from memoryhub.recall.wording import names_of, says

log = logging.getLogger(__name__)

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
ASIDE = """
INSERT INTO recall_setaside (claim_id, workspace_id, model)
SELECT id, workspace_id, %s FROM ledgers_claim WHERE id = %s AND erased_at IS NULL FOR SHARE
ON CONFLICT (claim_id) DO UPDATE SET model = excluded.model
"""
# Asked with every recall, so that it is one statement, and is not put together each time. Behind the walls an index
# serves only conditions that cannot betray a row's values, and the planner takes `coalesce` for one that can: so it
# stands in selects of its own.
WAITING = """
(SELECT fact, claim_id FROM ledgers_transaction WHERE workspace_id = %(workspace)s AND (xid, id) > (
    (SELECT coalesce((SELECT xid FROM recall_followed WHERE workspace_id = %(workspace)s AND model = %(model)s), 0)),
    (SELECT coalesce((SELECT "row" FROM recall_followed WHERE workspace_id = %(workspace)s AND model = %(model)s),
                     '00000000-0000-0000-0000-000000000000')))
ORDER BY xid, id LIMIT %(most)s)
UNION ALL
(SELECT claim_id, claim_id FROM recall_setaside WHERE workspace_id = %(workspace)s AND model = %(model)s
LIMIT %(most)s)
"""
# A text that every model takes: where it is refused too, it is not the texts.
PLAIN = "Memory"


@dataclass(frozen=True, slots=True)
class Batch:
    """Facts to be embedded, and what they say."""

    workspace: UUID
    facts: Sequence[UUID]
    texts: Sequence[str]

    def part(self, which: slice) -> Batch:
        return Batch(self.workspace, self.facts[which], self.texts[which])


@dataclass(frozen=True, slots=True)
class State:
    """Of a workspace: its facts, those of them with a vector of this model or put aside by it, and how far of its log
    was followed."""

    workspace: Workspace
    facts: int
    embedded: int
    aside: int
    seq: int
    last_seq: int


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
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def behind(embedder: Embedder) -> list[UUID]:
    """The workspaces whose log goes on after the last vector."""
    done = Followed.objects.filter(workspace=OuterRef("workspace"), model=embedder.model).values("seq")
    ahead = Chain.objects.annotate(done=Coalesce(Subquery(done), 0)).filter(last_seq__gt=F("done"))
    return list(ahead.order_by("workspace_id").values_list("workspace_id", flat=True))


def waiting(workspace: Workspace, model: str) -> list[UUID] | None:
    """The claims that the log names after the last vector, and those put aside; None where they are too many to be
    named."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING, {"workspace": workspace.pk, "model": model, "most": MOST_WAITING + 1})
        rows = cursor.fetchall()
    return None if len(rows) > MOST_WAITING else [claim for both in rows for claim in both if claim]


def rebuild(workspace_id: UUID, embedder: Embedder) -> Iterator[int]:
    """Make every vector of a workspace again, a batch at a time; yields how many facts of it are done.

    The old ones serve until theirs is made. What is interrupted has lost nothing.
    """
    last, done = UUID(int=0), 0
    while True:
        with walls.inside(workspace_id):
            claims = list(_carriers().filter(workspace=workspace_id, pk__gt=last).select_related("slot")[:BATCH])
            batch = Batch(workspace_id, [claim.pk for claim in claims], _texts(workspace_id, claims))
        if not batch.facts:
            return
        _embed(batch, embedder)
        last, done = batch.facts[-1], done + len(batch.facts)
        yield done


def state(workspace: Workspace, embedder: Embedder) -> State:
    with walls.inside(workspace):
        carriers = _carriers().filter(workspace=workspace)
        mine = {"workspace": workspace, "model": embedder.model, "claim__in": carriers}
        followed = Followed.objects.filter(workspace=workspace, model=embedder.model).first()
        chain = Chain.objects.filter(workspace=workspace).first()
        return State(
            workspace,
            facts=carriers.count(),
            embedded=FactVector.objects.filter(**mine).count(),
            aside=SetAside.objects.filter(**mine).count(),
            seq=followed.seq if followed else 0,
            last_seq=chain.last_seq if chain else 0,
        )


def _follow(workspace_id: UUID, embedder: Embedder) -> int:
    with walls.inside(workspace_id):
        held = Followed.objects.filter(workspace=workspace_id, model=embedder.model).first() or Followed()
        rows = sealed_rows(Workspace.objects.get(pk=workspace_id), held.seq + 1, BATCH)
        named = {fact for logged in rows for fact in (logged.row.fact, logged.row.claim_id) if fact}
        batch = _new(workspace_id, named, embedder)
    _embed(batch, embedder)
    if rows:
        last = rows[-1].row
        place = {"model": embedder.model, "seq": held.seq + len(rows), "xid": last.xid, "row": last.pk}
        Followed.objects.update_or_create(workspace_id=workspace_id, defaults=place)
    return len(rows)


def _embed(batch: Batch, embedder: Embedder) -> None:
    """No transaction is open while texts are embedded: a model behind an endpoint takes its time."""
    if not batch.facts:
        return
    try:
        found = embedder.embed(batch.texts, Kind.DOCUMENT)
    except Refused as refused:
        _in_parts(batch, embedder, refused)
        return
    with walls.inside(batch.workspace):
        _keep(batch, embedder, found)
    with walls.inside(batch.workspace):
        graphs.keep(batch.workspace, batch.facts, embedder)


def _in_parts(batch: Batch, embedder: Embedder, refused: Refused) -> None:
    """Halves of a batch that is refused, down to the one text that a model does not take: it holds up nothing else."""
    if len(batch.facts) > 1:
        middle = len(batch.facts) // 2
        _embed(batch.part(slice(middle)), embedder)
        _embed(batch.part(slice(middle, None)), embedder)
        return
    try:
        embedder.embed([PLAIN], Kind.DOCUMENT)
    except Refused:
        raise Unavailable(str(refused)) from refused
    log.warning("put aside, since its words were refused: %s: %s", batch.facts[0], refused)
    with walls.inside(batch.workspace), connection.cursor() as cursor:
        FactVector.objects.filter(claim__in=batch.facts).delete()
        cursor.execute(ASIDE, [embedder.model, batch.facts[0]])


def _new(workspace_id: UUID, named: set[UUID], embedder: Embedder) -> Batch:
    """Those of the claims that carry a fact and have no vector of this model yet."""
    held = FactVector.objects.filter(claim=OuterRef("pk"), model=embedder.model)
    claims = list(_carriers().filter(~Exists(held), pk__in=named).select_related("slot"))
    return Batch(workspace_id, [claim.pk for claim in claims], _texts(workspace_id, claims))


def _carriers() -> QuerySet[Claim]:
    """The claims that carry a fact with a value and were not erased."""
    stood = Fact.objects.filter(carrier=OuterRef("pk"), standing=Fact.Standing.TIMELINE, value_key__isnull=False)
    return Claim.objects.filter(Exists(stood), erased_at__isnull=True).order_by("pk")


def _texts(workspace_id: UUID, claims: Sequence[Claim]) -> list[str]:
    fields = list(Field.objects.filter(workspace=workspace_id))
    return [says(claim, names_of(fields, claim.kept_field)) for claim in claims]


def _keep(batch: Batch, embedder: Embedder, found: Vectors) -> None:
    rows = [
        (embedder.model, HalfVector(vector).to_text(), fact) for fact, vector in zip(batch.facts, found, strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(KEEP, rows)
    SetAside.objects.filter(claim__in=batch.facts).delete()
