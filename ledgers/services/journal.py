"""Recording one change: its transaction row, and the fact rows that close and open with it.

The transaction row comes first: a fact row that no transaction of the same commit accounts for is refused by trigger.
The row says all that the page does, so that the ledgers can be rebuilt from the log alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import rfc8785
from django.contrib.postgres.fields import DateTimeRangeField
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.db.models import F, Func, Max, Value

from ledgers.domain.actions import Action
from ledgers.domain.claim import ClaimId
from ledgers.domain.trace import Line
from ledgers.models import Barred, Claim, Fact, Transaction
from ledgers.selectors.taken_up import turn
from ledgers.services.page import Page
from memoryhub.accounts.models import Agent, Member

# What a claim says, all of it: none of it ever changes, and erasure alone empties it.
SAID = (
    *("id", "kind", "subject", "field", "scope", "value", "value_key", "condition", "source", "tier", "tier_reason"),
    *("external", "speaker", "said_by", "effective_at", "expires_at", "date_assumed", "corrects", "evidence"),
    *("derived_from", "confidence", "received_at", "author"),
)
_DURING = DateTimeRangeField()


@dataclass(frozen=True, slots=True)
class Record:
    """What the transaction row says of a change, apart from the page, the claim, the instant and the hash."""

    kind: str
    action: Action
    status: str
    rule: str
    policy_version: int
    reason: str = ""
    target: ClaimId | None = None
    fact: ClaimId | None = None
    member: Member | None = None
    agent: Agent | None = None
    case: UUID | None = None
    evidence_digest: str = ""
    note: str = ""
    trace: Sequence[Line] = ()
    read: dict[str, Any] = field(default_factory=dict)


def record(page: Page, said: Record) -> Transaction:
    """Append the transaction row of a change, carry the page out, and move the slot's clock to its instant."""
    slot, claim = page.slot, page.claim
    last = _records_of(page)
    row = Transaction(
        workspace_id=slot.workspace_id,
        slot=slot,
        claim=claim,
        number=last + 1,
        kind=said.kind,
        action=said.action,
        status=said.status,
        rule=said.rule,
        reason=said.reason,
        target=said.target,
        fact=said.fact,
        policy_version=said.policy_version,
        actor_member=said.member,
        actor_agent=said.agent,
        case=said.case,
        evidence_digest=said.evidence_digest,
        note=said.note,
        note_digest=salted(claim, said.note) if said.note else "",
        recorded_at=page.at,
    )
    row.details = canonical(
        {
            "said": said_digest(claim) if row.number == 1 else None,
            "read": said.read,
            "trace": [asdict(line) for line in said.trace],
            "wrote": wrote(page.closed, page.opened, page.barred, page.lifted),
        }
    )
    row.hash = seal(row)
    row.save(force_insert=True)
    _carry_out(page, row)
    slot.clock = page.at
    slot.save(update_fields=["clock"])
    return row


def _records_of(page: Page) -> int:
    """How many rows the claim has in the log already."""
    if page.first:
        return 0
    taken = page.slot.taken_up
    if taken is not None and page.claim.id in taken.records:
        return taken.records[page.claim.id]
    last: int | None = Transaction.objects.filter(claim=page.claim).aggregate(last=Max("number"))["last"]
    return last or 0


def _carry_out(page: Page, row: Transaction) -> None:
    """Close before open: no two rows in force may overlap, not even for a moment."""
    if page.closed:
        since = F("recorded_during__startswith")
        until = Func(since, Value(row.recorded_at), Value("[)"), function="tstzrange", output_field=_DURING)
        Fact.objects.filter(id__in=page.closed).update(recorded_during=until, closed_by=row)
    for fact in page.opened:
        fact.opened_by = row
    Fact.objects.bulk_create(page.opened)
    for bar in page.barred:
        bar.transaction = row
    Barred.objects.bulk_create(page.barred)
    turn(page.slot, row, page.closed, page.opened)
    if page.lifted:
        Barred.objects.filter(slot=page.slot, transaction__in=page.lifted, lifted_by__isnull=True).update(lifted_by=row)


def wrote(
    closed: Mapping[UUID, Fact], opened: Sequence[Fact], barred: Sequence[Barred], lifted: Sequence[UUID] = ()
) -> dict[str, Any]:
    """What a page writes, as the log keeps it: whole rows but for their values, which are those of their claims."""
    said = {
        "closed": sorted(str(row) for row in closed),
        "opened": [as_written(row) for row in opened],
        "barred": [as_barred(bar) for bar in barred],
        "lifted": sorted(map(str, lifted)),
    }
    return {name: rows for name, rows in said.items() if rows}


