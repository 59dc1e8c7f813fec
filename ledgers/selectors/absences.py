"""Who is away, as routing reads it and as a page lists it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import JSONArray

from ledgers import clock
from ledgers.domain.absence import Absence as Row
from ledgers.domain.absence import stand_ins
from ledgers.domain.patterns import ANY
from ledgers.models import Absence
from memoryhub.accounts.models import Workspace

Said = Sequence[Any]  # JSON


def current(workspace: Workspace) -> QuerySet[Absence]:
    """Absences that hold or will: those that ended were marked so when their cases came back."""
    rows = Absence.objects.filter(workspace=workspace, ended_at__isnull=True)
    return rows.select_related("member", "delegate").order_by("begins", "id")


def rows(workspace: Workspace) -> list[Row]:
    return [as_row(absence) for absence in current(workspace)]


def as_row(absence: Absence) -> Row:
    fields = tuple(absence.fields) or (ANY,)
    return Row(absence.member.key, absence.delegate.key, absence.begins, absence.ends, fields)


def rows_of(workspace: OuterRef) -> ArraySubquery:
    """The same as a column of another query, to be read by `told`."""
    kept = Absence.objects.filter(workspace=workspace, ended_at__isnull=True).order_by("begins", "id")
    return ArraySubquery(kept.values(row=JSONArray("member__key", "delegate__key", "begins", "ends", "fields")))


def told(said: Iterable[Said]) -> list[Row]:
    return [
        Row(member, delegate, datetime.fromisoformat(begins), datetime.fromisoformat(ends), tuple(fields) or (ANY,))
        for member, delegate, begins, ends, fields in said
    ]


def standing_in(workspace: Workspace, field: str, at: datetime | None = None) -> dict[str, str]:
    """Who decides for whom about a field now; where nobody is away the clock is not asked."""
    found = rows(workspace)
    return stand_ins(found, field, at or clock.now()) if found else {}
