"""What the replay reads: the log, the fact rows as they stand, what is barred, and the claims, slot by slot."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from ledgers.domain.patterns import ANY
from ledgers.domain.policy import Policy, recorded
from ledgers.models import Barred, Claim, Fact, PolicyVersion, Transaction
from ledgers.replay.rebuilt import Row
from ledgers.replay.retaken import Entry
from ledgers.services.journal import as_barred, as_written, told
from memoryhub.accounts.models import Workspace

CHUNK = 2_000


# What an entry takes from its row; `details` and `hash` come last.
_ENTRY = (
    *("id", "slot_id", "claim_id", "number", "kind", "action", "status", "rule", "reason", "target", "fact"),
    *("policy_version", "recorded_at", "details", "hash"),
)


@dataclass(slots=True)
class Stands:
    """One slot: its log in recorded order, its claims by id, its fact rows and bars as they stand."""

    slot: UUID
    entries: list[Entry] = field(default_factory=list)
    claims: dict[str, Claim] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    barred: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a log is meant: from an instant on and before another one, in one scope or a pattern of them."""

    since: datetime | None = None
    until: datetime | None = None
    scope: str = ANY


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log and when it was recorded. `counts`: it is of the part that is meant, and not only of a slot
    where a person decided in it, whose earlier entries say what they decided about."""

    entry: Entry
    at: datetime
    counts: bool


@dataclass(slots=True)
class Log:
    """A part of the log of a workspace, read once, slot by slot and in recorded order; `digest` is of what was read."""

    workspace: Workspace
    part: Part
    _read: Any = field(default_factory=hashlib.sha256)  # Any: a hash object, whose type has no public name

    def total(self) -> int:
        """How many entries of it count."""
        return _within(self._rows(), self.part).count()

    def __iter__(self) -> Iterator[Logged]:
        rows = self._rows().order_by("slot_id", "recorded_at", "id").values_list(*_ENTRY)
        for *said, details, seal in rows.iterator(chunk_size=CHUNK):
            self._read.update(bytes(seal) + details.encode())
            at: datetime = said[-1]
            yield Logged(_entry(*said, details), at, self.part.since is None or at >= self.part.since)

    @property
    def digest(self) -> str:
        digest: str = self._read.hexdigest()
        return digest

    def undone(self) -> frozenset[str]:
        """The entries that were taken back."""
        rows = self._rows().filter(kind=Transaction.Kind.UNDO).values_list("details", flat=True)
        return frozenset(number for details in rows for number in json.loads(details)["read"]["undone"])

    def _rows(self) -> QuerySet[Transaction]:
        rows = Transaction.objects.filter(_placed(self.part.scope), workspace=self.workspace, slot__isnull=False)
        if self.part.until is not None:
            rows = rows.filter(recorded_at__lt=self.part.until)
        if self.part.since is None:
            return rows
        asked = _within(rows, self.part).filter(kind=Transaction.Kind.DECISION)
        return rows.filter(Q(recorded_at__gte=self.part.since) | Q(slot__in=asked.values("slot")))


def _within(rows: QuerySet[Transaction], part: Part) -> QuerySet[Transaction]:
    return rows if part.since is None else rows.filter(recorded_at__gte=part.since)


def _placed(scope: str) -> Q:
    """Where a scope or a pattern of scopes holds."""
    if scope == ANY:
        return Q()
    return Q(slot__scope__startswith=scope[:-1]) if scope.endswith(ANY) else Q(slot__scope=scope)


def slots(workspace: Workspace) -> Iterator[Stands]:
    """Every slot that holds anything, in the order of their ids."""
    streams = {
        "entries": _grouped(Transaction.objects.filter(workspace=workspace).order_by("slot_id", "recorded_at", "id")),
        "rows": _grouped(Fact.objects.filter(workspace=workspace).order_by("slot_id", "id")),
        "barred": _grouped(Barred.objects.filter(workspace=workspace).order_by("slot_id", "id")),
        "claims": _grouped(Claim.objects.filter(workspace=workspace, slot__isnull=False).order_by("slot_id", "id")),
    }
    heads = {name: next(stream, None) for name, stream in streams.items()}
    while waiting := [head[0] for head in heads.values() if head is not None]:
        slot = min(waiting)
        found: dict[str, list[Any]] = {}
        for name, head in heads.items():
            here = head is not None and head[0] == slot
            found[name] = head[1] if head is not None and here else []
            if here:
                heads[name] = next(streams[name], None)
        yield _stands(slot, **found)


def _grouped(rows: QuerySet[Any]) -> Iterator[tuple[UUID, list[Any]]]:  # Any: four models, read alike
    for slot, group in groupby(rows.iterator(chunk_size=CHUNK), key=attrgetter("slot_id")):
        yield slot, list(group)


def _stands(
    slot: UUID, entries: list[Transaction], rows: list[Fact], barred: list[Barred], claims: list[Claim]
) -> Stands:
    known = {str(claim.id): claim for claim in claims}
    return Stands(
        slot,
        [as_entry(row) for row in entries],
        known,
        [as_row(row, known.get(str(row.claim_id))) for row in rows],
        [_as_bar(bar) for bar in barred],
    )


def _as_bar(bar: Barred) -> dict[str, Any]:
    lifted = {"lifted": str(bar.lifted_by_id)} if bar.lifted_by_id else {}
    return {**as_barred(bar), "by": str(bar.transaction_id), **lifted}


def as_entry(row: Transaction) -> Entry:
    said = (getattr(row, name) for name in _ENTRY[:-1])
    return _entry(*said)


def _entry(*said: Any) -> Entry:  # noqa: ANN401 - the columns of a row
    row = dict(zip(_ENTRY, said, strict=False))
    row["slot"], row["claim"] = row.pop("slot_id"), row.pop("claim_id")
    ids = {name: str(row[name]) for name in ("id", "slot", "claim")}
    named = {name: str(row[name]) if row[name] else None for name in ("target", "fact")}
    moment, details = told(row["recorded_at"]), json.loads(row["details"])
    return Entry(**{**row, **ids, **named, "recorded_at": moment, "details": details})


def as_row(row: Fact, claim: Claim | None) -> Row:
    """A fact row as it stands, in the form in which the log tells it; its value by a salted digest."""
    said = {
        **as_written(row),
        "since": told(row.recorded_during.lower),
        "opened_by": str(row.opened_by_id),
        "value": value_digest(row.value_key, claim),
    }
    if claim is not None and claim.erased_at is not None:
        said = erased(said)
    if row.closed_by_id is not None:
        said |= {"until": told(row.recorded_during.upper), "closed_by": str(row.closed_by_id)}
    return said


def erased(row: Row) -> Row:
    """A row of an erased claim: whether there was a value is gone with the value."""
    return {**{name: kept for name, kept in row.items() if name != "none"}, "value": "erased"}


def value_digest(value_key: str | None, claim: Claim | None) -> str | None:
    if value_key is None:
        return None
    salt = bytes(claim.salt) if claim is not None else b""
    return hashlib.sha256(salt + value_key.encode()).hexdigest()


def policies(workspace: Workspace) -> dict[int, Policy]:
    """Every version of the policy as its document says it; whether it is the one decided by, the log's digest says."""
    rows = PolicyVersion.objects.filter(workspace=workspace)
    return {version: recorded(document) for version, document in rows.values_list("version", "document")}
