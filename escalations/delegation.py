"""Which cases a member may decide, as a filter: the same answer as `routing.may_decide`, for lists and counts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q

from escalations.models import Case
from ledgers.domain import responsibility
from ledgers.domain.patterns import fold, is_pattern
from ledgers.models import Responsibility
from memoryhub.accounts.models import Member

PERSONAL = ("user:", "pair:")
# An empty Q would vanish from an OR instead of admitting everything.
ANYTHING = Q(pk__isnull=False)
NOTHING = Q(pk__in=[])


def waiting_for(member: Member, now: datetime) -> Q:
    """Cases this member may decide now: own, delegated, or as backup of a late case or of an absent owner."""
    backup = Q(backup=member) & (Q(due_at__lte=now) | Q(owner__isnull=True))
    return Q(state=Case.State.OPEN) & (Q(owner=member) | backup | _delegated(member))


def visible_to(member: Member) -> Q:
    """Cases this member may see at all. A personal scope is its person's, and of those who may decide there."""
    personal = Q(slot__scope__startswith=PERSONAL[0]) | Q(slot__scope__startswith=PERSONAL[1])
    theirs = Q(owner=member) | Q(backup=member)
    for kind in PERSONAL:
        theirs |= Q(slot__scope__iexact=f"{kind}{member.key}") | Q(slot__scope__istartswith=f"{kind}{member.key}/")
    return Q(workspace=member.workspace_id) & (~personal | theirs)


def _delegated(member: Member) -> Q:
    mine = list(member.deputises.filter(workspace=member.workspace_id))
    if not mine:
        return NOTHING
    rows = list(Responsibility.objects.filter(workspace=member.workspace_id))
    found = NOTHING
    for row in mine:
        found |= _covers(row) & ~_any(_covers(other) for other in rows if _beats(other, row))
    return found


def _beats(one: Responsibility, other: Responsibility) -> bool:
    return _plain(one).specificity > _plain(other).specificity


def _plain(row: Responsibility) -> responsibility.Responsibility:
    return responsibility.Responsibility(str(row.pk), row.scope, row.field, row.subject)


def _covers(row: Responsibility) -> Q:
    return (
        _matches("slot__scope", row.scope)
        & _matches("slot__field", row.field)
        & _matches("slot__subject__key", fold(row.subject))
    )


def _matches(column: str, pattern: str) -> Q:
    if is_pattern(pattern):
        return Q(**{f"{column}__startswith": pattern[:-1]}) if pattern[:-1] else ANYTHING
    return Q(**{column: pattern})


def _any(parts: Iterable[Q]) -> Q:
    found = NOTHING
    for part in parts:
        found |= part
    return found
