"""The locks: one slot, inside a transaction; and, before a new subject is made, its outlines.

- A slot's row is locked before anything of the slot is read that the decision depends on; whatever was read before is
  read again. The instant of the change is read after the lock, so recorded time and lock order agree.
- Several slots are locked in the order of their ids, so that two changes never wait for each other in a ring.
- Outlines are locked by whoever stores a claim, who holds no slot; in the order of their texts.
- The lock says "no key": who only stores a claim of the slot, and so refers to its row, never waits for a decision.
- Whoever stores a claim holds its slot and its subject, in this order, against an erasure alone, which renames them:
  other claims and decisions go on beside it.
- Nobody waits longer than the connection's lock_timeout; who gives up changed nothing and may try again.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import connection

from ledgers.models import Slot

HOLD = """
SELECT place.id FROM ledgers_slot place JOIN ledgers_subject named ON named.id = place.subject_id
WHERE place.workspace_id = %s AND named.workspace_id = %s AND named.key = %s
  AND place.field = %s AND place.scope = %s AND place.value_key = %s
FOR KEY SHARE OF place, named
"""


def lock_free(slot_ids: Iterable[UUID]) -> dict[UUID, Slot]:
    """Lock those of the slots that nobody holds, without waiting: whoever holds one will see to what waits there."""
    rows = Slot.objects.select_for_update(skip_locked=True, of=("self",), no_key=True)
    rows = rows.select_related("workspace", "subject")
    return {slot.id: slot for slot in rows.filter(id__in=set(slot_ids)).order_by("id")}


def lock_if_free(slot_id: UUID) -> Slot | None:
    """The same for one slot: None when somebody holds it."""
    return lock_free([slot_id]).get(slot_id)


def lock(slot_ids: Iterable[UUID]) -> dict[UUID, Slot]:
    """Lock the slots and read them fresh; must run inside a transaction, which holds the locks to its end."""
    if not connection.in_atomic_block:
        raise RuntimeError("A slot is locked inside a transaction.")
    rows = Slot.objects.select_for_update(of=("self",), no_key=True).select_related("workspace", "subject")
    return {slot.id: slot for slot in rows.filter(id__in=set(slot_ids)).order_by("id")}


def lock_names(workspace: UUID, outlines: Iterable[str]) -> None:
    """Hold the outlines of a new name to the end of the transaction: the next that looks like it is made after it."""
    with connection.cursor() as cursor:
        for outline in sorted(set(outlines)):
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{workspace} {outline}"])


def hold(workspace: UUID, subject: str, field: str, scope: str, value_key: str) -> UUID | None:
    """The slot there, which no erasure empties before the transaction ends; None where there is none.

    While one empties it this waits, and then finds what is there by that time: the database looks at the names again.
    """
    with connection.cursor() as cursor:
        cursor.execute(HOLD, [workspace, workspace, subject, field, scope, value_key])
        found: tuple[UUID] | None = cursor.fetchone()
    return found[0] if found else None
