"""The systems of record that a decision went against, and how far each is from being in line, for its closed card."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.urls import reverse

from escalations.models import Case, WriteBack


@dataclass(frozen=True, slots=True)
class Following:
    """`url` is empty while the decision may be taken back: until then nobody is asked to do anything."""

    source: str
    due_at: dt.datetime
    done_at: dt.datetime | None
    done_by: str
    url: str


def following(case: Case, now: dt.datetime) -> list[Following]:
    rows = WriteBack.objects.filter(workspace=case.workspace_id, case=case).select_related("source", "done_by")
    settled = case.undo_until is None or case.undo_until <= now
    here = reverse("write-backs") if settled else ""
    return [_following(row, here) for row in rows.order_by("id")]


def _following(row: WriteBack, here: str) -> Following:
    return Following(
        source=row.source.name or row.source.key,
        due_at=row.due_at,
        done_at=row.done_at,
        done_by=row.done_by.name if row.done_by else "",
        url=f"{here}#task-{row.pk}" if here and row.done_at is None else "",
    )
