"""Sending what is due. No transaction is open while a receiver takes its time.

A message is taken for a while, posted, and marked. Whoever dies in between leaves it to be sent again, with the same
id: receivers hear of everything at least once and tell repeats apart by that id.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.db.models import Count, Min, Q

from memoryhub.accounts import walls, workspaces
from memoryhub.hooks import posting, signing
from memoryhub.hooks.models import Delivery, Webhook
from memoryhub.hooks.posting import Answer

log = logging.getLogger(__name__)

# How long after each attempt that failed the next one follows; after the last there is none.
SCHEDULE = [timedelta(seconds=5), timedelta(minutes=5), timedelta(minutes=30)] + [
    timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)
]
# Longer than one attempt may last: then whoever took the message is gone.
TAKEN = timedelta(seconds=4 * posting.SECONDS)
# An address that took nothing for so long is not told any more.
PATIENCE = timedelta(days=5)
GONE = 410


def workspaces_due(now: datetime) -> Sequence[UUID]:
    """Where something is due, in all workspaces at once."""
    return workspaces.holding(Delivery._base_manager.filter(next_at__lte=now))  # noqa: SLF001 - walled in by the database


def due(workspace_id: UUID, now: datetime) -> Sequence[tuple[UUID, bool]]:
    """The addresses of a workspace for which something is due, longest waiting first, and whether each failed last."""
    with walls.inside(workspace_id):
        rows = Delivery.objects.filter(workspace_id=workspace_id, next_at__lte=now).values("webhook")
        tried = rows.annotate(since=Min("next_at"), failed=Count("id", filter=Q(attempts__gt=0)))
        return [(row["webhook"], row["failed"] > 0) for row in tried.order_by("since")]


def send_next(workspace_id: UUID, webhook_id: UUID, now: datetime) -> Answer | None:
    """Send the address the one message that waits longest; None when nothing is due that nobody else has taken."""
    taken = _take(workspace_id, webhook_id, now)
    if taken is None:
        return None
    try:
        secrets = signing.unseal(taken.webhook.secret)
    except InvalidToken:
        answer = Answer(error="secret_unreadable")
    else:
        answer = posting.post(taken.webhook.url, taken.body, signing.headers(taken.message, taken.body, secrets, now))
    _mark(workspace_id, taken, answer, now)
    return answer


def _take(workspace_id: UUID, webhook_id: UUID, now: datetime) -> Delivery | None:
    with walls.inside(workspace_id):
        rows = Delivery.objects.filter(workspace_id=workspace_id, webhook_id=webhook_id, next_at__lte=now)
        locked = rows.select_for_update(of=("self",), skip_locked=True).select_related("webhook")
        found = locked.order_by("next_at", "id").first()
        if found is None:
            return None
        if found.webhook.stopped_at is not None:
            # It was stopped while this message was being written.
            Delivery.objects.filter(id=found.id).update(next_at=None, given_up_at=now, error="stopped")
            return None
        found.attempts += 1
        Delivery.objects.filter(id=found.id).update(next_at=now + TAKEN, attempts=found.attempts)
        return found


def _mark(workspace_id: UUID, sent: Delivery, answer: Answer, now: datetime) -> None:
    """Write down what came of it, unless the message was taken by somebody else meanwhile and is theirs to mark."""
    with walls.inside(workspace_id):
        mine = Delivery.objects.filter(id=sent.id, sent_at__isnull=True)
        if answer.taken:
            mine.update(sent_at=now, next_at=None, given_up_at=None, status=answer.status, error="")
            return
        log.info("delivery %s failed: %s", sent.id, answer.error or answer.status)
        pause = _pause(sent.attempts)
        mine.filter(attempts=sent.attempts, given_up_at__isnull=True).update(
            status=answer.status,
            error=answer.error,
            next_at=now + pause if pause is not None else None,
            given_up_at=None if pause is not None else now,
        )
        if answer.status == GONE:
            stop(sent.webhook, now, because="gone")
        elif _failing_since(sent.webhook, now) <= now - PATIENCE:
            stop(sent.webhook, now, because="failing")


def _pause(attempts: int) -> timedelta | None:
    """A little longer than the schedule says, so that messages which failed together do not come back together."""
    if attempts > len(SCHEDULE):
        return None
    return SCHEDULE[attempts - 1] * random.uniform(1, 1.2)  # noqa: S311 - no secret hangs on it


def _failing_since(webhook: Webhook, now: datetime) -> datetime:
    """Since when the address took nothing of what it was sent."""
    rows = Delivery.objects.filter(workspace_id=webhook.workspace_id, webhook=webhook)
    last = rows.filter(sent_at__isnull=False).order_by("-sent_at").values_list("sent_at", flat=True).first()
    missed = rows.filter(sent_at__isnull=True, attempts__gt=0)
    if last is not None:
        missed = missed.filter(at__gte=last)
    return missed.aggregate(since=Min("at"))["since"] or now


def stop(webhook: Webhook, now: datetime, *, because: str) -> bool:
    """Tell the address nothing any more, what waits included; False when it was stopped before."""
    rows = Webhook.objects.filter(id=webhook.id, stopped_at__isnull=True)
    if not rows.update(stopped_at=now, stopped_because=because):
        return False
    waiting = Delivery.objects.filter(workspace_id=webhook.workspace_id, webhook=webhook, next_at__isnull=False)
    waiting.update(next_at=None, given_up_at=now, error="stopped")
    return True
