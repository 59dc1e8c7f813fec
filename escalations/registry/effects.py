"""What a change of a responsibility would do to open cases: done, looked at, and taken back."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

from django.db import transaction

from escalations.rerouting import Move, planned, reroute
from ledgers.models import Responsibility
from ledgers.services import registries
from ledgers.services.registry_changes import By
from ledgers.services.responsibilities import ResponsibilityData
from memoryhub.accounts.models import Member, Workspace


@dataclass(frozen=True, slots=True)
class Effect:
    """The open cases that move."""

    moves: list[Move]

    @property
    def owners(self) -> list[tuple[Member | None, int]]:
        """To whom how many go, the most first; None for those that no owner has."""
        counted = Counter(one.owner for one in self.moves if one.owner != one.case.owner)
        return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0].name if pair[0] else ""))

    @property
    def backups(self) -> int:
        """How many keep their owner and get another backup."""
        return sum(one.owner == one.case.owner for one in self.moves)

    @property
    def nobody(self) -> int:
        """How many would reach nobody."""
        return sum(one.owner is None and one.backup is None for one in self.moves)

    @property
    def mark(self) -> str:
        """Which cases go to whom, in short: another effect has another mark."""
        told = sorted(f"{one.case.pk} {_key(one.owner)} {_key(one.backup)}" for one in self.moves)
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


class EffectChanged(Exception):
    """Not what was shown any more: somebody opened, decided or moved cases meanwhile."""

    def __init__(self, effect: Effect) -> None:
        super().__init__("the effect changed")
        self.effect = effect


def of_saving(
    *, workspace: Workspace, by: By, row: Responsibility | None = None, **data: Unpack[ResponsibilityData]
) -> Effect:
    return _tried(workspace, lambda: registries.save_responsibility(workspace=workspace, by=by, row=row, **data))


def of_removing(*, row: Responsibility, by: By) -> Effect:
    return _tried(row.workspace, lambda: registries.remove_responsibility(row=row, by=by))


@transaction.atomic
def save_seen(
    *, seen: str, workspace: Workspace, by: By, row: Responsibility | None = None, **data: Unpack[ResponsibilityData]
) -> int:
    """Save a row whose effect somebody has seen; how many cases moved. Raises EffectChanged if it is another by now."""
    registries.save_responsibility(workspace=workspace, by=by, row=row, **data)
    return _moved(workspace, by, seen)


@transaction.atomic
def remove_seen(*, seen: str, row: Responsibility, by: By) -> int:
    """Take a row out, in the same way."""
    workspace = row.workspace
    registries.remove_responsibility(row=row, by=by)
    return _moved(workspace, by, seen)


def _tried(workspace: Workspace, change: Callable[[], object]) -> Effect:
    with transaction.atomic():
        change()
        effect = Effect(planned(workspace))
        transaction.set_rollback(True)
    return effect


def _moved(workspace: Workspace, by: By, seen: str) -> int:
    effect = Effect(planned(workspace))
    if effect.mark != seen:
        raise EffectChanged(effect)
    return reroute(workspace=workspace, by=by)


def _key(member: Member | None) -> str:
    return member.key if member else "-"
