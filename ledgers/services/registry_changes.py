"""The audit row that every change of a registry writes, in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Model

from ledgers import clock
from ledgers.models import RegistryChange
from memoryhub.accounts.models import Member, User, Workspace

# A member of the workspace, staff without membership, or the command line.
By = Member | User | None
Snapshot = dict[str, Any]


def snapshot(row: Model, members: Sequence[str]) -> Snapshot:
    """The named members as JSON; people and sources by their keys."""
    return {name: _plain(getattr(row, name)) for name in members}


def record(
    *, workspace: Workspace, by: By, kind: str, key: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> RegistryChange | None:
    """Write what differs; nothing when nothing does."""
    differing = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    if not differing:
        return None
    return RegistryChange.objects.create(
        workspace=workspace,
        at=clock.now(),
        kind=kind,
        key=key,
        member=by if isinstance(by, Member) else None,
        login=by if isinstance(by, User) else None,
        before={name: before[name] for name in sorted(differing) if name in before},
        after={name: after[name] for name in sorted(differing) if name in after},
    )


def _plain(value: object) -> object:
    return getattr(value, "key", str(value.pk)) if isinstance(value, Model) else value
