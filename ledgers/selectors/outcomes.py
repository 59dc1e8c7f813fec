"""What became of a claim: waiting to be settled, waiting for a person, or settled by which rule."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from ledgers.domain.actions import Action
from ledgers.models import Claim, Fact, Outbox, Transaction, UnknownField


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
    if claim.slot_id is None:
        return _of_unknown_field(claim)
    # An owner's decision settles several claims in one transaction, so the row says more than the claim's own record.
    rows = Fact.objects.filter(workspace_id=claim.workspace_id, claim=claim).select_related("opened_by")
    latest = rows.order_by("-opened_by__recorded_at", "-id").first()
    own = Transaction.objects.filter(claim=claim).order_by("-number").first()
    entry = own if latest is None or (own and own.recorded_at >= latest.opened_by.recorded_at) else latest.opened_by
    if entry is None:
        waits = Outbox.objects.filter(claim=claim).exists()
        return Outcome("received" if waits else "settled")
    return _of(claim, entry, rows.filter(recorded_during__upper_inf=True).order_by("-id").first())


def _of_unknown_field(claim: Claim) -> Outcome:
    """It waits for the registry, which may also have refused the name for good."""
    refused = UnknownField.objects.filter(workspace_id=claim.workspace_id, key=claim.field, answer="refuse")
    if refused.exists():
        action = str(Action.REJECT_CONFLICT)
        return Outcome("settled", action=action, status="rejected", rule="registry.refused_field")
    return Outcome("pending", "unregistered_field")


def _of(claim: Claim, entry: Transaction, row: Fact | None) -> Outcome:
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
        case=entry.case,
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
