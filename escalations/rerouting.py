"""Moves open cases to whom they belong after a responsibility, or who is active, changed."""

from __future__ import annotations

from django.db.models import F

from escalations import notices
from escalations.models import Case, CaseEvent
from escalations.routing import Question, route
from ledgers import clock
from ledgers.domain.responsibility import Responsibility, find
from ledgers.selectors.registries import responsibilities
from ledgers.services.registry_changes import By
from memoryhub.accounts.models import Member, Workspace

People = dict[str, Member]


def reroute(*, workspace: Workspace, by: By) -> int:
    """Put each open case before its present owner and backup; how many moved.

    A moved case gets a new version: whoever has it open on a page sees who owns it now before deciding.
    """
    rows = responsibilities(workspace)
    people = {member.key: member for member in Member.objects.filter(workspace=workspace, active=True)}
    cases = Case.objects.filter(workspace=workspace, state=Case.State.OPEN)
    # Rows are locked in one order, so that two changes of the registry never wait for each other.
    locked = cases.select_related("slot__subject", "owner", "backup").order_by("id").select_for_update(of=("self",))
    return sum(_move(case, rows, people, by) for case in locked)


def _move(case: Case, rows: list[Responsibility], people: People, by: By) -> bool:
    slot = case.slot
    row = find(rows, slot.scope, slot.field, slot.subject.key)
    where = route(Question(row, slot.scope, slot.subject.key, case.due_at), active=people.keys())
    owner, backup = people.get(where.owner or ""), people.get(where.backup or "")
    if (owner, backup) == (case.owner, case.backup):
        return False
    at = clock.now()
    params = {"from": case.owner.key if case.owner else None, "to": owner.key if owner else None}
    member = by if isinstance(by, Member) else None
    CaseEvent.objects.create(case=case, at=at, code="rerouted", params=params, member=member)
    Case.objects.filter(pk=case.pk).update(owner=owner, backup=backup, version=F("version") + 1)
    case.owner, case.backup = owner, backup
    notices.tell(case, at)
    return True
