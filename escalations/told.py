"""How many were told a fact that turned out to be wrong.

Recall keeps that and stands above this package, so when it starts it brings its count here.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

Count = Callable[[UUID, UUID], int]
_counts: list[Count] = []


def count_by(count: Count) -> None:
    """Ask this from now on: of a workspace and a fact, the number of agents and people who were told it."""
    _counts[:] = [count]


def how_many(workspace_id: UUID, fact: UUID) -> int:
    return sum(count(workspace_id, fact) for count in _counts)
