"""A member's inbox: what they were told, newest first, and what of it they have read."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse

from escalations.letters.notice_words import words
from escalations.models import Case, Notice
from ledgers.models import Field
from ledgers.naming import name_of, subject_name
from memoryhub.accounts.models import Member

PAGE = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One notice as the inbox shows it; it holds no value."""

    id: uuid.UUID
    title: str
    subject: str
    field: str
    url: str
    at: datetime
    unread: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class Page:
    lines: Sequence[Line]
    onward: uuid.UUID | None


def told(member: Member, now: datetime) -> QuerySet[Notice]:
    """What the member has been told by now."""
    by_now = Q(not_before__isnull=True) | Q(not_before__lte=now)
    return Notice.objects.filter(by_now, workspace_id=member.workspace_id, member=member)


def unread(member: Member, now: datetime) -> QuerySet[Notice]:
    return told(member, now).filter(read_at__isnull=True)


def page(member: Member, now: datetime, after: uuid.UUID | None = None) -> Page:
    rows = told(member, now).select_related("case__slot__subject").order_by("-id")
    if after is not None:
        rows = rows.filter(id__lt=after)
    found = list(rows[: PAGE + 1])
    keys = {notice.case.slot.field for notice in found}
    fields = {row.key: row for row in Field.objects.filter(workspace=member.workspace_id, key__in=keys)}
    lines = [_line(notice, fields.get(notice.case.slot.field)) for notice in found[:PAGE]]
    return Page(lines, lines[-1].id if len(found) > PAGE else None)


def opened(member: Member, case: Case, now: datetime) -> None:
    """The member has the case before them: what they were told of it is read."""
    unread(member, now).filter(case=case).update(read_at=now)


def read_all(member: Member, now: datetime) -> int:
    return unread(member, now).update(read_at=now)


def _line(notice: Notice, field: Field | None) -> Line:
    slot = notice.case.slot
    return Line(
        id=notice.id,
        title=words(notice.code),
        subject=subject_name(slot.subject.shown),
        field=name_of(field, slot.field),
        url=reverse("case", args=[notice.case_id]),
        at=max(notice.at, notice.not_before or notice.at),
        unread=notice.read_at is None,
        closed=notice.case.state != Case.State.OPEN,
    )
