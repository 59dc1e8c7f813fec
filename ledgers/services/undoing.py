"""A decision taken back: what it closed stands again, what it opened is over. Same locks, same log, nothing deleted.

1. find every row of the log that the decision left, in each slot it reached
2. refuse where anything was recorded in one of those slots since: what came later was judged by what stood
3. in each slot close what the decision opened, open again what it closed, lift what it barred
4. a claim that was only made by deciding keeps one row, rejected, which says that it was taken back
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from ledgers import clock
from ledgers.domain.actions import Action
from ledgers.domain.claim import ClaimId
from ledgers.domain.trace import Line
from ledgers.models import Fact, Slot, Transaction
from ledgers.selectors import book
from ledgers.services import journal, policies
from ledgers.services.locks import lock
from ledgers.services.page import Page, Place

RULE = "owner.undo"
TAKEN_BACK = "taken_back"


class ChangedSince(Exception):
    """Something was recorded in a slot of the decision after it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one decision left in the log, by slot, in recorded order."""

    first: Transaction
    by_slot: dict[UUID, list[Transaction]]


def find(workspace: UUID, case: UUID) -> Decision | None:
    """The last decision of a case, with the changes that followed from it in the same commit."""
    kinds = (Transaction.Kind.DECISION, Transaction.Kind.REVIEW)
    rows = Transaction.objects.filter(workspace_id=workspace, case=case, kind__in=kinds)
    last = rows.order_by("recorded_at", "id").last()
    if last is None:
        return None
    # One that reaches into several slots has a row in each.
    first = rows.filter(xid=last.xid).order_by("recorded_at", "id")[0]
    with_it = Transaction.objects.filter(workspace_id=workspace, xid=first.xid, recorded_at__gte=first.recorded_at)
    found: dict[UUID, list[Transaction]] = defaultdict(list)
    for row in with_it.select_related("claim", "actor_member").order_by("recorded_at", "id"):
        if row.slot_id is not None:
            found[row.slot_id].append(row)
    return Decision(first, dict(found))


def undo(decision: Decision) -> list[Transaction]:
    """Take a decision back, in the name of whoever took it. Runs in a transaction; raises ChangedSince."""
    slots = lock(decision.by_slot)
    for slot_id, undone in decision.by_slot.items():
        if _moved_on(slots[slot_id], undone):
            raise ChangedSince
    return [_take_back(slots[slot_id], undone, decision.first) for slot_id, undone in sorted(decision.by_slot.items())]


def _moved_on(slot: Slot, undone: Sequence[Transaction]) -> bool:
    later = Transaction.objects.filter(workspace_id=slot.workspace_id, slot=slot, recorded_at__gt=undone[0].recorded_at)
    return later.exclude(id__in=[row.id for row in undone]).exists()


def _take_back(slot: Slot, undone: Sequence[Transaction], first: Transaction) -> Transaction:
    claim = undone[0].claim
    page = Page(slot, claim, clock.after(slot.clock), lifted=tuple(row.id for row in undone))
    over = list(book.open_rows(slot).filter(opened_by__in=undone).order_by("id"))
    back = Fact.objects.filter(slot=slot, closed_by__in=undone).exclude(opened_by__in=undone).order_by("id")
    page.close(over)
    for row in back:
        page.reopen(row)
    kept = {row.claim_id for row in page.opened}
    for row in {row.claim_id: row for row in over if row.claim_id not in kept}.values():
        place = Place(Fact.Standing.REJECTED, ClaimId(str(row.claim_id)), TAKEN_BACK, weighs=False, renews=False)
        page.put(book.as_entry(row), place)
    waits = any(row.claim_id == claim.id and row.standing == Fact.Standing.PENDING for row in page.opened)
    return journal.record(page, _said(slot, undone, first, waits=waits))


def _said(slot: Slot, undone: Sequence[Transaction], first: Transaction, *, waits: bool) -> journal.Record:
    return journal.Record(
        kind=Transaction.Kind.UNDO,
        action=Action.DEFER_VERIFY if waits else Action.REJECT_CONFLICT,
        status="pending" if waits else "rejected",
        rule=RULE,
        policy_version=policies.active(slot.workspace)[0],
        member=first.actor_member,
        case=first.case,
        evidence_digest=first.evidence_digest,
        trace=(Line("decide", f"decide.by_{RULE}"),),
        read={"undone": [str(row.id) for row in undone]},
    )
