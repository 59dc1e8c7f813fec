"""Where a claim is kept: its slot, found or made, and held against an erasure up to the end of the transaction.

Nothing may land in a place that is emptied at the same moment. Who comes first is counted by the erasure, which waits
and looks again; who comes later waits for its end, and begins the place anew.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from ledgers.models import Slot
from ledgers.services import subjects
from ledgers.services.locks import hold
from memoryhub.accounts.models import Workspace


def placed(workspace: Workspace, key: str, shown: str, *, field: str, scope: str, value_key: str) -> Slot:
    """The slot of a subject that is named by its key and shown as it was written. Runs in a transaction."""
    where = (field, scope, value_key)
    # Each further turn is owed to an erasure that ended meanwhile.
    while (held := hold(workspace.id, key, *where) or _made(workspace, key, shown, where)) is None:
        continue
    return Slot.objects.select_related("subject").get(id=held)


def _made(workspace: Workspace, key: str, shown: str, where: tuple[str, str, str]) -> UUID | None:
    """The new slot, or nothing at all where its subject was erased while it was made."""
    field, scope, value_key = where
    with transaction.atomic():
        subject = subjects.named(workspace, key, shown)
        Slot.objects.get_or_create(workspace=workspace, subject=subject, field=field, scope=scope, value_key=value_key)
        held = hold(workspace.id, key, *where)
        transaction.set_rollback(held is None)
    return held
