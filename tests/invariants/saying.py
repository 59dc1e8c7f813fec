"""Saying things in the world of the worked cases without a request: the services' own doors, on the real database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as member
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from escalations import triage
from ledgers.models import Claim, Fact, Transaction, Unsealed
from ledgers.services import sealing
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from tests.cases.files import HERE
from tests.cases.world import World, build
from tests.local.processes import until

ACME = "client:acme"
# A deadline for what others on this server do meanwhile, not a measure.
LONGEST = 900.0


def world(key: str = "acme") -> World:
    return build(HERE / "p0_world.toml", key=key)


@dataclass
class Said:
    """A claim to post, with the defaults of an ordinary fact about a client."""

    field: str = "company.plan"
    value: Any = None  # any JSON
    source: str = "crm-sync"
    by: str = "crm-sync"
    subject: str = ACME
    scope: str = ACME
    effective_at: datetime | None = None
    expires_at: datetime | None = None
    kind: str = "assert"
    corrects: UUID | None = None
    condition: str = ""
    derived_from: tuple[UUID, ...] = ()
    evidence: dict[str, str] = member(default_factory=dict)


def author(place: World, who: str) -> Author:
    return Author(agent=place.agents.get(who), member=place.members.get(who), sources=["*"], scopes=["*"])


def store(place: World, said: Said) -> Claim:
    """Stored with its outbox row, not settled."""
    data = ClaimInput(
        subject=said.subject,
        field=said.field,
        scope=said.scope,
        source=said.source,
        kind=said.kind,
        value=said.value,
        effective_at=said.effective_at,
        expires_at=said.expires_at,
        corrects=said.corrects,
        condition=said.condition,
        derived_from=said.derived_from,
        evidence=said.evidence,
    )
    digest = hashlib.sha256(json.dumps(repr(data)).encode()).digest()
    key = str(uuid4())
    return submit(
        workspace=place.workspace, author=author(place, said.by), data=data, idempotency_key=key, request_digest=digest
    ).claim


def say(place: World, said: Said) -> Claim:
    """Stored and settled."""
    claim = store(place, said)
    triage.settle_now(claim.id)
    return claim


def seal_all() -> None:
    """Seal all that was recorded up to now.

    A transaction that began before, of anybody on this server and in any of its databases, holds the horizon back until
    it ends; one that begins later does not. So this ends when those do, and a test elsewhere may take its minutes.
    """
    until(_all_sealed, "transactions that began before", LONGEST)


def _all_sealed() -> bool:
    sealing.seal_waiting()
    return not Unsealed.objects.exists()


def day(number: int) -> datetime:
    return datetime(2026, 1, 1, 3, tzinfo=UTC) + timedelta(days=number)


def rows(query: str, *params: str | int | UUID) -> Sequence[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, params)
        return list(cursor.fetchall())


def count(query: str, *params: str | int | UUID) -> int:
    return int(rows(f"SELECT count(*) FROM ({query}) counted", *params)[0][0])  # noqa: S608 - our own queries


def copy(table: str, row: UUID, **changed: object) -> str:
    """SQL that inserts a copy of a row with some columns changed; the id is a new one."""
    changes = json.dumps({"id": str(uuid4()), **changed}, default=str)
    copied = f"(jsonb_populate_record(held, '{changes}'::jsonb)).*"
    return f"INSERT INTO {table} SELECT {copied} FROM {table} held WHERE id = '{row}'"  # noqa: S608 - our own values


def entry_like(entry: Transaction, **changed: object) -> Transaction:
    """A row of the log of this very commit, copied from another: what a writer of raw SQL would bring along."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint, clock_timestamp()")
        xid, now = cursor.fetchone()
        number = Transaction.objects.filter(claim=entry.claim_id).count() + 1
        cursor.execute(
            copy("ledgers_transaction", entry.id, **{"number": number, "xid": xid, "recorded_at": now, **changed})
        )
    return Transaction.objects.get(claim=entry.claim_id, number=number)


def add_fact_like(fact: Fact, entry: Transaction, **changed: object) -> None:
    """A fact row opened by that entry, copied from another."""
    during = f'["{entry.recorded_at.isoformat()}",)'
    with connection.cursor() as cursor:
        cursor.execute(copy("ledgers_fact", fact.id, opened_by_id=entry.id, recorded_during=during, **changed))


def close_fact(fact: Fact, entry: Transaction) -> None:
    """End the recorded time of a fact row by that entry."""
    during = DateTimeTZRange(fact.recorded_during.lower, entry.recorded_at, "[)")
    Fact.objects.filter(id=fact.id).update(recorded_during=during, closed_by=entry)
