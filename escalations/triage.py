"""From a stored claim to its outcome: settle it by the rules and, when a person must decide, open or extend its case.

Both happen in one database transaction, so there is no outcome without its case and no case without its outcome.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, OperationalError, transaction
from django.db.models import F

from escalations import bell, blocked, cases
from ledgers import clock
from ledgers.domain.actions import Action
from ledgers.models import Claim, Outbox, Slot
from ledgers.services import settle, unknown
from ledgers.services.locks import lock_free
from ledgers.services.settle import Settled
from memoryhub.accounts import walls
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Workspace

log = logging.getLogger(__name__)

BATCH = 200
# What a claim can fail with by itself; the loss of the connection ends the whole drain.
UNSETTLED = (DatabaseError, Problem, LookupError, ValueError)


def settle_now(claim_id: UUID) -> Settled | None:
    """Settle one claim and follow it with its case; None when someone else did."""
    waiting = Outbox.objects.filter(claim_id=claim_id).only("workspace_id").first()
    if waiting is None:
        return None
    with walls.inside(waiting.workspace_id):
        done = settle.by_policy(claim_id)
        if done is not None:
            _follow(done)
    if done is not None and done.claim.slot_id is not None:
        _ring_again(done.claim.slot_id)
    return done


def _follow(done: Settled) -> None:
    """The case of a claim that waits; if nobody can decide it, the admins hear of it with the change."""
    cases.follow(done)
    if done.decision.action is Action.DEFER_VERIFY and done.transaction.slot is not None:
        blocked.look_in(done.transaction.slot, done.transaction.recorded_at)


def _ring_again(slot_id: UUID) -> None:
    """Whoever drained while this slot was held passed it by; after the commit the bell rings for what they left."""
    if Outbox.objects.filter(slot_id=slot_id, tries=0).exists():
        bell.ring()


def settle_waiting(claim: Claim) -> Settled | None:
    """Settle inline for an author who waits. A slot that stays locked leaves the claim to the workers."""
    try:
        return settle_now(claim.id)
    except OperationalError as error:
        if "lock timeout" not in str(error):
            raise
        return None


def drain(limit: int = BATCH) -> int:
    """Settle what waits, oldest first, slot by slot; the number that left the outbox.

    A slot somebody holds is skipped: whoever holds it, or the next bell, sees to it. A claim that cannot be settled
    goes to the end of the line, so that it holds nobody up.
    """
    waiting = Outbox.objects.filter(slot__isnull=False).order_by("tries", "queued_at", "claim_id")
    # The outbox stands outside the walls; each slot is then settled inside its own workspace.
    slots = dict.fromkeys(waiting.values_list("workspace_id", "slot_id")[:limit])
    settled = 0
    for workspace_id, slot_id in slots:
        if slot_id is not None:
            settled += _settle_slot(workspace_id, slot_id)
    return settled


def _settle_slot(workspace_id: UUID, slot_id: UUID) -> int:
    settled = 0
    with walls.inside(workspace_id):
        rows = Outbox.objects.filter(workspace_id=workspace_id, slot=slot_id).order_by("queued_at", "claim_id")
        waiting = list(rows.values_list("claim_id", flat=True)[:BATCH])
        # All slots at once: who holds one and waits for another may be waited for.
        crossing = _crossing(waiting)
        held = lock_free({slot_id}.union(*crossing.values()))
        if slot_id not in held:
            return 0
        for claim_id in waiting:
            if not crossing.get(claim_id, set()) <= set(held):
                # Somebody holds the slot of the fact it corrects; what came later waits with it for the next bell.
                break
            settled += _settle(claim_id, held[slot_id])
    _ring_again(slot_id)
    return settled


def _crossing(claims: list[UUID]) -> dict[UUID, set[UUID]]:
    """The corrections among these claims, with the slots that settling each of them may change."""
    return {claim.id: settle.reached([claim]) for claim in Claim.objects.filter(id__in=claims, corrects__isnull=False)}


def _settle(claim_id: UUID, slot: Slot) -> bool:
    try:
        with transaction.atomic():
            done = settle.by_policy(claim_id, slot)
            if done is not None:
                _follow(done)
    except UNSETTLED as error:
        # The error's own words may quote values.
        log.warning("claim %s stays in the outbox: %s", claim_id, type(error).__name__)
        Outbox.objects.filter(claim_id=claim_id).update(tries=F("tries") + 1)
        # Whatever was read of the slot inside the failed part is read again.
        slot.refresh_from_db(fields=["clock"])
        return False
    return done is not None


def late() -> bool:
    """Whether claims wait that a bell should have settled by now."""
    limit = clock.now() - timedelta(seconds=settings.OUTBOX_LATE_SECONDS)
    return Outbox.objects.filter(slot__isnull=False, queued_at__lt=limit).exists()


def settle_waiting_field(*, workspace: Workspace, key: str, field: str) -> tuple[int, int]:
    """A field is registered, or mapped to `field`: what waited for it is settled like any other claim.

    Returns how many claims went on and how many the field's type cannot read.
    """
    placed, unreadable = unknown.place(workspace=workspace, key=key, field=field)
    if placed:
        bell.ring()
    return placed, unreadable
