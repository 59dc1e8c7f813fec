"""Absences: who is away, and who decides for them meanwhile."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations.time.absences import begin, end
from ledgers.models import Absence
from ledgers.selectors.absences import current
from memoryhub.api.callers import Caller
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Ending, Instant, Moment, Texts
from memoryhub.api.inputs import Input
from memoryhub.api.openapi import problems_for
from memoryhub.api.permissions import IsMember, caller_of
from memoryhub.api.registry.entries import Entries, documented
from memoryhub.api.registry.people import acting
from memoryhub.api.registry.references import KeyOf, MemberKey


class AbsenceIn(Input):
    slug = "registry-refused"

    member = MemberKey(required=False, help_text="Left out: whoever asks.")
    delegate = MemberKey()
    begins = Moment()
    ends = Ending()
    fields = Texts(required=False, max_length=50)  # type: ignore[assignment]  # declared, then taken out of the class


class AbsenceOut(serializers.Serializer[Absence]):
    id = serializers.UUIDField()
    member = KeyOf()
    delegate = KeyOf()
    fields = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]  # as above
    begins = Instant()
    ends = Instant()
    ended_at = Instant(allow_null=True)


@documented("absence", AbsenceIn, AbsenceOut)
class Absences(Entries[Absence]):
    """Absences that hold or will. Members say when they are away themselves; for others an admin does."""

    permissions = {"GET": IsMember, "POST": IsMember}
    kind = "absences"
    body = AbsenceIn
    shown = AbsenceOut

    def rows(self, caller: Caller) -> QuerySet[Absence]:
        return current(caller.workspace).order_by("id")

    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[Absence, bool]:  # Any: checked members
        by = acting(caller)
        return begin(by=by, **{"member": by, **data}), True


class OneAbsence(Explicit):
    permissions = {"DELETE": IsMember}

    @extend_schema(
        operation_id="absence_end",
        tags=["registry"],
        description="Ends the absence now: what was handed over is back. Repeating it changes nothing.",
        responses={204: None, **problems_for(401, 403, 404)},
    )
    def delete(self, request: Request, absence_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        rows = Absence.objects.filter(workspace=caller.workspace).select_related("member", "delegate", "workspace")
        end(absence=get_object_or_404(rows, pk=absence_id), by=acting(caller))
        return Response(status=204)
