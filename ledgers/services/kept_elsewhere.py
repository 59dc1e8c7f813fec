"""How much is kept of a person besides claims, so that an erasure says it beforehand and on its certificate.

Conversations keep what people said and stand above this package, so when they start they bring their count here. What
is counted is emptied by a trigger of the certificate's table.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

Count = Callable[[UUID, str], dict[str, int]]
_counts: set[Count] = set()


def count_by(count: Count) -> None:
    """Ask this from now on: of a workspace and a person's key, how much of what there is."""
    _counts.add(count)


def how_much(workspace_id: UUID, person: str) -> dict[str, int]:
    """By its name; without a person there is nothing."""
    found: dict[str, int] = {}
    for count in _counts if person else ():
        found.update(count(workspace_id, person))
    return found
