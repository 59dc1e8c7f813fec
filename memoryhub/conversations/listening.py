"""Reading what was said, in the background: what to remember, then the summary.

A message is read, and compared with what is known, outside any transaction, since models take their time; what comes of
it is written in one, together with the mark that it was read. So each is read once, however often the bell rings.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError
from django.db.models import F

from ledgers import clock
from memoryhub.accounts import walls
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member
from memoryhub.conversations import readers
from memoryhub.conversations.extracted import Reading
from memoryhub.conversations.known import Meanings, meanings
from memoryhub.conversations.models import Conversation, Message, Unread
from memoryhub.conversations.remembering import remember
from memoryhub.conversations.summaries import catch_up

log = logging.getLogger(__name__)

BATCH = 100
UNREADABLE = (DatabaseError, Problem, LookupError, ValueError)


def listen(workspace_id: UUID, conversation_id: UUID) -> int:
    """Read what nobody has read yet of one conversation, in its order; the number read."""
    rows = Unread.objects.filter(workspace=workspace_id, message__conversation=conversation_id)
    with walls.inside(workspace_id):
        waiting = list(rows.order_by("message__number").values_list("message_id", flat=True))
    read = sum(_read(workspace_id, message_id) for message_id in waiting)
    catch_up(workspace_id, conversation_id)
    return read


def sweep() -> int:
    """Read what a lost bell left, in any workspace; what failed before comes last."""
    late = clock.now() - timedelta(seconds=settings.OUTBOX_LATE_SECONDS)
    rows = Unread.objects.filter(queued_at__lt=late).order_by("tries", "queued_at")
    read = 0
    for workspace_id, message_id in list(rows.values_list("workspace_id", "message_id")[:BATCH]):
        with walls.inside(workspace_id):
            found = Message.objects.filter(pk=message_id).values_list("conversation_id", flat=True).first()
        read += _read(workspace_id, message_id)
        if found is not None:
            catch_up(workspace_id, found)
    return read


def _read(workspace_id: UUID, message_id: UUID) -> bool:
    try:
        with walls.inside(workspace_id):
            message = _waiting(message_id)
        if message is None:
            return False
        reading = readers.read(message)
        told = meanings(message.conversation, reading.remembered)
        with walls.inside(workspace_id):
            return _keep(message_id, reading, told, message.text)
    except UNREADABLE as error:
        # The error's own words may quote what was said.
        log.warning("message %s stays unread: %s", message_id, type(error).__name__)
        Unread.objects.filter(message=message_id).update(tries=F("tries") + 1)
        return False


def _waiting(message_id: UUID) -> Message | None:
    rows = Message.objects.select_related("conversation__user", "conversation__workspace", "agent", "member")
    return rows.filter(pk=message_id, unread__isnull=False).first()


def _keep(message_id: UUID, reading: Reading, told: Meanings | None, text: str) -> bool:
    """Nothing of what was erased, or read by somebody else, meanwhile."""
    # An erasure waits for these rows, and this for an erasure: the user first, as everybody else takes them.
    spoken = Conversation.objects.get(messages=message_id)
    Member.objects.select_for_update(no_key=True).get(pk=spoken.user_id)
    Conversation.objects.select_for_update(of=("self",), no_key=True).get(pk=spoken.pk)
    message = _waiting(message_id)
    if message is None or message.text != text or not Unread.objects.filter(message=message_id).delete()[0]:
        return False
    for number, said in enumerate(reading.remembered, 1):
        remember(message, number, said, told)
    message.read_at, message.offline = clock.now(), reading.offline
    message.save(update_fields=["read_at", "offline"])
    return True
