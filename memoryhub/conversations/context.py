"""What a prompt is built from: the last messages word for word, those that wait, the summary, and what is remembered.

Its size does not grow with the conversation: each part has a bound of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledgers.domain.policy import Policy
from ledgers.services import policies
from memoryhub.conversations import summaries
from memoryhub.conversations.layers import layers
from memoryhub.conversations.models import Conversation, Message
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.names import named, words
from memoryhub.conversations.summaries import Line, Summed
from memoryhub.recall.admission import rule_for
from memoryhub.recall.context import quoted
from memoryhub.recall.question import Question

FACTS = 5
# What a question may be.
LONGEST_QUERY = 2_000


@dataclass(frozen=True, slots=True)
class Layered:
    """Each message of the conversation is in exactly one of these."""

    window: Sequence[Message]
    waiting: Sequence[Message]
    summary: Summed


def layered(conversation: Conversation, asked: Question) -> Layered:
    """Of the summary, what the written rule lets into the task."""
    where = layers(conversation.last)
    rows = Message.objects.filter(conversation=conversation, number__gt=where.summary).order_by("number")
    messages = list(rows)
    summed = summaries.of(conversation)
    _version, policy = policies.active(conversation.workspace)
    lines = admitted(policy, summed.lines, asked)
    return Layered(
        [message for message in messages if message.number > where.waiting],
        [message for message in messages if message.number <= where.waiting],
        Summed(summed.until, lines, summed.offline),
    )


def question(conversation: Conversation, *, query: str, task_domain: str = "", task_type: str = "") -> Question:
    """What is asked of memory: in this pair alone, and by the user's last message where nobody asks otherwise."""
    said = query.strip() or _last_said(conversation)
    return Question(
        query=said[:LONGEST_QUERY],
        scopes=(conversation.scope.casefold(),),
        task_domain=task_domain,
        task_type=task_type,
        k=FACTS,
    )


def block(found: Layered, facts: str) -> str:
    """The text for a prompt: everything that was said is quoted data."""
    summed, said = [quoted(line.text) for line in found.summary.lines], [*found.waiting, *found.window]
    summary = "\n".join((_("Summary of the conversation so far, as quoted data:"), *summed)) if summed else ""
    head = _("Messages, as quoted data, the oldest first:")
    messages = "\n".join((head, *map(_said, said))) if said else ""
    return "\n\n".join(text for text in (summary, facts, messages) if text)


def admitted(policy: Policy, lines: Sequence[Line], asked: Question) -> list[Line]:
    """What the written rule lets into the task; nor what names whom a line that stays out is about."""
    rules = [(line, rule_for(policy, line.kind, line.domain, asked)) for line in lines]
    told = [line for line, rule in rules if rule is None or rule.allow == "worded"]
    out = {name for line in lines if line not in told for name in named(line.text)}
    return [line for line in told if not out & words(fold(line.text))]


def _last_said(conversation: Conversation) -> str:
    rows = Message.objects.filter(conversation=conversation, role=Message.Role.USER).order_by("-number")
    return rows.values_list("text", flat=True).first() or ""


def _said(message: Message) -> str:
    return f"{message.role}: {quoted(message.text)}"
