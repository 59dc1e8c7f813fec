"""Who reads a message: the language model that the settings name, else the patterns that serve without one."""

from __future__ import annotations

import logging

from memoryhub.conversations.extracted import Reading
from memoryhub.conversations.model import extraction
from memoryhub.conversations.model.endpoint import NoUse, endpoint
from memoryhub.conversations.models import Message
from memoryhub.conversations.offline import reading

log = logging.getLogger(__name__)


def read(message: Message) -> Reading:
    """What to remember of it. Where the model's answer is no use it is read offline, and says so."""
    chosen = endpoint()
    if chosen is not None:
        try:
            return extraction.read(chosen, message)
        except NoUse as error:
            log.warning("message %s is read offline: %s", message.pk, error)
    return offline(message)


def offline(message: Message) -> Reading:
    conversation = message.conversation
    said_on = message.said_at.astimezone(conversation.workspace.zone).date()
    return reading.read(
        message.text, said_on=said_on, language=conversation.language or None, character=conversation.character
    )
