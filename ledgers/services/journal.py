"""Writing one change: its transaction row, and the fact rows that close and open with it.

The transaction row comes first: a fact row that no transaction of the same commit accounts for is refused by trigger.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import rfc8785
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.db.models import Max, QuerySet

from ledgers.domain.actions import Action
from ledgers.domain.claim import ClaimId, Entry, Strength
from ledgers.domain.timeline import Window
from ledgers.domain.trace import Line
from ledgers.models import Barred, Claim, Fact, Slot, Transaction
from ledgers.selectors.book import NOWHERE, as_entry, open_rows
from memoryhub.accounts.models import Agent, Member


@dataclass(frozen=True, slots=True)
class Record:
    """What the transaction row says of a change, apart from the claim, the instant and the hash."""

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


def record(slot: Slot, claim: Claim, at: datetime, said: Record) -> Transaction:
    """Append the transaction row of a change and move the slot's clock to its instant."""
    # A claim judged for the first time has no row yet.
    first = said.kind == Transaction.Kind.CLAIM
    last = None if first else Transaction.objects.filter(claim=claim).aggregate(last=Max("number"))["last"]
    row = Transaction(
        workspace_id=slot.workspace_id,
        slot=slot,
        claim=claim,
        number=(last or 0) + 1,
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
        recorded_at=at,
        trace=[asdict(line) for line in said.trace],
        read=said.read,
    )
    row.hash = seal(row)
    row.save(force_insert=True)
    slot.clock = at
    slot.save(update_fields=["clock"])
    return row


def seal(row: Transaction) -> bytes:
    """SHA-256 of the row's canonical body (RFC 8785). The body holds digests and ids, no values; `xid` is left out."""
    body = {
        "id": str(row.id),
        "workspace": str(row.workspace_id),
        "slot": str(row.slot_id),
        "claim": str(row.claim_id),
        "number": row.number,
        "kind": row.kind,
        "action": str(row.action),
        "status": row.status,
        "rule": row.rule,
        "reason": row.reason,
        "target": str(row.target) if row.target else None,
        "fact": str(row.fact) if row.fact else None,
        "policy_version": row.policy_version,
        "member": str(row.actor_member_id) if row.actor_member_id else None,
        "agent": str(row.actor_agent_id) if row.actor_agent_id else None,
        "case": str(row.case) if row.case else None,
        "evidence_digest": row.evidence_digest,
        "note": hashlib.sha256(row.note.encode()).hexdigest() if row.note else "",
        "recorded_at": row.recorded_at.isoformat(),
        "trace": row.trace,
        "read": row.read,
    }
    return hashlib.sha256(rfc8785.dumps(body)).digest()


def digest(claim: Claim, value_key: str | None) -> str:
    """The salted digest that stands for a value in the record."""
    return hashlib.sha256(bytes(claim.salt) + (value_key or "").encode()).hexdigest()


