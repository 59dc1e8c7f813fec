"""Checkpoints: how far the log reached and what its root was, signed and written where the database cannot reach.

Without one, whoever owns the database can cut the end off the log, or write all of it anew with hashes that fit.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from ledgers import clock
from ledgers.models import Chain, Checkpoint
from ledgers.services import signing
from ledgers.services.journal import canonical, told
from ledgers.services.signing import Signer

ROWS = 1_000
EVERY = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Written:
    """One line of the file, read back. `body` is what was signed."""

    workspace: str
    seal: int
    rows: int
    root: str
    time: str
    key: str
    signature: bytes

    @property
    def body(self) -> bytes:
        return canonical(_said(self.workspace, self.seal, self.rows, self.root, self.time, self.key)).encode()


def write_due(*, everything: bool = False) -> int:
    """Write a checkpoint for each workspace whose chain has grown by ROWS or whose last one is EVERY old; how many."""
    now, place = clock.now(), Path(settings.CHECKPOINTS)
    due = Q(last_seq__gte=F("written_seq") + ROWS) | Q(written_at__isnull=True) | Q(written_at__lte=now - EVERY)
    waiting = Chain.objects.filter(number__gt=F("written_number")).filter(Q() if everything else due)
    if not waiting.exists():
        return 0
    with transaction.atomic():
        # Of several workers one writes; the others find nothing left.
        chains = list(waiting.select_for_update(skip_locked=True).order_by("workspace_id"))
        by = signing.ours()
        lines = [_line(chain, by, now) for chain in chains]
        _append(place, lines)
        for chain, line in zip(chains, lines, strict=True):
            _note(chain, line, now)
    return len(chains)


def read(file: Path, about: str = "") -> tuple[list[Written], list[str]]:
    """The checkpoints of a file, and what of it is no checkpoint: a torn last line after a crash, or a forged one.

    `about` is the id of a workspace: lines that do not name it are passed over unread, of which a year leaves many.
    """
    found, wrong = [], []
    with file.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if about not in line:
                continue
            try:
                found.append(parsed(json.loads(line)))
            except (ValueError, KeyError, TypeError):
                wrong.append(f"line {number} is no checkpoint")
    return found, wrong


def parsed(said: dict[str, Any]) -> Written:
    """One line, as JSON read it. Raises ValueError, KeyError or TypeError where it is no checkpoint."""
    signature = base64.b64decode(said["signature"], validate=True)
    return Written(
        workspace=said["workspace"],
        seal=int(said["seal"]),
        rows=int(said["rows"]),
        root=said["root"],
        time=said["time"],
        key=said["key"],
        signature=signature,
    )


def as_written(one: Checkpoint) -> bytes:
    """The line that stands in the file for it, byte for byte."""
    said = _said(str(one.workspace_id), one.number, one.last_seq, bytes(one.root).hex(), told(one.written_at), one.key)
    return _ended({**said, "signature": base64.b64encode(bytes(one.signature)).decode()})


def _line(chain: Chain, by: Signer, now: datetime) -> dict[str, Any]:
    said = _said(str(chain.workspace_id), chain.number, chain.last_seq, bytes(chain.root).hex(), told(now), by.name)
    signature = by.sign(canonical(said).encode())
    return {**said, "signature": base64.b64encode(signature).decode()}


def _said(*said: str | int) -> dict[str, Any]:
    return dict(zip(("workspace", "seal", "rows", "root", "time", "key"), said, strict=True))


def _ended(line: dict[str, Any]) -> bytes:
    return canonical(line).encode() + b"\n"


def _append(file: Path, lines: list[dict[str, Any]]) -> None:
    """Add whole lines, on the disk before anybody is told; a line that a crash tore is ended first."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(file) as handle:
        torn = os.fstat(handle).st_size and os.pread(handle, 1, os.fstat(handle).st_size - 1) != b"\n"
        os.write(handle, (b"\n" if torn else b"") + b"".join(map(_ended, lines)))
        os.fsync(handle)


@contextmanager
def _alone(file: Path) -> Iterator[int]:
    handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _note(chain: Chain, line: dict[str, Any], now: datetime) -> None:
    Checkpoint.objects.create(
        workspace_id=chain.workspace_id,
        number=chain.number,
        last_seq=chain.last_seq,
        root=chain.root,
        written_at=now,
        key=line["key"],
        signature=base64.b64decode(line["signature"]),
    )
    Chain.objects.filter(workspace_id=chain.workspace_id).update(
        written_number=chain.number, written_seq=chain.last_seq, written_at=now
    )
