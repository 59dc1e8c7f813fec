"""A big ledger out of a small one: every slot of a workspace copied, under ids of its own, its log told again.

The copies are what the product itself would have written: their details name the copies, and their hashes fit.
"""

from __future__ import annotations

import json
import re
from uuid import UUID, uuid5

from django.db import connection, models, transaction

from ledgers.models import Barred, Claim, Fact, Slot, Subject, Transaction
from ledgers.services import journal
from memoryhub.accounts.models import Workspace

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# In the order in which rows refer to each other.
COPIED: tuple[type[models.Model], ...] = (Subject, Slot, Claim, Transaction, Fact, Barred)
UNSEALED = """
INSERT INTO ledgers_unsealed (transaction_id, workspace_id, xid, hash, left_at)
SELECT id, workspace_id, xid, hash, clock_timestamp() FROM ledgers_transaction WHERE workspace_id = %s
ON CONFLICT DO NOTHING
"""


def multiply(workspace: Workspace, copies: int) -> int:
    """Copy what the workspace holds that many times, as the owner of the database; the number of transactions then."""
    originals = {model: list(model._base_manager.filter(workspace=workspace)) for model in COPIED}
    own = {str(row.pk) for model in (Subject, Slot, Claim, Transaction, Fact) for row in originals[model]}
    with transaction.atomic():
        with connection.cursor() as cursor:
            # Guards compare rows with the commit that wrote them; these were written before.
            cursor.execute("SET LOCAL session_replication_role = replica")
        for number in range(copies):
            _copy(originals, own, number)
        with connection.cursor() as cursor:
            # No trigger left these for the sealer.
            cursor.execute(UNSEALED, [workspace.pk])
    return Transaction._base_manager.filter(workspace=workspace).count()


def _copy(originals: dict[type[models.Model], list[models.Model]], own: set[str], number: int) -> None:
    claims: dict[UUID, Claim] = {}
    for model in COPIED:
        rows = [_again(model, row, own, number) for row in originals[model]]
        for row in rows:
            _finish(row, claims, number)
        model._base_manager.bulk_create(rows, batch_size=1_000)


def _again(model: type[models.Model], row: models.Model, own: set[str], number: int) -> models.Model:
    said = {}
    for field in model._meta.concrete_fields:
        value = getattr(row, field.attname)
        said[field.attname] = _renamed(value, own, number)
    return model(**said)


def _renamed(value: object, own: set[str], number: int) -> object:
    if isinstance(value, UUID):
        return uuid5(value, str(number)) if str(value) in own else value
    if isinstance(value, list):
        return [_renamed(entry, own, number) for entry in value]
    return value


def _finish(row: models.Model, claims: dict[UUID, Claim], number: int) -> None:
    """What must be told anew: keys that are unique, the details, and the hash over them."""
    match row:
        case Subject():
            row.key = f"{row.key}-{number}"
        case Claim():
            claims[row.id] = row
            row.idempotency_key = f"{row.idempotency_key}-{number}"[:255]
        case Transaction():
            row.details = _told_again(row, claims, number)
            row.hash = journal.seal(row)
        case Barred():
            row.id = uuid5(row.id, str(number))


def _told_again(row: Transaction, claims: dict[UUID, Claim], number: int) -> str:
    said = json.loads(_UUID.sub(lambda found: str(uuid5(UUID(found[0]), str(number))), row.details))
    if said.get("said") is not None:
        said["said"] = journal.said_digest(claims[row.claim_id])
    return journal.canonical(said)
