"""A decision taken back in time, by whoever took it: the ledgers as they stood, and the case open as it was.

The change of the ledgers is `ledgers.services.undoing`; here is what hangs on it: the case, those that closed with it,
the tasks it opened, and everybody who was going to be told.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils.translation import gettext as _

from escalations import cases, telling
from escalations.deciding import approvals
from escalations.errors import NotYours, UndoOver
from escalations.models import Case, CaseClaim, WriteBack
from escalations.routing import Reason
from ledgers import clock
from ledgers.services import undoing
from ledgers.services.locks import lock
from ledgers.services.undoing import ChangedSince
from memoryhub.accounts.models import Member


def undo(*, member: Member, case_id: UUID) -> Case:
    """Take back what `member` decided, or a first of two approvals; a repeat answers the same.

    Raises Http404, NotYours where somebody else decided, UndoOver where it is too late or something changed since.
    """
    found = Case.objects.filter(workspace=member.workspace_id, id=case_id).first()
    if found is None:
        raise Http404
    with transaction.atomic():
        decision = undoing.find(found.workspace_id, found.id)
        slots = set(decision.by_slot) if decision is not None else set()
        lock({found.slot_id, *slots})
        case = Case.objects.select_for_update(of=("self",)).select_related("slot__workspace").get(id=case_id)
        if case.state == Case.State.OPEN:
            return _still_open(case, member)
        _check(case, member)
        if decision is None or case.closed_at is None:
            # Nothing in the ledgers: the question alone was answered.
            _open_again(case, {case.slot_id}, member)
        else:
            _take_back(decision)
            _open_again(case, slots, member)
    case.refresh_from_db()
    return case


def _check(case: Case, member: Member) -> None:
    if case.decided_by_id != member.id:
        who = case.decided_by.name if case.decided_by else _("the written rules")
        words = _("%(who)s decided this; only who decided takes it back.") % {"who": who}
        raise NotYours(words, reason=Reason.NOT_RESPONSIBLE)
    if case.undo_until is None or clock.now() >= case.undo_until:
        raise UndoOver(_("The time to take this back is over. Revert it instead: that is a new decision."))


def _still_open(case: Case, member: Member) -> Case:
    """Open already: a second press of the same undo, or a first approval that its author takes back."""
    last = case.events.order_by("at", "id").last()
    if last is not None and last.code == "undone" and last.member_id == member.id:
        return case
    if not approvals.withdraw(case, member, clock.now()):
        raise UndoOver(_("There is nothing to take back: this case is not decided."))
    case.refresh_from_db()
    return case


def _take_back(decision: undoing.Decision) -> None:
    try:
        undoing.undo(decision)
    except ChangedSince as error:
        raise UndoOver(
            _("Something new was recorded here since, so it cannot be taken back. Revert it instead: a new decision.")
        ) from error


def _open_again(case: Case, slots: Collection[UUID], member: Member) -> None:
    """The case, and those that closed or opened with its decision, as they were before it."""
    at, now = case.closed_at or case.opened_at, clock.now()
    with_it = Case.objects.filter(workspace_id=case.workspace_id, slot_id__in=slots)
    for other in with_it.filter(opened_at=at, state=Case.State.OPEN):
        cases.close(other, now, because=undoing.RULE)
    closed = with_it.filter(closed_at=at).exclude(state=Case.State.OPEN)
    for other in [case, *closed.exclude(id=case.id)]:
        CaseClaim.objects.filter(case=other, left_at=at).update(left_at=None)
        _reset(other)
        cases.event(other, now, "undone", member=member)
    _tasks(slots, at, now, member)
    telling.taken_back(case, now)


def _reset(case: Case) -> None:
    Case.objects.filter(id=case.id).update(
        state=Case.State.OPEN,
        closed_at=None,
        closed_because="",
        decided_by=None,
        choice="",
        chosen=None,
        reason="",
        blame="",
        decision_key=None,
        undo_until=None,
        version=F("version") + 1,
    )


def _tasks(slots: Collection[UUID], at: datetime, now: datetime, member: Member) -> None:
    """Systems of record are brought in line with what stands again, not with what was taken back."""
    here = WriteBack.objects.filter(slot_id__in=slots)
    here.filter(opened_at=at, done_at__isnull=True).update(done_at=now, done_by=member)
    here.filter(done_at=at).exclude(opened_at=at).update(done_at=None, done_by=None)
