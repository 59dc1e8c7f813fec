"""Which cases a member may decide, as a filter: the same answer as `routing.may_decide`, for lists and counts."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from escalations.models import Approval, Case, EvidenceRequest, Notice
from ledgers.models import Responsibility
from ledgers.selectors.owned import NOTHING, Columns, governed_by, not_personal, personal
from memoryhub.accounts.models import Member
from memoryhub.accounts.prepared import prepared

# A case keeps its place itself: thousands are counted for each page, and joining their slots took most of that time.
OF_CASE = Columns(scope="scope", field="field")


def waiting_for(member: Member, now: datetime) -> Q:
    """Cases this member may decide now: own, delegated, handed over, or as backup of a late case or an absent owner."""
    backup = Q(backup=member) & (Q(due_at__lte=now) | Q(owner__isnull=True))
    return Q(state=Case.State.OPEN) & (Q(owner=member) | Q(assignee=member) | backup | delegated(member))


def to_confirm(member: Member) -> Q:
    """Cases in which somebody else approved first and this member was asked to be the second person."""
    # Few approvals wait: they are read once, and not looked for again for each of thousands of cases.
    given = Approval.objects.filter(workspace=member.workspace_id, cleared_at__isnull=True).exclude(member=member)
    asked = Notice.objects.filter(case=OuterRef("pk"), member=member, code="confirm_asked")
    return Q(pk__in=given.values("case")) & Q(Exists(asked)) & Q(state=Case.State.OPEN)


def half_done_by(member: Member) -> Q:
    """Cases this member approved first: only another person can act there, or they themselves by taking it back."""
    given = Approval.objects.filter(workspace=member.workspace_id, cleared_at__isnull=True, member=member)
    return Q(pk__in=given.values("case"))


def visible_to(member: Member) -> Q:
    """Cases this member may see at all. A personal scope is its person's, and of those who may decide there."""
    theirs = Q(owner=member) | Q(backup=member) | Q(assignee=member)
    return Q(workspace=member.workspace_id) & (not_personal(OF_CASE) | personal(member, OF_CASE) | theirs)


def set_aside(at: datetime) -> Q:
    """Cases nobody has to look at that day: put off until later, or waiting for evidence that was asked for.

    Their time runs on all the same, and what is late is late.
    """
    asked = EvidenceRequest.objects.filter(opened_at__lte=at, due_at__gt=at)
    unanswered = asked.filter(Q(closed_at__isnull=True) | Q(closed_at__gt=at))
    return Q(snoozed_until__gt=at) | Q(pk__in=unanswered.values("case"))


def delegated(member: Member) -> Q:
    """What others delegated to this member; asked for several times in one request, and read once."""
    found = getattr(member, "_delegated_cases", None)
    if not isinstance(found, Q):
        rows = _rows_if_delegate(member=member.pk, workspace=member.workspace_id)
        mine = [row for row in rows if row.named]  # type: ignore[attr-defined]  # annotated below
        found = governed_by(mine, rows, OF_CASE) if mine else NOTHING
        member._delegated_cases = found  # type: ignore[attr-defined]  # noqa: SLF001  # kept with the member it is about
    return found


@prepared
def _rows_if_delegate(*, member: UUID, workspace: UUID) -> QuerySet[Responsibility]:
    """Every row of the registry, marked where the member is named; none where they are named nowhere."""
    naming = Responsibility.delegates.through.objects.filter(member=member)
    rows = Responsibility.objects.filter(
        Exists(naming.filter(responsibility__workspace=workspace)), workspace=workspace
    )
    marked = rows.annotate(named=Exists(naming.filter(responsibility=OuterRef("pk"))))
    return marked.select_related("owner", "backup")
