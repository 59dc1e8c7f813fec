"""What a draft would decide otherwise than its base, in every case there is; and as JSON, to be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from ledgers.domain.compared import Comparison
from ledgers.domain.order import Order
from ledgers.domain.policy import recorded
from ledgers.models import DraftVerdict, PolicyDraft
from ledgers.selectors.comparing import between, both_names, registered


def comparison(draft: PolicyDraft) -> Comparison:
    return between(registered(draft.workspace), draft.base.document, draft.document)


def to_keep(draft: PolicyDraft) -> dict[str, Any]:  # JSON
    """The comparison of this moment, with what its fields are called now."""
    over = registered(draft.workspace)
    found = between(over, draft.base.document, draft.document)
    names = both_names(over.names, recorded(draft.document))
    told = {group.field for group in found.groups}
    return {**as_json(found), "names": {key: list(both) for key, both in sorted(names.items()) if key in told}}


def verdict_of(draft: PolicyDraft) -> DraftVerdict | None:
    """The last verdict, where it is of what stands in the draft now: what was seen then is what is shown. While
    somebody is asked anew there is none."""
    if draft.state == PolicyDraft.State.SUBMITTED:
        return None
    rows = DraftVerdict.objects.filter(draft=draft).select_related("member", "base", "draft")
    last = rows.order_by("-id").first()
    return last if last is not None and (last.hash, last.base_id) == (draft.hash, draft.base_id) else None


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
