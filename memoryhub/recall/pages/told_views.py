"""Who was told a fact: a part of its page, and a page of its own without scripts."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledgers.naming import name_of, subject_name
from ledgers.selectors import facts, history
from memoryhub.accounts.access import acting, member_required, wants_part
from memoryhub.recall.pages.answer import Shower
from memoryhub.recall.pages.words import TASKS
from memoryhub.recall.told import Reader, Told, astray, told

SHOWN = 50


@require_safe
@member_required
def fact_told(request: HttpRequest, fact_id: uuid.UUID) -> HttpResponse:
    """The readers of a fact that this member may see. Of one that holds no more: who has not asked since; of one that
    holds: who was last told another value."""
    member = acting(request)
    slot, _beside = history.place(member, fact_id)
    view = facts.one(member.workspace, fact_id)
    read = told(member.workspace, fact_id, slot.pk)
    holds = view is not None and view.status in ("accepted", "scheduled")
    single = view is not None and view.ruled is not None and not view.ruled.rule.many
    late = astray(member.workspace, fact_id, slot.pk) if holds and single else []
    context = {
        "fact_id": fact_id,
        "slot": slot,
        "subject": subject_name(slot.subject.shown),
        "field_name": name_of(view.ruled.field if view and view.ruled else None, slot.field),
        "value": Shower(member, [view]).value(view) if view else None,
        "told": read,
        "holds": holds,
        "behind": late if holds else read.behind,
        "rows": _rows(read, late, holds=holds),
    }
    page = "recall/_told.html" if wants_part(request) else "recall/told.html"
    return render(request, page, context)


def _rows(read: Told, late: list[Reader], *, holds: bool) -> list[dict[str, object]]:
    """The latest readers, those first who have not heard."""
    flagged = late if holds else read.behind
    keys = {reader.key for reader in flagged}
    listed = [*flagged, *(reader for reader in read.readers if reader.key not in keys)]
    return [
        {"reader": reader, "task": TASKS.get(reader.task_type) if reader.task_type else "", "late": reader in flagged}
        for reader in listed[:SHOWN]
    ]
