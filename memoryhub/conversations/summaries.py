"""The summary of what lies far back: rewritten every batch from the last one and the batch, by a model or by picking.

Offline it chooses sentences and writes none.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from ledgers import clock
from memoryhub.accounts import walls
from memoryhub.conversations.layers import BATCH, layers
from memoryhub.conversations.model import summing
from memoryhub.conversations.model.endpoint import NoUse, endpoint
from memoryhub.conversations.models import Conversation, Message, Summary
from memoryhub.conversations.offline import summary
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.language import asked, spoken
from memoryhub.conversations.places import is_governed, kept_as

log = logging.getLogger(__name__)

# Characters in all, so that a prompt does not grow with the conversation.
LONGEST = 700


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was said, with its kind and domain as a note's field would name them."""

    text: str
    kind: str = "fact"
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Summed:
    until: int
    lines: Sequence[Line] = ()
    offline: bool = True


def of(conversation: Conversation) -> Summed:
    """The summary as it should be by now; what no worker has summed up yet is picked on the spot and not kept."""
    summed, wanted = kept(conversation), layers(conversation.last).summary
    while summed.until < wanted:
        summed = _picked(summed, _batch(conversation, summed.until))
    return summed


def kept(conversation: Conversation) -> Summed:
    row = Summary.objects.filter(conversation=conversation).first()
    return Summed(row.until, [Line(**line) for line in row.lines], row.offline) if row else Summed(0)


def catch_up(workspace_id: UUID, conversation_id: UUID) -> None:
    """Write what is due. A model is asked outside any transaction; who comes second writes nothing."""
    while True:
        with walls.inside(workspace_id):
            conversation = _held(conversation_id)
            if conversation is None:
                return
            before = kept(conversation)
            if before.until >= layers(conversation.last).summary:
                return
            batch = _batch(conversation, before.until)
        summed = _summed(before, batch)
        with walls.inside(workspace_id):
            _write(conversation, before, summed)


def _held(conversation_id: UUID) -> Conversation | None:
    rows = Conversation.objects.select_related("user", "workspace")
    return rows.filter(pk=conversation_id, erased_at__isnull=True).first()


def _batch(conversation: Conversation, since: int) -> list[Message]:
    rows = Message.objects.select_related("conversation__user", "conversation__workspace").order_by("number")
    return list(rows.filter(conversation=conversation, number__gt=since, number__lte=since + BATCH))


def _summed(before: Summed, batch: Sequence[Message]) -> Summed:
    chosen = endpoint()
    if chosen is not None:
        said = [f"{message.role}: {message.text}" for message in batch]
        try:
            told = summing.sum_up(chosen, [line.text for line in before.lines], said)
            return Summed(before.until + BATCH, fitting([Line(text, "fact", domain) for text, domain in told]), False)
        except NoUse as error:
            log.warning("conversation %s is summed up offline: %s", batch[0].conversation_id, error)
    return _picked(before, batch)


def _picked(before: Summed, batch: Sequence[Message]) -> Summed:
    zone = batch[0].conversation.workspace.zone
    said = [summary.Line(one.role, one.text, one.said_at.astimezone(zone).date()) for one in batch]
    text = summary.summarise("\n".join(line.text for line in before.lines), said, limit=LONGEST)
    lines = [_line(row, batch[0].conversation.language) for row in text.splitlines()]
    return Summed(before.until + BATCH, [line for line in lines if line is not None])


def _line(text: str, language: str) -> Line | None:
    """What somebody has to be asked about is not passed on by the summary either."""
    folded = fold(text)
    tongue = spoken(folded, asked(language))
    if is_governed(text):
        return None
    return Line(text, tongue.kinds.of(folded) or "fact", kept_as(tongue.domains.of(folded)))


def fitting(lines: Sequence[Line]) -> list[Line]:
    """As many of the latest as there is room for, none twice, in their order."""
    latest = list({line.text: line for line in lines}.values())
    room, found = LONGEST, []
    for line in reversed(latest):
        room -= len(line.text) + 1
        if room < 0:
            break
        found.append(line)
    return found[::-1]


def _write(conversation: Conversation, before: Summed, summed: Summed) -> None:
    held = Conversation.objects.select_for_update(of=("self",), no_key=True).get(pk=conversation.pk)
    if held.erased_at is not None or kept(held).until != before.until:
        return
    lines = [{"text": line.text, "kind": line.kind, "domain": line.domain} for line in summed.lines]
    said = {"until": summed.until, "lines": lines, "offline": summed.offline, "written_at": clock.now()}
    Summary.objects.update_or_create(conversation=held, workspace_id=held.workspace_id, defaults=said)
