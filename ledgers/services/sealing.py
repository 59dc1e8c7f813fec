"""Sealing: rows of the log that no running transaction can come before any more are chained, batch by batch.

Writers never wait for it. One worker seals at a time; what it does not get to, it or another gets to next time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from uuid import UUID

from django.db import connection, transaction

from ledgers import clock
from ledgers.domain.seal import NOTHING, Place, Sealed, seal
from ledgers.models import Chain, Seal, Unsealed

# The key of the advisory lock: "seal" as a number.
LOCK = 0x7365616C
BATCH = 5_000

# A commit below the horizon is either seen here or never will be: what stands before it is complete.
WAITING = """
SELECT workspace_id, xid, transaction_id, hash FROM ledgers_unsealed
WHERE xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
ORDER BY workspace_id, xid, transaction_id LIMIT %s
"""
Row = tuple[UUID, int, UUID, bytes]


def seal_waiting(limit: int = BATCH) -> int:
    """Seal what waits, one seal a workspace, and say how many rows; 0 also while another worker is sealing."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return 0
        cursor.execute(WAITING, [limit])
        rows: list[Row] = cursor.fetchall()
        for workspace, group in groupby(rows, key=itemgetter(0)):
            _seal(workspace, list(group))
        Unsealed.objects.filter(transaction_id__in=[row[2] for row in rows]).delete()
    return len(rows)


def _seal(workspace: UUID, rows: Sequence[Row]) -> None:
    chain = Chain.objects.filter(workspace_id=workspace).first()
    sealed = seal(
        [Place(xid, str(number), bytes(hash_)) for _workspace, xid, number, hash_ in rows],
        number=chain.number + 1 if chain else 1,
        first_seq=chain.last_seq + 1 if chain else 1,
        previous=bytes(chain.root) if chain else NOTHING,
    )
    kept = _keep(workspace, sealed)
    Chain.objects.update_or_create(
        workspace_id=workspace,
        defaults={
            "number": kept.number,
            "last_seq": kept.last_seq,
            "root": kept.root,
            "sealed_at": kept.sealed_at,
        },
    )


def _keep(workspace: UUID, sealed: Sealed) -> Seal:
    return Seal.objects.create(
        workspace_id=workspace,
        number=sealed.number,
        first_seq=sealed.first_seq,
        count=sealed.count,
        first_xid=sealed.first[0],
        first_id=sealed.first[1],
        last_xid=sealed.last[0],
        last_id=sealed.last[1],
        marks=sealed.marks,
        rows=sealed.rows,
        previous=sealed.previous,
        root=sealed.root(str(workspace)),
        sealed_at=clock.now(),
    )
