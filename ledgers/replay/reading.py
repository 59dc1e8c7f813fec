"""What the replay reads: the log, the fact rows as they stand, what is barred, and the claims, slot by slot."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from ledgers.domain.policy import Policy, parse
from ledgers.models import Barred, Claim, Fact, PolicyVersion, Transaction
from ledgers.replay.rebuilt import Row
from ledgers.replay.retaken import Entry
from ledgers.services.journal import as_barred, as_written, told
from memoryhub.accounts.models import Workspace

CHUNK = 2_000


@dataclass(slots=True)
class Stands:
    """One slot: its log in recorded order, its claims by id, its fact rows and bars as they stand."""

    slot: UUID
    entries: list[Entry] = field(default_factory=list)
    claims: dict[str, Claim] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    barred: list[dict[str, Any]] = field(default_factory=list)


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
    return Entry(
        id=str(row.id),
        slot=str(row.slot_id),
        claim=str(row.claim_id),
        number=row.number,
        kind=row.kind,
        action=row.action,
        status=row.status,
        rule=row.rule,
        reason=row.reason,
        target=str(row.target) if row.target else None,
        fact=str(row.fact) if row.fact else None,
        policy_version=row.policy_version,
        recorded_at=told(row.recorded_at),
        details=json.loads(row.details),
    )


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
    return {version: parse(document) for version, document in rows.values_list("version", "document")}
