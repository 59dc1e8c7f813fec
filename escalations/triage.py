"""From a stored claim to its outcome: settle it by the rules and, when a person must decide, open or extend its case.

Both happen in one database transaction, so there is no outcome without its case and no case without its outcome.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.db import OperationalError, transaction

from escalations import bell, cases
from ledgers import clock
from ledgers.models import Claim, Outbox
from ledgers.services import settle, unknown
from ledgers.services.settle import Settled
from memoryhub.accounts.models import Workspace

log = logging.getLogger(__name__)

BATCH = 200
# A bell that nobody answered within this time is rung again.
LATE = timedelta(seconds=30)


def settle_now(claim_id: UUID) -> Settled | None:
    """Settle one claim and follow it with its case; None when someone else did."""
    with transaction.atomic():
        done = settle.by_policy(claim_id)
        if done is not None:
            cases.follow(done)
    return done


def settle_waiting(claim: Claim) -> Settled | None:
    """Settle inline for an author who waits. A slot that stays locked leaves the claim to the workers."""
    try:
        return settle_now(claim.id)
    except OperationalError as error:
        if "lock timeout" not in str(error):
            raise
        return None


def drain(limit: int = BATCH) -> int:
    """Settle a batch of waiting claims, oldest first; the number that left the outbox.

    Each is settled in a transaction of its own: one that fails holds nobody else up.
    """
    return sum(_settle(claim_id) for claim_id in _take(limit))


def _take(limit: int) -> list[UUID]:
    """What waits and nobody holds. The settling transaction takes each row for itself, so two drains never share one."""
    with transaction.atomic():
        rows = Outbox.objects.select_for_update(skip_locked=True).order_by("queued_at", "claim_id")
        return list(rows.values_list("claim_id", flat=True)[:limit])


def _settle(claim_id: UUID) -> bool:
    try:
        return settle_now(claim_id) is not None
    except OperationalError as error:
        # The slot is held for longer than we may wait: the row stays and the sweeper comes back to it.
        log.warning("claim %s stays in the outbox: %s", claim_id, type(error).__name__)
        return False


def late() -> bool:
    """Whether claims wait that a bell should have settled by now."""
    return Outbox.objects.filter(queued_at__lt=clock.now() - LATE).exists()


def settle_waiting_field(*, workspace: Workspace, key: str, field: str) -> tuple[int, int]:
    """A field is registered, or mapped to `field`: what waited for it is settled like any other claim.

    Returns how many claims went on and how many the field's type cannot read.
    """
    placed, unreadable = unknown.place(workspace=workspace, key=key, field=field)
    if placed:
        bell.ring()
    return placed, unreadable
