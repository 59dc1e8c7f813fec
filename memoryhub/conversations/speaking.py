"""Starting a conversation and adding to it. Reading what is said comes later, in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from ledgers import clock
from ledgers.errors import KeyReused
from ledgers.services.authors import Author
from memoryhub.accounts.models import Member, Workspace
from memoryhub.conversations import bell
from memoryhub.conversations.errors import ConversationFull, ConversationOver, OutOfOrder, TooManyConversations
from memoryhub.conversations.models import Conversation, Message, Unread
from memoryhub.conversations.registering import prepare

LONGEST = 8_000
# A request says one message, or an exchange.
MOST_AT_ONCE = 2
MOST_MESSAGES = 20_000


@dataclass(frozen=True, slots=True)
class Said:
    """One message to add; `seq` is the number it should get, where the caller counts too."""

    role: str
    text: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Once:
    """The key that makes a repeat harmless, and what tells the same request from another under it."""

    key: str
    digest: bytes


@transaction.atomic
def start(
    *, workspace: Workspace, author: Author, user: Member, character: str, language: str, once: Once
) -> tuple[Conversation, bool]:
    """The new conversation, or the one that this key started before; and whether it is a repeat."""
    prepare(workspace)
    _hold(user.pk)
    same = Conversation.objects.filter(workspace=workspace, author=author.key, idempotency_key=once.key)
    if not same.exists():
        _make_sure_of_room(user)
    row, made = Conversation.objects.get_or_create(
        workspace=workspace,
        author=author.key,
        idempotency_key=once.key,
        defaults={
            "user": user,
            "character": character,
            "language": language,
            "started_at": clock.now(),
            "request_digest": once.digest,
        },
    )
    if not made and bytes(row.request_digest) != once.digest:
        raise KeyReused(_("Use a new Idempotency-Key for a new conversation."))
    return row, not made


@transaction.atomic
def say(*, conversation: Conversation, author: Author, said: Sequence[Said], once: Once) -> tuple[list[Message], bool]:
    """Add messages in their order, and ring for whoever reads them; a repeat adds nothing.

    The conversation's row is locked, so numbers have no gap and follow the order of the requests.
    """
    _hold(conversation.user_id)
    held = Conversation.objects.select_for_update(of=("self",)).get(pk=conversation.pk)
    if held.erased_at is not None:
        raise ConversationOver
    before = Message.objects.filter(conversation=held, author=author.key, idempotency_key=once.key).first()
    if before is not None:
        if bytes(before.request_digest) != once.digest:
            raise KeyReused(_("Use a new Idempotency-Key for a new message."))
        return _from(before, len(said)), True
    if held.last + len(said) > MOST_MESSAGES:
        raise ConversationFull(_("Start another conversation; what is remembered goes along."))
    _in_order(held, said)
    rows = [_message(held, author, one, number) for number, one in enumerate(said, held.last + 1)]
    rows[0].idempotency_key, rows[0].request_digest = once.key, once.digest
    Message.objects.bulk_create(rows)
    held.last += len(rows)
    held.save(update_fields=["last"])
    _queue(held, rows)
    return rows, False


def _hold(user: UUID) -> None:
    """One at a time for one user: their conversations are counted, and an erasure of the user comes before or after."""
    Member.objects.select_for_update(no_key=True).get(pk=user)


def _make_sure_of_room(user: Member) -> None:
    most = settings.CONVERSATIONS_PER_USER
    if Conversation.objects.filter(workspace=user.workspace_id, user=user, erased_at__isnull=True).count() >= most:
        raise TooManyConversations(
            _("%(n)d is the limit. Go on in one of them; the user can erase some on the page of what is remembered.")
            % {"n": most}
        )


def _in_order(held: Conversation, said: Sequence[Said]) -> None:
    for number, one in enumerate(said, held.last + 1):
        if one.seq is not None and one.seq != number:
            raise OutOfOrder(_("The next message is number %(number)d.") % {"number": number})


def _message(held: Conversation, author: Author, said: Said, number: int) -> Message:
    return Message(
        workspace_id=held.workspace_id,
        conversation=held,
        number=number,
        role=said.role,
        text=said.text,
        said_at=clock.now(),
        agent=author.agent,
        member=author.member,
        author=author.key,
    )


def _from(first: Message, count: int) -> list[Message]:
    numbers = range(first.number, first.number + count)
    return list(Message.objects.filter(conversation=first.conversation_id, number__in=numbers).order_by("number"))


def _queue(held: Conversation, rows: Sequence[Message]) -> None:
    """Only what the user says is read: the character's words are the character's own."""
    own = [row for row in rows if row.role == Message.Role.USER]
    Unread.objects.bulk_create(
        Unread(message=row, workspace_id=held.workspace_id, queued_at=row.said_at) for row in own
    )
    bell.ring(held)
