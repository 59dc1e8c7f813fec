"""Who answers for what, as the page of the registry shows it: each row with its open cases, and what is amiss."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count

from escalations.models import Case
from ledgers.domain.patterns import overlap
from ledgers.domain.responsibility import Responsibility as Row
from ledgers.domain.responsibility import find
from ledgers.models import Responsibility, Scope
from ledgers.selectors import registries
from ledgers.selectors.registry import MOST
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class Answering:
    """A row of the registry, the open cases it decides, and the narrower rows that win inside it."""

    row: Responsibility
    open: int = 0
    narrower: list[str] = field(default_factory=list)

    @property
    def left(self) -> bool:
        """Whether its owner is active no more."""
        return self.row.owner is not None and not self.row.owner.active


@dataclass(frozen=True, slots=True)
class Alerts:
    """What somebody should see to."""

    orphans: list[Scope]
    left: list[Answering]
    unreached: int

    def __bool__(self) -> bool:
        return bool(self.orphans or self.left or self.unreached)


def answering(workspace: Workspace) -> list[Answering]:
    stored = Responsibility.objects.filter(workspace=workspace).select_related("owner", "backup")
    stored = stored.prefetch_related("delegates", "seconds").order_by("scope", "field", "subject")[:MOST]
    rows = registries.responsibilities(workspace)
    known, counted = {row.id: row for row in rows}, _open_cases(workspace, rows)
    return [
        Answering(one, counted[str(one.pk)], [name(other) for other in narrower(known[str(one.pk)], rows)])
        for one in stored
    ]


def alerts(workspace: Workspace, found: list[Answering]) -> Alerts:
    patterns = [one.row.scope for one in found]
    scopes = Scope.objects.filter(workspace=workspace).order_by("key")[:MOST]
    unreached = Case.objects.filter(workspace=workspace, state=Case.State.OPEN, owner=None, backup=None).count()
    return Alerts(
        orphans=[scope for scope in scopes if not any(overlap(pattern, scope.key) for pattern in patterns)],
        left=[one for one in found if one.left],
        unreached=unreached,
    )


def narrower(row: Row, rows: list[Row]) -> list[Row]:
    """The rows that cover some of the same facts more closely, and so win there."""
    return [other for other in rows if other.specificity > row.specificity and _meet(other, row)]


def wider(row: Row, rows: list[Row]) -> list[Row]:
    """The rows from which this one takes some facts."""
    return [other for other in rows if other.specificity < row.specificity and _meet(other, row)]


def name(row: Row) -> str:
    return f"{row.scope} · {row.field} · {row.subject}"


def _meet(one: Row, other: Row) -> bool:
    return overlap(one.scope, other.scope) and overlap(one.field, other.field) and overlap(one.subject, other.subject)


def _open_cases(workspace: Workspace, rows: list[Row]) -> Counter[str]:
    """How many open cases each row decides, by its id."""
    places = Case.objects.filter(workspace=workspace, state=Case.State.OPEN).order_by()
    counted = places.values_list("scope", "field", "slot__subject__key").annotate(n=Count("pk"))
    found: Counter[str] = Counter()
    for scope, key, subject, number in counted:
        row = find(rows, scope, key, subject)
        found[row.id if row else ""] += number
    return found
