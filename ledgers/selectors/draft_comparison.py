"""What a draft would decide otherwise than its base, in every case there is; and as JSON, to be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from ledgers.domain.compared import Comparison
from ledgers.domain.order import Order
from ledgers.domain.policy import recorded
from ledgers.models import PolicyDraft
from ledgers.selectors.comparing import compared

# Judging every case takes a second or two of a processor, and the database takes a silent transaction for a stuck one.
PATIENCE = "SET LOCAL idle_in_transaction_session_timeout = '60s'"


def comparison(draft: PolicyDraft) -> Comparison:
    with connection.cursor() as cursor:
        cursor.execute(PATIENCE)
    return compared(draft.workspace, recorded(draft.base.document), recorded(draft.document))


def as_json(found: Comparison) -> dict[str, Any]:  # JSON
    """Codes, keys and made-up examples, worded when read; a later change of the registries changes nothing of it."""
    return {"count": found.count, "groups": _plain(found.groups), "amended": _plain(found.amended)}


def _plain(held: object) -> object:
    if isinstance(held, Order):
        return [[str(entry) for entry in group] for group in held.groups]
    if is_dataclass(held):
        return {one.name: _plain(getattr(held, one.name)) for one in fields(held)}
    if isinstance(held, Mapping):
        return {str(name): _plain(value) for name, value in held.items()}
    if isinstance(held, (list, tuple, set, frozenset)):
        found = [_plain(one) for one in held]
        return sorted(found, key=str) if isinstance(held, (set, frozenset)) else found
    if isinstance(held, datetime):
        return held.isoformat()
    return held if held is None or isinstance(held, bool | int | float) else str(held)
