"""The rows of the log as a check reads them: few bytes at a time, each hashed from what its columns say now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from ledgers.services.journal import body_of, told

AT_ONCE = 2_000
# The columns in the order in which `_hashed` takes them.
ROWS = """
SELECT xid, id::text, hash, action, actor_agent_id::text, "case"::text, claim_id::text, details, evidence_digest,
       fact::text, kind, actor_member_id::text, note_digest, number, policy_version, reason, recorded_at, rule,
       slot_id::text, status, target::text, workspace_id::text
FROM ledgers_transaction WHERE workspace_id = %s AND (xid, id) > (%s, %s) ORDER BY xid, id
"""
FIRST = (0, "00000000-0000-0000-0000-000000000000")
Column = str | int | bytes | datetime | None


@dataclass(frozen=True, slots=True)
class Row:
    """`hash` is the one that stands in the row, `found` the one its columns give now."""

    xid: int
    id: str
    hash: bytes
    found: bytes

    @property
    def place(self) -> tuple[int, str]:
        return self.xid, self.id


def rows(workspace: UUID, after: tuple[int, str] = FIRST) -> Iterator[Row]:
    """The rows of a workspace in the order of the log. Runs in a transaction."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(ROWS, [workspace, *after])
        while batch := cursor.fetchmany(AT_ONCE):
            yield from map(_row, batch)


def _row(columns: tuple[Column, ...]) -> Row:
    xid, number, hash_, *said = columns
    # Drivers hand out bytes as a memoryview.
    return Row(int(xid), str(number), bytes(hash_), _hashed(str(number), *said))  # type: ignore[arg-type]  # as selected


def _hashed(  # noqa: PLR0917 - the columns of the row, in the order of the query
    number: str,
    action: str,
    agent: str | None,
    case: str | None,
    claim: str,
    details: str,
    evidence_digest: str,
    fact: str | None,
    kind: str,
    member: str | None,
    note_digest: str,
    counted: int,
    policy_version: int,
    reason: str,
    recorded_at: datetime,
    rule: str,
    slot: str | None,
    status: str,
    target: str | None,
    workspace: str,
) -> bytes:
    body = body_of(
        {"action": action, "agent": agent, "case": case, "claim": claim},
        details,
        {
            "evidence_digest": evidence_digest,
            "fact": fact,
            "id": number,
            "kind": kind,
            "member": member,
            "note_digest": note_digest,
            "number": counted,
            "policy_version": policy_version,
            "reason": reason,
            "recorded_at": told(recorded_at),
            "rule": rule,
            "slot": slot,
            "status": status,
            "target": target,
            "workspace": workspace,
        },
    )
    return hashlib.sha256(body.encode()).digest()
