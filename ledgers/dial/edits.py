"""A suggestion as an edit of the policy document: the same edits that the editor makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledgers.dial.law import Law
from ledgers.domain.amended import written
from ledgers.domain.order import Entry, Order
from ledgers.domain.patterns import ANY, covers
from ledgers.domain.policy import Automatic, Declared
from ledgers.domain.tiers import Tier
from ledgers.policies.editing import EDITS

__all__ = ["made", "narrowed", "raised", "widened", "written"]

# JSON
Document = Mapping[str, Any]
Said = str | Mapping[str, str]


def made(document: Document, edit: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The document after it."""
    return EDITS[edit](document, **params)


def widened(document: Document, place: str) -> list[Said]:
    """The automatic scope with one more place."""
    return [*document.get("automatic", []), place]


def narrowed(document: Document, place: str, law: Law) -> list[Said]:
    """The automatic scope without a place. An entry that names others too gives way to the ones it named so far."""
    found: list[Said] = []
    for said in document.get("automatic", []):
        entry = Automatic(said) if isinstance(said, str) else Automatic(**said)
        kept = [said] if entry not in law.admitting(place) else _others(entry, place, law)
        found += [one for one in kept if one not in found]
    return found


def raised(order: Order, winner: Entry, loser: Entry) -> Order | None:
    """The order with one entry right above another; None where that is nothing new, or is about what comes last."""
    if Tier.UNATTRIBUTED in (winner.tier, loser.tier) or _rank(order, winner) > _rank(order, loser):
        return None
    groups = [tuple(entry for entry in group if entry != winner) for group in order.groups]
    above = next((place for place, group in enumerate(groups) if _holds(group, loser, order)), None)
    if above is None:
        return None
    return Order(tuple(group for group in [*groups[:above], (winner,), *groups[above:]] if group))


def _rank(order: Order, entry: Entry) -> int:
    return order.rank(entry.tier, entry.source)


def _holds(group: tuple[Entry, ...], entry: Entry, order: Order) -> bool:
    """Whether an entry has its place there, by its own name or by its tier's."""
    named = any(entry in one for one in order.groups)
    return (entry if named else Entry(entry.tier)) in group


def _others(entry: Automatic, place: str, law: Law) -> list[Said]:
    if covers(place, entry.field):
        return []
    known = sorted({*law.policy.fields, *law.registered})
    kept = [key for key in known if not covers(place, key) and not covers(key, place) and _admits(entry, key, law)]
    # A pattern names its own fields.
    named = [key for key in kept if not any(key != wider and covers(wider, key) for wider in kept)]
    return [key if entry.scope == ANY else {"field": key, "scope": entry.scope} for key in named]


def _admits(entry: Automatic, key: str, law: Law) -> bool:
    said = law.policy.declared(key) or Declared(key)
    registered = law.registered.get(key)
    known = said.authoritative or (registered.authoritative if registered else None)
    return entry.admits(key, entry.scope, authoritative=known is not None) and not law.sensitive(key)
