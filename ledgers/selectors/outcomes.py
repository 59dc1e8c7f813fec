"""What became of a claim: waiting to be settled, waiting for a person, or settled by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from ledgers.domain.actions import Action
from ledgers.models import Claim, Fact, Outbox, Transaction, UnknownField

BARRED = "detect.barred_owner"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`state` is received, pending or settled. The rest is empty while received; `trace` lines are codes and params."""

    state: str
    reason: str = ""
    action: str = ""
    status: str = ""
    rule: str = ""
    policy_version: int | None = None
    fact: UUID | None = None
    replaced: UUID | None = None
    case: UUID | None = None
    recorded_at: datetime | None = None
    trace: tuple[dict[str, Any], ...] = ()


def outcome(claim: Claim) -> Outcome:
    """The state of one claim as it stands now."""
    return outcomes([claim])[claim.id]


def outcomes(claims: Sequence[Claim]) -> dict[UUID, Outcome]:
    """The same of many claims, in as many queries as for one."""
    placed = [claim for claim in claims if claim.slot_id is not None]
    unplaced = [claim for claim in claims if claim.slot_id is None]
    return {**_of_unknown_fields(unplaced), **_of_placed(placed)}


def _of_placed(claims: Sequence[Claim]) -> dict[UUID, Outcome]:
    if not claims:
        return {}
    rows = Fact.objects.filter(workspace__in={claim.workspace_id for claim in claims}, claim__in=claims)
    rows = rows.select_related("opened_by").distinct("claim")
    latest = {row.claim_id: row for row in rows.order_by("claim", "-opened_by__recorded_at", "-id")}
    held = {row.claim_id: row for row in rows.filter(recorded_during__upper_inf=True).order_by("claim", "-id")}
    records = Transaction.objects.filter(claim__in=claims).order_by("claim", "-number").distinct("claim")
    own = {row.claim_id: row for row in records}
    waiting = set(Outbox.objects.filter(claim__in=claims).values_list("claim_id", flat=True))
    entries = {claim.id: _latest(own.get(claim.id), latest.get(claim.id)) for claim in claims}
    before = decided_before([entry for entry in entries.values() if entry])
    found: dict[UUID, Outcome] = {}
    for claim in claims:
        entry = entries[claim.id]
        waits = Outcome("received" if claim.id in waiting else "settled")
        found[claim.id] = waits if entry is None else _of(claim, entry, held.get(claim.id), before)
    return found


def decided_before(entries: Iterable[Transaction]) -> dict[UUID, UUID]:
    """Of entries that refuse what an owner had decided against: the claim that was decided about then, and its case."""
    barred = {entry.target for entry in entries if entry.rule == BARRED and entry.target}
    if not barred:
        return {}
    rows = Fact.objects.filter(claim__in=barred).order_by("opened_by__recorded_at")
    return {claim: case for claim, case in rows.values_list("claim", "opened_by__case") if case}


def _latest(own: Transaction | None, row: Fact | None) -> Transaction | None:
    # An owner's decision settles several claims in one transaction, so the row says more than the claim's own record.
    return own if row is None or (own and own.recorded_at >= row.opened_by.recorded_at) else row.opened_by


def _of_unknown_fields(claims: Sequence[Claim]) -> dict[UUID, Outcome]:
    """They wait for the registry, which may also have refused the name for good."""
    if not claims:
        return {}
    names = UnknownField.objects.filter(workspace__in={claim.workspace_id for claim in claims}, answer="refuse")
    refused = set(names.filter(key__in={claim.field for claim in claims}).values_list("workspace_id", "key"))
    no = Outcome("settled", action=str(Action.REJECT_CONFLICT), status="rejected", rule="registry.refused_field")
    waits = Outcome("pending", "unregistered_field")
    return {claim.id: no if (claim.workspace_id, claim.field) in refused else waits for claim in claims}


def _of(claim: Claim, entry: Transaction, row: Fact | None, before: Mapping[UUID, UUID]) -> Outcome:
    pending = row is not None and row.standing == Fact.Standing.PENDING
    mine = entry.claim_id == claim.id
    return Outcome(
        state="pending" if pending else "settled",
        reason=row.reason if pending and row else "",
        action=entry.action if mine else _action(row),
        status=entry.status if mine else _status(row),
        rule=entry.rule,
        policy_version=entry.policy_version,
        fact=(entry.fact if mine else row.carrier_id if row else None) if not pending else claim.id,
        replaced=entry.target if mine and entry.action == Action.REVISE else None,
        case=entry.case or (before.get(entry.target) if entry.target else None),
        recorded_at=entry.recorded_at,
        trace=tuple(entry.trace),
    )


def _action(row: Fact | None) -> str:
    rejected = row is None or row.standing == Fact.Standing.REJECTED
    return str(Action.REJECT_CONFLICT if rejected else Action.NOOP)


def _status(row: Fact | None) -> str:
    if row is None or row.standing == Fact.Standing.REJECTED:
        return "rejected"
    return "corrected" if row.standing == Fact.Standing.CORRECTED else "accepted"
