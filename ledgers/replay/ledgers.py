"""The three ledgers as bytes: one line of canonical JSON a row, in one order, and the digest of each ledger."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from ledgers.replay.rebuilt import Row, ledger
from ledgers.services.journal import canonical

LEDGERS = ("accepted", "pending", "history")


class Hash(Protocol):
    def update(self, data: bytes, /) -> None: ...
    def hexdigest(self) -> str: ...


def _fresh() -> dict[str, Hash]:
    return {name: hashlib.sha256() for name in LEDGERS}


@dataclass(slots=True)
class Ledgers:
    """Digests of the ledgers, fed slot by slot in the order of their ids."""

    _hashes: dict[str, Hash] = field(default_factory=_fresh)
    rows: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LEDGERS, 0))

    def add(self, rows: Iterable[Row]) -> list[bytes]:
        """Add the rows of a slot; their lines."""
        lines = []
        for row in sorted(rows, key=_place):
            line = canonical(row).encode() + b"\n"
            name = ledger(row)
            self._hashes[name].update(line)
            self.rows[name] += 1
            lines.append(line)
        return lines

    @property
    def digests(self) -> dict[str, str]:
        return {name: found.hexdigest() for name, found in self._hashes.items()}


def _place(row: dict[str, Any]) -> str:
    number: str = row["row"]
    return number
