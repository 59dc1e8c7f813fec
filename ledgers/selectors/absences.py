"""Who is away, as routing reads it and as a page lists it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from ledgers import clock
from ledgers.domain.absence import Absence as Row
from ledgers.domain.absence import stand_ins
from ledgers.domain.patterns import ANY
from ledgers.models import Absence
from memoryhub.accounts.models import Workspace


def current(workspace: Workspace) -> QuerySet[Absence]:
    """Absences that hold or will: those that ended were marked so when their cases came back."""
    rows = Absence.objects.filter(workspace=workspace, ended_at__isnull=True)
    return rows.select_related("member", "delegate").order_by("begins", "id")


def rows(workspace: Workspace) -> list[Row]:
    return [as_row(absence) for absence in current(workspace)]


def as_row(absence: Absence) -> Row:
    fields = tuple(absence.fields) or (ANY,)
    return Row(absence.member.key, absence.delegate.key, absence.begins, absence.ends, fields)


def standing_in(workspace: Workspace, field: str, at: datetime | None = None) -> dict[str, str]:
    """Who decides for whom about a field now; where nobody is away the clock is not asked."""
    found = rows(workspace)
    return stand_ins(found, field, at or clock.now()) if found else {}
