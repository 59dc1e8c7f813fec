"""Telling the addresses of a workspace that something happened: kept with the change itself, sent after its commit.

What an event is called and what is told of it is up to whoever announces, in words too, for addresses that people read.
No value of a sensitive field belongs in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import rfc8785
import uuid_utils.compat
from django.db.models import Q
from django.utils import timezone

from memoryhub.hooks import ringing, slack
from memoryhub.hooks.models import Delivery, Webhook
from memoryhub.hooks.slack import Plain

TAKEN_BACK = "taken_back"
ERASED = "erased"
POSTMAN = "memoryhub.hooks.tasks.wake_postman"
Data = Mapping[str, Any]  # JSON
Words = Callable[[], Plain | None]
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def announce(
    *,
    workspace_id: UUID,
    event: str,
    data: Data,
    plain: Words | None = None,
    about: UUID | None = None,
    not_before: datetime | None = None,
) -> int:
    """Keep one message for every address that asked for this event; the number of them.

    In the caller's transaction and workspace: no change without its message, no message without its change. Until
    `not_before` what is said of `about` can be taken back. `plain` is asked for words only where somebody reads them;
    where it has none, those addresses are told nothing.
    """
    asked = Webhook.objects.filter(workspace_id=workspace_id, stopped_at__isnull=True, events__contains=[event])
    webhooks = list(asked.only("id", "format"))
    if not webhooks:
        return 0
    kept = keep(
        webhooks, workspace_id=workspace_id, event=event, data=data, plain=plain, about=about, not_before=not_before
    )
    return len(kept)


def keep(
    webhooks: list[Webhook],
    *,
    workspace_id: UUID,
    event: str,
    data: Data,
    plain: Words | None = None,
    about: UUID | None = None,
    not_before: datetime | None = None,
) -> list[Delivery]:
    """The same message for these addresses, and a bell once it is durable."""
    now = timezone.now()
    due = max(now, not_before or now)
    message = f"msg_{uuid_utils.compat.uuid7().hex}"
    said = {"type": event, "timestamp": now.isoformat(), "data": dict(data)}
    bodies = {form: _body(form, said, plain) for form in {webhook.format for webhook in webhooks}}
    rows = [
        Delivery(
            workspace_id=workspace_id,
            webhook=webhook,
            event=event,
            message=message,
            about=about,
            body=body,
            at=now,
            next_at=due,
        )
        for webhook in webhooks
        if (body := bodies[webhook.format]) is not None
    ]
    kept = Delivery.objects.bulk_create(rows)
    if due == now:
        ringing.ring(POSTMAN)
    return kept


def _body(form: str, said: Data, plain: Words | None) -> str | None:
    if form == Webhook.Format.STANDARD:
        return rfc8785.dumps(dict(said)).decode()
    words = plain() if plain else Plain(str(said["type"]))
    return rfc8785.dumps(slack.body(words)).decode() if words is not None else None


def take_back(*, workspace_id: UUID, about: UUID) -> int:
    """What was to be told of this and was not sent yet is told to nobody; it stays in the list, marked."""
    waiting = Delivery.objects.filter(workspace_id=workspace_id, about=about, next_at__isnull=False, attempts=0)
    return waiting.update(next_at=None, given_up_at=timezone.now(), error=TAKEN_BACK)


def forget(*, workspace_id: UUID, naming: Collection[UUID]) -> int:
    """Empty every message that names one of these, also in where it leads to; what was not sent is sent to nobody.

    Looked for in the bodies one by one: an erasure is rare, and whoever announces need not think of it.
    """
    known = {str(one) for one in naming}
    rows = Delivery.objects.filter(workspace_id=workspace_id).exclude(body="").values_list("pk", "body")
    found = [pk for pk, body in rows.iterator() if not known.isdisjoint(_ID.findall(body))]
    told = Delivery.objects.filter(workspace_id=workspace_id, pk__in=found)
    unsent = Q(next_at__isnull=False) | Q(sent_at__isnull=True)
    told.filter(unsent).update(next_at=None, given_up_at=timezone.now(), error=ERASED)
    return told.update(body="")
