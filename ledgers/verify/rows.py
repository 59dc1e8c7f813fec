"""The rows of the log as a check reads them: few bytes at a time, each hashed from what its columns say now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from ledgers.services.journal import body_of, told

AT_ONCE = 2_000
# The members of a row's canonical body, those before `details` and those after it, and where each stands.
BEFORE = {"action": "action", "agent": "actor_agent_id::text", "case": '"case"::text', "claim": "claim_id::text"}
AFTER = {
    "evidence_digest": "evidence_digest",
    "fact": "fact::text",
    "id": "id::text",
    "kind": "kind",
    "member": "actor_member_id::text",
    "note_digest": "note_digest",
    "number": "number",
    "policy_version": "policy_version",
    "reason": "reason",
    "recorded_at": "recorded_at",
    "rule": "rule",
    "slot": "slot_id::text",
    "status": "status",
    "target": "target::text",
    "workspace": "workspace_id::text",
}
ROWS = f"""
SELECT xid, hash, details, {", ".join([*BEFORE.values(), *AFTER.values()])}
FROM ledgers_transaction WHERE workspace_id = %s AND (xid, id) > (%s, %s) ORDER BY xid, id
"""  # noqa: S608 - columns named above
FIRST = (0, "00000000-0000-0000-0000-000000000000")


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


def _row(columns: tuple[Any, ...]) -> Row:  # Any: columns of every type
    xid, hash_, details, *said = columns
    before = dict(zip(BEFORE, said, strict=False))
    after = dict(zip(AFTER, said[len(BEFORE) :], strict=True))
    after["recorded_at"] = told(after["recorded_at"])
    body = body_of(before, details, after)
    # Drivers hand out bytes as a memoryview.
    return Row(xid, after["id"], bytes(hash_), hashlib.sha256(body.encode()).digest())
