"""Taking a claim in: checked, weighed, and stored with its outbox row in one transaction.

What the claim weighs comes from the registered source and the token, never from the body. Nothing is decided here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as member
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, OperationalError, transaction
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.errors import KeyReused, RequestInProgress
from ledgers.models import Claim, Outbox, Slot, Source, Subject, UnknownField
from ledgers.selectors import registries
from ledgers.services import lineage, subjects
from ledgers.services.authors import Author
from ledgers.services.intake import Checked, check, date, weigh_claim
from ledgers.services.placing import placed
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class ClaimInput:
    """A claim as its author worded it, parsed but not yet checked against the registries."""

    subject: str
    field: str
    scope: str
    source: str
    kind: str = "assert"
    value: Any = None  # any JSON: the field's type reads it
    effective_at: datetime | None = None
    expires_at: datetime | None = None
    condition: str = ""
    corrects: UUID | None = None
    evidence: dict[str, str] = member(default_factory=dict)
    derived_from: tuple[UUID, ...] = ()
    said_by: dict[str, str] = member(default_factory=dict)
    confidence: float | None = None
    # Whoever noted it was not sure; a program of the hub says so, no request.
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class Submitted:
    """The stored claim and the first answer its author got; a replay gives that answer again."""

    claim: Claim
    status: int
    answer: dict[str, Any]
    replayed: bool = False


def _anyone(source: Source) -> None:
    """No source has to wait."""


def submit(
    *,
    workspace: Workspace,
    author: Author,
    data: ClaimInput,
    idempotency_key: str,
    request_digest: bytes,
    admit: Callable[[Source], None] = _anyone,
) -> Submitted:
    """Store one claim, once per (workspace, author, key). `admit` raises where this source is to wait.

    1. A key seen before answers what it answered then, or refuses another body.
    2. The claim is checked against source, scope, field and dates; a refusal burns no key.
    3. Claim, slot and outbox row are written together.
    """
    found = _replay(workspace, author, idempotency_key, request_digest)
    if found is not None:
        return found
    checked = check(workspace, author, data)
    admit(checked.source)
    try:
        with transaction.atomic():
            return _store(workspace, author, data, checked, key=idempotency_key, digest=request_digest)
    except IntegrityError as error:
        if "claim_idempotency_unique" not in str(error):
            raise
    except OperationalError as error:
        if "lock timeout" not in str(error):
            raise
        raise RequestInProgress(_("Wait for the first request to end, then repeat this one."), retry_after=2) from error
    # Someone stored the same key between our look and our insert: theirs is the claim.
    replayed = _replay(workspace, author, idempotency_key, request_digest)
    if replayed is None:
        raise RequestInProgress(_("Repeat this request."), retry_after=1)
    return replayed


def _replay(workspace: Workspace, author: Author, key: str, digest: bytes) -> Submitted | None:
    claim = Claim.objects.filter(workspace=workspace, author=author.key, idempotency_key=key).first()
    if claim is None:
        return None
    if bytes(claim.request_digest) != digest:
        raise KeyReused(_("Use a new Idempotency-Key for a new claim, or repeat the first body unchanged."))
    return Submitted(claim, claim.answer["status"], claim.answer["body"], replayed=True)


def _store(
    workspace: Workspace, author: Author, data: ClaimInput, checked: Checked, *, key: str, digest: bytes
) -> Submitted:
    received_at = clock.now()
    slot = _slot(workspace, checked)
    named = (checked.subject_key, checked.subject_shown)
    subject = slot.subject if slot is not None else subjects.named(workspace, *named)
    reason = _reason(workspace, author, checked, subject)
    claim = _as_said(author, data, checked, workspace=workspace, slot=slot, received_at=received_at)
    claim.idempotency_key, claim.request_digest = key, digest
    status = 202 if reason else 201
    claim.answer = {"status": status, "body": _answer(claim, reason)}
    claim.save(force_insert=True)
    lineage.keep(claim)
    if slot is None:
        UnknownField.objects.get_or_create(workspace=workspace, key=checked.field_key)
    else:
        Outbox.objects.create(claim=claim, workspace=workspace, slot=slot, queued_at=received_at)
    return Submitted(claim, status, claim.answer["body"])


def _as_said(
    author: Author,
    data: ClaimInput,
    checked: Checked,
    *,
    workspace: Workspace,
    slot: Slot | None,
    received_at: datetime,
) -> Claim:
    """The claim as it is kept, with the dates and the weight it has from here on; not stored yet."""
    dated = date(data, checked, slot, received_at)
    weight = weigh_claim(workspace, author, data, checked)
    return Claim(
        workspace=workspace,
        slot=slot,
        kind=data.kind,
        subject=checked.subject_shown,
        field=checked.field_key,
        scope=checked.scope_key,
        value=checked.value,
        value_key=checked.value_key,
        condition=checked.condition,
        content=list(checked.content),
        source=checked.source.key,
        tier=weight.tier,
        tier_reason=weight.reason,
        external=checked.source.external,
        agent=author.agent,
        member=author.member,
        speaker=weight.speaker,
        said_by={**data.said_by, "roles": list(weight.roles)} if weight.roles else dict(data.said_by),
        effective_at=dated.effective_at,
        expires_at=dated.expires_at,
        date_assumed=dated.assumed,
        corrects=data.corrects,
        evidence=data.evidence,
        derived_from=list(data.derived_from),
        confidence=data.confidence,
        salt=secrets.token_bytes(16),
        received_at=received_at,
        author=author.key,
    )


def _answer(claim: Claim, reason: str) -> dict[str, Any]:
    answer: dict[str, Any] = {"id": str(claim.id), "state": "received", "outcome": None}
    return {**answer, "reason": reason} if reason else answer


def _reason(workspace: Workspace, author: Author, checked: Checked, subject: Subject) -> str:
    """Why a person may have to come first, as far as the door can tell."""
    if checked.rule is None:
        return "unregistered_field"
    if subject.waits:
        return "lookalike_subject"
    if checked.rule.sensitivity:
        return "sensitive_field"
    if not checked.rule.watched.isdisjoint(checked.content):
        return "sensitive_value"
    place = (checked.scope_key, checked.field_key, checked.subject_key)
    if not registries.may_propose_there(workspace, author.key, *place):
        return "proposer_not_authorised"
    return "unsure" if checked.unsure else ""


def _slot(workspace: Workspace, checked: Checked) -> Slot | None:
    if checked.field is None:
        return None
    return placed(
        workspace,
        checked.subject_key,
        checked.subject_shown,
        field=checked.field_key,
        scope=checked.scope_key,
        value_key=checked.slot_value,
    )
