"""Requests for evidence in the shape of the contract."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from escalations.evidence_requests import MISSING
from escalations.models import EvidenceRequest
from memoryhub.api import moments
from memoryhub.api.fact_shapes import Shape


class EvidenceRequestOut(serializers.Serializer[Any]):  # Any: documentation only
    id = serializers.UUIDField()
    case = serializers.UUIDField()
    claim = serializers.UUIDField(help_text="The claim that evidence is asked for.")
    missing = serializers.ListField(child=serializers.ChoiceField(choices=list(MISSING)))
    note = serializers.CharField(allow_null=True)
    opened_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_because = serializers.ChoiceField(choices=["answered", "due", "case_closed"], allow_null=True)


def asked_for(request: EvidenceRequest) -> Shape:
    return {
        "id": str(request.pk),
        "case": str(request.case_id),
        "claim": str(request.claim_id),
        "missing": request.missing,
        "note": request.note or None,
        "opened_at": moments.write(request.opened_at),
        "due_at": moments.write(request.due_at),
        "closed_at": moments.write(request.closed_at) if request.closed_at else None,
        "closed_because": request.closed_because or None,
    }
