"""Moves open cases to whom they belong after a responsibility, who is active, or who is away changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from escalations import blocked, notices
from escalations.models import Case, CaseEvent
from escalations.routing import Question, Route, route
from ledgers import clock
from ledgers.domain.absence import stand_ins
from ledgers.domain.responsibility import Responsibility, find
from ledgers.selectors import absences
from ledgers.selectors.registries import responsibilities
from ledgers.services.registry_changes import By
from memoryhub.accounts.models import MAY_DECIDE, Member, Workspace

BATCH = 1_000


@dataclass(frozen=True, slots=True)
class Move:
    """An open case that belongs to others than it is put to, and to whom."""

    case: Case
    owner: Member | None
    backup: Member | None
    stands_for: Member | None = None

    @property
    def answers(self) -> str | None:
        """Whose case it is, also while somebody stands in, by key."""
        who = self.stands_for or self.owner
        return who.key if who else None


def reroute(*, workspace: Workspace, by: By) -> int:
    """Put each open case before its present owner and backup; how many moved.

    A moved case gets a new version: whoever has it open on a page sees who owns it now before deciding.
    """
    return move(workspace, Case.objects.all(), by=by)


def planned(workspace: Workspace) -> list[Move]:
    """What `reroute` would move now, without moving it."""
    return _moves(workspace, _open(workspace, Case.objects.all()))


def move(workspace: Workspace, cases: QuerySet[Case], *, by: By) -> int:
    """The same as `reroute` for some cases."""
    # Rows are locked in one order, so that two changes of the registry never wait for each other.
    found = _moves(workspace, _open(workspace, cases).select_for_update(of=("self",)))
    if found:
        _carry_out(found, by)
    return len(found)


def _open(workspace: Workspace, cases: QuerySet[Case]) -> QuerySet[Case]:
    rows = cases.filter(workspace=workspace, state=Case.State.OPEN)
    return rows.select_related("slot__subject", "slot__workspace", "owner", "backup").order_by("id")


def _moves(workspace: Workspace, cases: QuerySet[Case]) -> list[Move]:
    places = Places(workspace)
    found = [places.placed(case) for case in cases]
    return [one for one in found if (one.owner, one.backup) != (one.case.owner, one.case.backup)]


class Places:
    """Whom the cases of a workspace belong to at this moment: the registry, read once for all of them."""

    def __init__(self, workspace: Workspace) -> None:
        members = Member.objects.filter(MAY_DECIDE, workspace=workspace)
        self.people = {member.key: member for member in members}
        self.rows = responsibilities(workspace)
        self._away = absences.rows(workspace)
        # With nobody away the clock is not asked.
        self._now = clock.now() if self._away else None

    def responsible(self, case: Case) -> Responsibility | None:
        return find(self.rows, case.slot.scope, case.slot.field, case.slot.subject.key)

    def route(self, case: Case) -> Route:
        slot = case.slot
        found = stand_ins(self._away, slot.field, self._now) if self._now else {}
        asked = Question(self.responsible(case), slot.scope, slot.subject.key, case.due_at, stand_ins=found)
        return route(asked, active=self.people.keys())

    def placed(self, case: Case) -> Move:
        where, people = self.route(case), self.people
        stands_for = people.get(where.stands_for or "")
        return Move(case, people.get(where.owner or ""), people.get(where.backup or ""), stands_for)


def _carry_out(found: Sequence[Move], by: By) -> None:
    """In few statements, however many move."""
    at = clock.now()
    member = by if isinstance(by, Member) else None
    told = [CaseEvent(case=one.case, at=at, code="rerouted", params=_said(one), member=member) for one in found]
    back = _no_longer_handed(found)
    told += [CaseEvent(case=case, at=at, code="handing_ended", member=member) for case in back]
    CaseEvent.objects.bulk_create(told, batch_size=BATCH)
    together: dict[tuple[Member | None, Member | None], list[Case]] = defaultdict(list)
    for one in found:
        together[one.owner, one.backup].append(one.case)
    for (owner, backup), cases in together.items():
        changed = {"owner": owner, "backup": backup, "version": F("version") + 1}
        Case.objects.filter(pk__in=[case.pk for case in cases]).update(**changed)
        for case in cases:
            case.owner, case.backup = owner, backup
    moved = [one.case for one in found]
    notices.tell_owners(moved, at)
    blocked.look(moved, at)


def _no_longer_handed(found: Sequence[Move]) -> list[Case]:
    """Takes back what was handed to somebody in the name of an owner whose case it is no more; a stand-in changes
    nothing, since the owner stays the owner."""
    handed = {one.case.pk: one for one in found if one.case.assignee_id is not None}
    if not handed:
        return []
    rows = CaseEvent.objects.filter(case__in=handed, code="handed_on").order_by("at", "id")
    named_by = {case: params.get("of") for case, params in rows.values_list("case", "params")}
    over = [one.case for key, one in handed.items() if named_by.get(key) != one.answers]
    Case.objects.filter(pk__in=[case.pk for case in over]).update(assignee=None)
    for case in over:
        case.assignee = None
    return over


def _said(one: Move) -> dict[str, str | None]:
    """Between whom a case moves, by their keys."""
    before = one.case.owner
    said = {"from": before.key if before else None, "to": one.owner.key if one.owner else None}
    return {**said, "for": one.stands_for.key} if one.stands_for else said
