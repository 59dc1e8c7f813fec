"""Who may be the second person where the policy wants two.

People are counted, not presses: whoever proposed a claim that waits, whoever controls the agent that did, and whoever
decides in the first one's name are no second person. With nobody left to confirm, nothing is decided.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from escalations import cases, notices
from escalations.models import Case
from ledgers.domain.responsibility import Responsibility as Row
from ledgers.models import Responsibility
from ledgers.selectors.rules import ruled
from memoryhub.accounts.models import MAY_DECIDE, Member, Role


def needed(case: Case) -> bool:
    """Whether two people have to agree on this case, as the policy reads now."""
    found = ruled(case.slot)
    return found is not None and cases.needs_four_eyes(case, found.rule)


def confirmers(case: Case, by: Member) -> list[Member]:
    """Who may be the second person after `by`: those the registry names here, else reviewers, owner and backup."""
    asked = cases.question(case)
    row = asked.responsibility
    active = Member.objects.filter(MAY_DECIDE, workspace=case.workspace_id).exclude(id=by.id)
    named = active.filter(confirms__id=row.id) if row is not None else active.none()
    usual = active.filter(Q(roles__contains=[Role.REVIEWER]) | Q(id__in=[case.owner_id, case.backup_id]))
    has_own = row is not None and Responsibility.objects.filter(id=row.id, seconds__isnull=False).exists()
    pool = named if has_own else usual
    out = asked.proposers | (_in_the_name_of(case, row) if by.id == case.owner_id else frozenset())
    return [member for member in pool.order_by("name", "id") if member.key not in out]


def _in_the_name_of(case: Case, row: Row | None) -> frozenset[str]:
    """Who decides here because the owner said so: a second signature by the same hand."""
    handed = frozenset({case.assignee.key}) if case.assignee else frozenset()
    return handed | (row.delegates if row is not None else frozenset())


def tell_admins(case: Case, at: datetime) -> None:
    """Nobody may confirm: whoever can name somebody is told."""
    admins = Member.objects.filter(workspace=case.workspace_id, active=True, roles__contains=[Role.ACCOUNT_ADMIN])
    for admin in admins.order_by("id"):
        notices.tell(case, at, "blocked", member=admin)
