"""What a seal says: the hash over a batch of the log's rows, chained to the seal before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

NOTHING = bytes(32)  # the root before the first seal
MARK = 8  # bytes of a row's hash that a seal keeps for every row


@dataclass(frozen=True, slots=True)
class Place:
    """A row's place in the log: the number of its commit, its id as text, and its hash."""

    xid: int
    id: str
    hash: bytes


@dataclass(frozen=True, slots=True)
class Sealed:
    """A batch as its seal tells it; `root` covers all the rest."""

    number: int
    first_seq: int
    count: int
    first: tuple[int, str]
    last: tuple[int, str]
    rows: bytes
    marks: bytes
    previous: bytes

    def root(self, workspace: str) -> bytes:
        """SHA-256 of the canonical body (RFC 8785)."""
        body = {
            "count": self.count,
            "first": list(self.first),
            "first_seq": self.first_seq,
            "last": list(self.last),
            "marks": hashlib.sha256(self.marks).hexdigest(),
            "number": self.number,
            "previous": self.previous.hex(),
            "rows": self.rows.hex(),
            "workspace": workspace,
        }
        return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).digest()


def seal(rows: list[Place], *, number: int, first_seq: int, previous: bytes) -> Sealed:
    """Seal rows that stand in the order of the log; there is at least one."""
    return Sealed(
        number=number,
        first_seq=first_seq,
        count=len(rows),
        first=(rows[0].xid, rows[0].id),
        last=(rows[-1].xid, rows[-1].id),
        rows=chained(rows),
        marks=b"".join(mark(row.xid, row.hash)[:MARK] for row in rows),
        previous=previous,
    )


def chained(rows: Iterable[Place]) -> bytes:
    """The hash over rows in their order: each takes in the one before, its number and its hash."""
    found = NOTHING
    for row in rows:
        found = link(found, mark(row.xid, row.hash))
    return found


def mark(xid: int, hash_: bytes) -> bytes:
    """What stands for one row: its number and its hash. A seal keeps the first bytes of it."""
    return hashlib.sha256(xid.to_bytes(8, "big") + hash_).digest()


def link(before: bytes, marked: bytes) -> bytes:
    return hashlib.sha256(before + marked).digest()
