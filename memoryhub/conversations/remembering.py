"""What was read in a message becomes claims: weighed and judged like any other, never past the law.

- said before: nothing is said again; what waited because nobody was sure is admitted by a second mention elsewhere
- near, with another number, name or polarity: the new note takes the old one's place
- governed: proposed where its owner decides
- anything else: a note of its own, waiting if nobody is sure
"""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.db import transaction

from escalations import triage
from ledgers.domain.tiers import Tier
from ledgers.models import Claim
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from ledgers.services.locks import lock_names
from ledgers.services.replacing import submit_in_place_of
from memoryhub.accounts.errors import Problem
from memoryhub.conversations.extracted import Kind, Remembered
from memoryhub.conversations.known import UNSURE, Known, Meanings, meets, same_conversation, statement
from memoryhub.conversations.models import Conversation, Message
from memoryhub.conversations.offline.likeness import Relation
from memoryhub.conversations.places import Place, is_governed, place_of
from memoryhub.conversations.registering import SOURCE

log = logging.getLogger(__name__)
# What a claim takes.
LONGEST_CONDITION = 500


@dataclass(frozen=True, slots=True)
class Telling:
    """One remembered thing of a message: which of its message it is, and where it would be kept."""

    message: Message
    number: int
    said: Remembered
    place: Place
    told: Meanings | None = None

    @property
    def conversation(self) -> Conversation:
        return self.message.conversation

    @property
    def author(self) -> Author:
        """Whoever passed the message on, in this pair alone."""
        scope = self.conversation.scope
        return Author(agent=self.message.agent, member=self.message.member, sources=[SOURCE], scopes=[scope])


def remember(message: Message, number: int, said: Remembered, told: Meanings | None) -> None:
    """Say it, as far as it is new. Runs in the transaction that marks the message as read.

    What the ledgers refuse (an end before its beginning, a field an admin refused) is not remembered.
    """
    if said.kind is Kind.INSTRUCTION or len(said.condition) > LONGEST_CONDITION:
        return
    workspace = message.conversation.workspace
    # Two messages of a pair at once could each find the same thing new.
    lock_names(workspace.pk, [message.conversation.scope])
    telling = Telling(message, number, said, place_of(workspace, said), told)
    try:
        with transaction.atomic():
            _remember(telling)
    except Problem as refused:
        log.warning("message %s: not remembered: %s", message.pk, refused.slug)


def _remember(telling: Telling) -> None:
    said, place = telling.said, telling.place
    if place.asks or not place.is_note:
        _say(telling, _data(telling, unsure=place.asks and place.is_note))
        return
    met = meets(telling.conversation, statement(place.value, said.condition), telling.told)
    if met.relation is Relation.DUPLICATE and met.known is not None:
        _again(telling, met.known)
    elif met.relation is Relation.CHANGED and met.known is not None and not met.known.waits and said.sure:
        _instead(telling, met.known)
    else:
        _say(telling, _data(telling, unsure=not said.sure))


def _again(telling: Telling, known: Known) -> None:
    """Once admitted, repetition weighs nothing; before, it is what admits, governed things apart."""
    elsewhere = not same_conversation(telling.conversation, known.claim)
    if known.waits == UNSURE and not is_governed(known.text) and (telling.said.sure or elsewhere):
        claim = known.claim
        same = _data(telling, unsure=False)
        _say(telling, replace(same, field=claim.kept_field, value=claim.value, condition=claim.condition))


def _instead(telling: Telling, known: Known) -> None:
    """The new note in the old one's place; what a person said themselves no inference ends."""
    if known.claim.tier != Tier.AGENT_INFERENCE:
        _say(telling, _data(telling, unsure=True))
        return
    data = _data(telling, unsure=False)
    both = submit_in_place_of(
        workspace=telling.conversation.workspace,
        author=telling.author,
        old=known.claim,
        data=data,
        idempotency_key=_key(telling),
        request_digest=_digest(data),
    )
    for claim in (both.ended, both.said):
        _settle(claim)


def _say(telling: Telling, data: ClaimInput) -> None:
    done = submit(
        workspace=telling.conversation.workspace,
        author=telling.author,
        data=data,
        idempotency_key=_key(telling),
        request_digest=_digest(data),
    )
    _settle(done.claim)


def _settle(claim: Claim) -> None:
    if claim.slot_id is not None:
        triage.settle_now(claim.pk)


def _data(telling: Telling, *, unsure: bool) -> ClaimInput:
    message, said = telling.message, telling.said
    zone = telling.conversation.workspace.zone

    def day(on: date) -> datetime:
        return datetime.combine(on, time(), zone)

    return ClaimInput(
        subject=f"person:{telling.conversation.user.key}",
        field=telling.place.field,
        scope=telling.conversation.scope,
        source=SOURCE,
        value=telling.place.value,
        effective_at=day(said.effective_on) if said.effective_on else message.said_at,
        # Through that day.
        expires_at=day(said.until + timedelta(days=1)) if said.until else None,
        condition=said.condition,
        evidence={"text": message.text, "ref": f"chat:{message.conversation_id}/{message.number}"},
        unsure=unsure,
    )


def _key(telling: Telling) -> str:
    return f"chat:{telling.message.pk}/{telling.number}"


def _digest(data: ClaimInput) -> bytes:
    told = [data.subject, data.field, data.scope, data.value, data.condition]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).digest()
