"""Claims in the shape of the contract: what was said, beside what became of it."""

from __future__ import annotations

from collections.abc import Iterable

from ledgers.leaves import claim_instructs
from ledgers.models import Claim
from memoryhub.api import moments
from memoryhub.api.outcomes import Told, told


def describe(claims: Iterable[Claim]) -> list[Told]:
    listed = list(claims)
    return [{**outcome, **_said(claim)} for claim, outcome in zip(listed, told(listed), strict=True)]


def noted(claim: Claim) -> Told:
    """What to be careful about in the words of a claim, none of which weighs anything; and whether they are gone."""
    return {
        "content": list(claim.content),
        "flags": ["instruction_like"] if claim_instructs(claim) else [],
        "erased_at": moments.write(claim.erased_at) if claim.erased_at else None,
    }


def _said(claim: Claim) -> Told:
    return {
        "kind": claim.kind,
        "subject": claim.subject,
        "field": claim.field,
        "scope": claim.scope,
        "value": claim.value,
        "condition": claim.condition or None,
        **noted(claim),
        "source": {"key": claim.source, "tier": claim.tier, "external": claim.external},
        "author": claim.author,
        "speaker": claim.speaker or None,
        "said_by": claim.said_by,
        "effective_at": moments.write(claim.effective_at),
        "expires_at": moments.write(claim.expires_at) if claim.expires_at else None,
        "date_assumed": claim.date_assumed,
        "corrects": str(claim.corrects) if claim.corrects else None,
        "evidence": claim.evidence,
        "derived_from": [str(found) for found in claim.derived_from],
        "confidence": claim.confidence,
        "received_at": moments.write(claim.received_at),
    }
