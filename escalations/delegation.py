"""Which cases a member may decide, as a filter: the same answer as `routing.may_decide`, for lists and counts."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from escalations.models import Case
from ledgers.selectors.owned import NOTHING, governed_by, not_personal, personal, rows_of
from memoryhub.accounts.models import Member


def waiting_for(member: Member, now: datetime) -> Q:
    """Cases this member may decide now: own, delegated, or as backup of a late case or of an absent owner."""
    backup = Q(backup=member) & (Q(due_at__lte=now) | Q(owner__isnull=True))
    return Q(state=Case.State.OPEN) & (Q(owner=member) | backup | _delegated(member))


def visible_to(member: Member) -> Q:
    """Cases this member may see at all. A personal scope is its person's, and of those who may decide there."""
    theirs = Q(owner=member) | Q(backup=member)
    return Q(workspace=member.workspace_id) & (not_personal() | personal(member) | theirs)


def _delegated(member: Member) -> Q:
    """Asked for several times in one request, and read once."""
    found = getattr(member, "_delegated_cases", None)
    if not isinstance(found, Q):
        mine = {row.pk for row in member.deputises.filter(workspace=member.workspace_id)}
        rows = rows_of(member) if mine else []
        found = governed_by([row for row in rows if row.pk in mine], rows) if mine else NOTHING
        member._delegated_cases = found  # type: ignore[attr-defined]  # noqa: SLF001  # kept with the member it is about
    return found
