"""Open cases that nobody can decide: every account admin is told at once, and nothing decides them meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from escalations import cases
from escalations.deciding import second_person
from escalations.models import Case
from escalations.routing import deciders
from ledgers.models import Slot
from ledgers.selectors.rules import rules_for
from memoryhub.accounts.models import Member

CODE = "blocked"


def is_blocked(case: Case) -> bool:
    """Whether nobody may decide the case now or later, or nobody is left to be the second person it needs."""
    asked = cases.question(case)
    keys = deciders(asked, active=cases.active_people(case.slot))
    if not keys or not asked.four_eyes:
        return not keys
    people = Member.objects.filter(workspace=case.workspace_id, key__in=keys)
    return not any(second_person.confirmers(case, member) for member in people)


def look(found: Sequence[Case], at: datetime) -> None:
    """Say of each case that is blocked that it is, once; only those are asked about that can be."""
    suspects = [case for case in found if case.owner_id is None and case.backup_id is None]
    others = [case for case in found if case not in suspects]
    if others:
        rules = rules_for(others[0].slot.workspace, {(case.slot.field, case.slot.scope) for case in others})
        suspects += [
            case
            for case in others
            if (rule := rules.get((case.slot.field, case.slot.scope))) and cases.needs_four_eyes(case, rule)
        ]
    for case in suspects:
        if is_blocked(case) and not case.events.filter(code=CODE).exists():
            cases.event(case, at, CODE)
            second_person.tell_admins(case, at)


def look_in(slot: Slot, at: datetime) -> None:
    """The same for the open cases of a slot."""
    rows = Case.objects.filter(slot=slot, state=Case.State.OPEN).select_related("slot__subject", "slot__workspace")
    look(list(rows), at)