def as_written(row: Fact) -> dict[str, Any]:
    """A fact row without its value and its recorded end; what is usual is left out."""
    window = None if row.valid_during.isempty else _span(row.valid_during)
    said: dict[str, Any] = {
        "row": str(row.id),
        "claim": str(row.claim_id),
        "carrier": str(row.carrier_id),
        "standing": str(row.standing),
        "window": window,
        "none": row.value_key is None,
        **_moments(row, "effective_at", "expires_at", "dated", "recorded_at"),
        "tier": str(row.tier),
        "source": row.source,
        "flags": [name for name in FLAGS if getattr(row, name)],
        "reason": row.reason,
        "ended": [str(row.ended_by) if row.ended_by else None, row.ended_how] if row.ended_how else None,
    }
    return {name: kept for name, kept in said.items() if kept not in (None, "", False, [])}


def as_barred(bar: Barred) -> dict[str, Any]:
    """What is barred, without the value."""
    return {**_moments(bar, "effective_at"), "tier": str(bar.tier), "source": bar.source, "cause": bar.cause}


FLAGS = ("owner_word", "edge", "weighs", "renews", "returned", "newer_weaker")


def _span(during: DateTimeTZRange) -> list[str | None]:
    return [told(moment) if moment else None for moment in (during.lower, during.upper)]


def _moments(row: Fact | Barred, *names: str) -> dict[str, str | None]:
    moments: dict[str, datetime | None] = {name: getattr(row, name) for name in names}
    return {name: told(moment) if moment else None for name, moment in moments.items()}


def told(moment: datetime) -> str:
    """A moment as the log writes it, whatever zone it was given in."""
    return moment.astimezone(UTC).isoformat()


def seal(row: Transaction) -> bytes:
    """SHA-256 of the row's canonical body (RFC 8785). The body holds digests and ids, no values; `xid` is left out."""
    return hashlib.sha256(body(row).encode()).digest()


def body(row: Transaction) -> str:
    """The canonical body."""
    return body_of(
        {
            "action": str(row.action),
            "agent": _id(row.actor_agent_id),
            "case": _id(row.case),
            "claim": str(row.claim_id),
        },
        row.details,
        {
            "evidence_digest": row.evidence_digest,
            "fact": _id(row.fact),
            "id": str(row.id),
            "kind": str(row.kind),
            "member": _id(row.actor_member_id),
            "note_digest": row.note_digest,
            "number": row.number,
            "policy_version": row.policy_version,
            "reason": row.reason,
            "recorded_at": told(row.recorded_at),
            "rule": row.rule,
            "slot": _id(row.slot_id),
            "status": row.status,
            "target": _id(row.target),
            "workspace": str(row.workspace_id),
        },
    )


def body_of(before: Mapping[str, Any], details: str, after: Mapping[str, Any]) -> str:
    """`details` is canonical text already, and takes its place between the names that come before and after it."""
    return f'{canonical(before)[:-1]},"details":{details},{canonical(after)[1:]}'


def _id(found: object) -> str | None:
    return str(found) if found else None


def canonical(said: Mapping[str, Any]) -> str:
    """RFC 8785 of JSON that holds no fractions and whose names are plain: there the standard library writes the same
    bytes as the reference, many times faster (a test compares them)."""
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def said_digest(claim: Claim) -> str:
    """The salted digest of everything the claim says: who changes a stored claim is found out."""
    said = {name: _plain(getattr(claim, name)) for name in SAID}
    # Only a value of numbers, and confidence, may hold fractions.
    simple = claim.confidence is None and isinstance(claim.value, str | None)
    text = canonical(said).encode() if simple else rfc8785.dumps(said)
    return hashlib.sha256(bytes(claim.salt) + text).hexdigest()


def _plain(value: Any) -> Any:  # noqa: ANN401 - any column of a claim, and the JSON that stands for it
    if isinstance(value, datetime):
        return told(value)
    if isinstance(value, UUID):
        return str(value)
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


def salted(claim: Claim, text: str) -> str:
    """The salted digest that stands for a text in the record."""
    return hashlib.sha256(bytes(claim.salt) + text.encode()).hexdigest()
