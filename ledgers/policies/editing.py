"""The edits of the policy editor: each makes another document, and changes nothing it was not asked for.

What a document may say at all is for lint; an edit refuses only what has no meaning.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ledgers.domain.tiers import Tier

# JSON, as a reader of TOML or the database left it.
Document = Mapping[str, Any]
Fresh = dict[str, Any]
# An entry, or a list of entries that tie.
Group = str | list[str]
UP, DOWN = -1, 1
LOCKED: Final = str(Tier.UNATTRIBUTED)


class EditRefused(ValueError):
    """An edit that has no meaning here: `code` says why, `params` about what."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def move_tier(document: Document, *, tier: str, by: int) -> Fresh:
    """One place up (-1) or down (1) in the order of all fields. What nobody known said stays last."""
    fresh = _copy(document)
    order: list[Group] = fresh["tiers"]
    if tier == LOCKED:
        raise EditRefused("tier_locked", tier=tier)
    if tier not in order:
        raise EditRefused("tier_not_alone", tier=tier)
    last = len(order) - 1 - (LOCKED in order)
    place = order.index(tier)
    if by not in (UP, DOWN) or not 0 <= place + by <= last:
        raise EditRefused("tier_at_the_end", tier=tier)
    order.insert(place + by, order.pop(place))
    return fresh


def set_tiers(document: Document, *, order: Sequence[Group]) -> Fresh:
    """The whole order of all fields."""
    return _set(document, "tiers", list(order))


def add_field(document: Document, *, field: str) -> Fresh:
    """Declare a field, or a pattern of them, which says nothing of its own yet."""
    fresh = _copy(document)
    if field in fresh.get("fields", {}):
        raise EditRefused("field_declared", field=field)
    fresh.setdefault("fields", {})[field] = {}
    return fresh


def set_order(document: Document, *, field: str, order: Sequence[Group] | None) -> Fresh:
    """A field's own order, with tie groups as lists; None: the order of all fields."""
    return _say(document, field, "order", list(order) if order is not None else None)


def set_authoritative(document: Document, *, field: str, entry: str | None) -> Fresh:
    """The source whose word comes first, as `tier:source`."""
    return _say(document, field, "authoritative", entry)


def set_sensitivity(document: Document, *, field: str, sensitivity: str | None) -> Fresh:
    """A class; "" for explicitly none, None to leave it to the registry."""
    return _say(document, field, "sensitivity", sensitivity)


def set_review_days(document: Document, *, field: str, days: int | None) -> Fresh:
    return _say(document, field, "review_days", days)


def set_field_four_eyes(document: Document, *, field: str, wanted: bool | None) -> Fresh:
    """None: as the field's class says."""
    return _say(document, field, "four_eyes", wanted)


def set_newer_weaker(document: Document, *, field: str | None, mode: str | None) -> Fresh:
    """Of one field, or of the document where none is named."""
    return _say(document, field, "newer_weaker", mode) if field else _set(document, "newer_weaker", mode)


def set_owner_role(document: Document, *, field: str, role: str | None, role_pt: str | None) -> Fresh:
    """Whose matter a field is, in words."""
    return _say(_say(document, field, "owner_role", role), field, "owner_role_pt", role_pt)


def remove_field(document: Document, *, field: str) -> Fresh:
    """Say nothing of a field any more; it stays registered."""
    fresh = _copy(document)
    if field not in fresh.get("fields", {}):
        raise EditRefused("field_not_declared", field=field)
    del fresh["fields"][field]
    return fresh


def set_automatic(document: Document, *, entries: Sequence[str | Mapping[str, str]]) -> Fresh:
    """What rules may settle alone."""
    return _set(document, "automatic", list(entries))


def set_four_eyes(document: Document, *, classes: Sequence[str]) -> Fresh:
    """The classes in which whoever proposed does not decide."""
    return _set(document, "four_eyes", list(classes))


def set_detectors(document: Document, *, names: Sequence[str]) -> Fresh:
    """Content that stops a claim although its field is harmless."""
    return _set(document, "detectors", list(names))


def set_sla(document: Document, *, sensitivity: str, hours: int | None) -> Fresh:
    """Hours an owner has for a class; None: as shipped."""
    fresh = _copy(document)
    table = fresh.setdefault("sla_hours", {})
    if hours is None:
        table.pop(sensitivity, None)
    else:
        table[sensitivity] = hours
    return fresh


def set_write_back_days(document: Document, *, days: int | None) -> Fresh:
    return _set(document, "write_back_days", days)


def set_name(document: Document, *, name: str | None) -> Fresh:
    return _set(document, "name", name)


# By the name that the log, the API and the forms of the editor use.
EDITS: Final[Mapping[str, Callable[..., Fresh]]] = {
    edit.__name__: edit
    for edit in (
        move_tier, set_tiers, add_field, set_order, set_authoritative, set_sensitivity, set_review_days,
        set_field_four_eyes, set_newer_weaker, set_owner_role, remove_field, set_automatic, set_four_eyes,
        set_detectors, set_sla, set_write_back_days, set_name,
    )
}  # fmt: skip


def _copy(document: Document) -> Fresh:
    return copy.deepcopy(dict(document))


def _set(document: Document, member: str, value: object) -> Fresh:
    """None takes the member out: what ships counts again."""
    fresh = _copy(document)
    if value is None:
        fresh.pop(member, None)
    else:
        fresh[member] = copy.deepcopy(value)
    return fresh


def _say(document: Document, field: str, member: str, value: object) -> Fresh:
    """The same for one member of a field, which is declared by it where it was not."""
    fresh = _copy(document)
    said = fresh.setdefault("fields", {}).setdefault(field, {})
    if value is None:
        said.pop(member, None)
    else:
        said[member] = copy.deepcopy(value)
    return fresh
