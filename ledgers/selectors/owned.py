"""Which facts some rows of responsibility are about, as a filter: a row counts only where no more specific one does.

The columns are those of anything that has a slot (facts, tasks), unless it keeps its place in columns of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import CharField, F, Func, Q, Value
from django.db.models.functions import Upper
from django.db.models.lookups import Exact

from ledgers.domain.patterns import fold, is_pattern
from ledgers.domain.responsibility import PERSONAL_SCOPES
from ledgers.models import Responsibility
from ledgers.selectors.registries import as_row
from memoryhub.accounts.models import Member

# An empty Q would vanish from an OR instead of admitting everything.
ANYTHING = Q(pk__isnull=False)
NOTHING = Q(pk__in=[])


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a row says what it is about."""

    scope: str = "slot__scope"
    field: str = "slot__field"
    subject: str = "slot__subject__key"


OF_SLOT = Columns()


def rows_of(member: Member) -> list[Responsibility]:
    return list(Responsibility.objects.filter(workspace=member.workspace_id).select_related("owner", "backup"))


def governed_by(mine: Iterable[Responsibility], rows: Sequence[Responsibility], at: Columns = OF_SLOT) -> Q:
    """What the rows `mine` answer for, given all `rows` of the workspace."""
    found = NOTHING
    for row in mine:
        specific = as_row(row).specificity
        beaten = (_covers(other, at) for other in rows if as_row(other).specificity > specific)
        found |= _covers(row, at) & ~_any(beaten)
    return found


def owned_by(member: Member) -> Q:
    """What the member owns, by name or because they are the person the subject is."""
    rows = rows_of(member)
    own = governed_by([row for row in rows if row.owner_id == member.pk], rows)
    self_owned = [row for row in rows if row.owner_is_self]
    return own | (governed_by(self_owned, rows) & about(member)) if self_owned else own


def about(member: Member) -> Q:
    """What is in the member's personal scopes or about them."""
    return personal(member) | Q(slot__subject__key__endswith=f":{fold(member.key)}")


def personal(member: Member, at: Columns = OF_SLOT) -> Q:
    """The member's own scopes: `user:ana`, `pair:ana/…`."""
    root = Upper(Func(F(at.scope), Value("/"), Value(1), function="split_part", output_field=CharField()))
    return _any(Q(Exact(root, Upper(Value(f"{kind}:{member.key}")))) for kind in PERSONAL_SCOPES)


def not_personal(at: Columns = OF_SLOT) -> Q:
    """Everything outside personal scopes."""
    return ~_any(Q(**{f"{at.scope}__startswith": f"{kind}:"}) for kind in PERSONAL_SCOPES)


def _covers(row: Responsibility, at: Columns) -> Q:
    return _matches(at.scope, row.scope) & _matches(at.field, row.field) & _matches(at.subject, fold(row.subject))


def _matches(column: str, pattern: str) -> Q:
    if is_pattern(pattern):
        return Q(**{f"{column}__startswith": pattern[:-1]}) if pattern[:-1] else ANYTHING
    return Q(**{column: pattern})


def _any(parts: Iterable[Q]) -> Q:
    found = NOTHING
    for part in parts:
        found |= part
    return found