def close(rows: Iterable[Fact], row: Transaction) -> None:
    """End the recorded time of fact rows at the transaction's instant."""
    for fact in rows:
        during = DateTimeTZRange(fact.recorded_during.lower, row.recorded_at, "[)")
        Fact.objects.filter(id=fact.id).update(recorded_during=during, closed_by=row)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim that is not in force stands: rejected, corrected, waiting, or in the book and hidden."""

    standing: str
    carrier: ClaimId
    reason: str = ""
    weighs: bool = True
    renews: bool = True
    newer_weaker: bool = False
    window: tuple[datetime, datetime | None] | None = None


def put(slot: Slot, entry: Entry, place: Place, row: Transaction) -> Fact:
    """Open the row of a claim that holds no window."""
    during = DateTimeTZRange(*place.window, "[)") if place.window else NOWHERE
    fact = Fact(standing=place.standing, valid_during=during, carrier_id=place.carrier, **_competing(slot, entry, row))
    fact.reason, fact.weighs, fact.renews = place.reason, place.weighs, place.renews
    fact.newer_weaker = place.newer_weaker
    fact.save(force_insert=True)
    return fact


def _competing(slot: Slot, entry: Entry, row: Transaction) -> dict[str, Any]:
    return {
        "workspace_id": slot.workspace_id,
        "slot": slot,
        "claim_id": entry.claim,
        "recorded_during": DateTimeTZRange(row.recorded_at, None, "[)"),
        "value_key": entry.value,
        "effective_at": entry.start,
        "expires_at": entry.end,
        "tier": entry.strength.tier,
        "source": entry.strength.source,
        "dated": entry.strength.dated,
        "owner_word": entry.strength.owner_word,
        "edge": entry.strength.edge,
        "recorded_at": entry.recorded_at,
        "opened_by": row,
    }


def relay(
    slot: Slot,
    held: dict[Window, Fact],
    timeline: Sequence[Window],
    row: Transaction,
    out: Collection[ClaimId] = (),
) -> None:
    """Make the rows of a stretch of a timeline those of `timeline`: what stays is untouched, closing comes first.

    A claim that loses its last window stays in the book as a hidden row, unless it is among those taken `out`.
    """
    same = {window for place, window in enumerate(timeline) if window in held and _ends_alike(place, timeline, held)}
    gone = [fact for window, fact in held.items() if window not in same]
    fresh = [(place, window) for place, window in enumerate(timeline) if window not in same]
    close(gone, row)
    taken = {UUID(window.entry.claim) for _place, window in fresh}
    # A claim judged for the first time has no row in the book yet.
    booked = taken - {row.claim_id} if row.kind == Transaction.Kind.CLAIM else taken
    hidden = list(_hidden(slot, booked)) if booked else []
    flags = {fact.claim_id: fact for fact in [*gone, *hidden]}
    close(hidden, row)
    for place, window in fresh:
        following = timeline[place + 1] if place + 1 < len(timeline) else None
        known, flag = _ended_before(window, gone), flags.get(UUID(window.entry.claim))
        _open(slot, window, row, following=following, known=known, flags=flag)
    _keep_hidden(slot, [fact for fact in gone if str(fact.claim_id) not in out], row)


def _hidden(slot: Slot, claims: Collection[UUID]) -> QuerySet[Fact]:
    """The rows of claims that are in the book and nowhere in force."""
    return open_rows(slot).filter(standing="timeline", claim_id__in=claims, valid_during__isempty=True)


def _open(
    slot: Slot, window: Window, row: Transaction, *, following: Window | None, known: Fact | None, flags: Fact | None
) -> None:
    fact = Fact(
        standing="timeline",
        valid_during=DateTimeTZRange(window.start, window.end, "[)"),
        carrier_id=window.carrier,
        returned=window.returned,
        **_competing(slot, window.entry, row),
    )
    if flags is not None:
        fact.renews, fact.newer_weaker = flags.renews, flags.newer_weaker
    fact.ended_by, fact.ended_how = _ending(window, following, known)
    fact.save(force_insert=True)


def _ending(window: Window, following: Window | None, known: Fact | None) -> tuple[UUID | None, str]:
    """What closes a window: a retract, another value, or its own end."""
    if window.end is None:
        return None, ""
    if following is not None and following.start == window.end:
        if following.carrier == window.carrier:
            return None, ""
        if following.value is None:
            return UUID(following.entry.claim), "retract"
        if window.end != window.entry.end:
            return UUID(following.entry.claim), "other"
    if window.end == window.entry.end:
        return UUID(window.entry.claim), "own"
    return (known.ended_by, known.ended_how) if known is not None else (None, "")


def _ends_alike(place: int, timeline: Sequence[Window], held: Mapping[Window, Fact]) -> bool:
    """Whether the row of a window that stays says rightly what ends it; what follows it may be another now."""
    fact, following = held[timeline[place]], timeline[place + 1] if place + 1 < len(timeline) else None
    if following is None or following.start != timeline[place].end:
        return True
    return (fact.ended_by, fact.ended_how) == _ending(timeline[place], following, fact)


def _ended_before(window: Window, gone: Sequence[Fact]) -> Fact | None:
    return next((fact for fact in gone if window.end is not None and fact.valid_during.upper == window.end), None)


def _keep_hidden(slot: Slot, gone: Sequence[Fact], row: Transaction) -> None:
    if not gone:
        return
    lost = {fact.claim_id: fact for fact in gone}
    still = set(open_rows(slot).filter(standing="timeline", claim_id__in=lost).values_list("claim_id", flat=True))
    for claim_id, fact in lost.items():
        if claim_id not in still:
            carrier = ClaimId(str(fact.carrier_id))
            flags = Place("timeline", carrier, renews=fact.renews, newer_weaker=fact.newer_weaker)
            put(slot, as_entry(fact), flags, row)


def bar(slot: Slot, entry: Entry, strength: Strength, cause: str, row: Transaction) -> None:
    """Refuse this value and date from now on, from sources no stronger than `strength`."""
    Barred.objects.create(
        workspace_id=slot.workspace_id,
        slot=slot,
        value_key=entry.value,
        effective_at=entry.start,
        tier=strength.tier,
        source=strength.source,
        cause=cause,
        transaction=row,
    )
