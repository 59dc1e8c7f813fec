"""The tasks to bring systems of record in line: who sees them, what is to be entered there, and that it was done."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from escalations import cases
from escalations.errors import NotYours
from escalations.models import Case, WriteBack
from escalations.routing import Reason
from escalations.time.due import Due, due
from ledgers import clock
from ledgers.domain.content import sensitivity_of
from ledgers.models import Claim, Field
from ledgers.naming import name_of, subject_name
from ledgers.services.locks import lock
from ledgers.showing import masked, shown
from memoryhub.accounts.models import Member, Role, Workspace

# Told to a case that a task closed: nobody decided it.
RULE = "write_back.done"
PAGE = 50


@dataclass(frozen=True, slots=True)
class Task:
    """One task as the page shows it; a sensitive value is masked until whoever enters it there asks for it."""

    id: uuid.UUID
    source: str
    subject: str
    field: str
    scope: str
    text: str
    fact_url: str
    case_url: str
    since: datetime
    due: Due
    may_finish: bool
    masked: bool = False


def open_tasks(workspace: Workspace, now: datetime) -> QuerySet[WriteBack]:
    """What is to be done by now: a decision that can still be taken back asks nothing of anybody."""
    settled = Q(case__undo_until__isnull=True) | Q(case__undo_until__lte=now)
    rows = WriteBack.objects.filter(settled, workspace=workspace, done_at__isnull=True)
    related = ("slot__subject", "source", "case__owner", "case__assignee", "case__decided_by")
    return rows.select_related(*related).order_by("id")


def opened(member: Member, rows: QuerySet[WriteBack], task_id: uuid.UUID, now: datetime) -> Task:
    """One task with the value that is to be entered; the case keeps who looked. Raises Http404, NotYours."""
    row = rows.filter(id=task_id).first()
    if row is None:
        raise Http404
    if not may_finish(member, row):
        words = _("The value is for the owner of the fact or a registry admin, who say that this is done.")
        raise NotYours(words, reason=Reason.NOT_RESPONSIBLE)
    [task] = read(member, [row], now, plain=True)
    cases.event(row.case, now, "revealed", member=member)
    return task


def read(member: Member, rows: Sequence[WriteBack], now: datetime, *, plain: bool = False) -> list[Task]:
    """Tasks in words; `plain` with what is masked otherwise."""
    claims = {claim.id: claim for claim in Claim.objects.filter(id__in=[row.fact for row in rows])}
    keys = {row.slot.field for row in rows}
    fields = {field.key: field for field in Field.objects.filter(workspace=member.workspace_id, key__in=keys)}
    return [_task(member, row, claims[row.fact], fields.get(row.slot.field), now, plain=plain) for row in rows]


def sensitivity(row: WriteBack, claim: Claim, field: Field | None) -> str:
    return row.case.sensitivity or (field.sensitivity if field else "") or sensitivity_of(frozenset(claim.content))


def may_finish(member: Member, row: WriteBack) -> bool:
    """Who answers for the fact, and who keeps the registry of systems."""
    people = (row.case.owner, row.case.assignee, row.case.decided_by)
    return member in people or member.has_role(Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN)


def finish(*, member: Member | None, task_id: uuid.UUID, workspace: Workspace) -> WriteBack:
    """The system says by now what was decided: a member who answers for it, or its connector (then None).

    Raises Http404, NotYours. A repeat answers the same.
    """
    with transaction.atomic():
        rows = WriteBack.objects.select_related("case__owner", "case__assignee", "case__decided_by", "source", "slot")
        row = rows.filter(workspace=workspace, id=task_id).first()
        if row is None:
            raise Http404
        if member is not None and not may_finish(member, row):
            words = _("The owner of the fact or a registry admin says that this is done.")
            raise NotYours(words, reason=Reason.NOT_RESPONSIBLE)
        slot = lock([row.slot_id])[row.slot_id]
        at = clock.after(slot.clock)
        if WriteBack.objects.filter(id=row.id, done_at__isnull=True).update(done_at=at, done_by=member):
            asked = Case.objects.filter(workspace=workspace, kind=Case.Kind.WRITE_BACK, cause=str(row.id))
            for case in asked.filter(state=Case.State.OPEN):
                cases.close(case, at, because=RULE)
        row.refresh_from_db()
        return row


def _task(member: Member, row: WriteBack, claim: Claim, field: Field | None, now: datetime, *, plain: bool) -> Task:
    text = shown(claim.value, field.type if field else "text")
    if claim.kind == Claim.Kind.RETRACT:
        text = _("no value: remove it there")
    hide = not plain and claim.kind != Claim.Kind.RETRACT and bool(sensitivity(row, claim, field))
    return Task(
        id=row.id,
        source=row.source.name or row.source.key,
        subject=subject_name(row.slot.subject.shown),
        field=name_of(field, row.slot.field),
        scope=row.slot.scope,
        text=masked(text) if hide else text,
        fact_url=reverse("fact", args=[row.fact]),
        case_url=reverse("case", args=[row.case_id]),
        since=row.opened_at,
        due=due(row.due_at, now),
        may_finish=may_finish(member, row),
        masked=hide,
    )
