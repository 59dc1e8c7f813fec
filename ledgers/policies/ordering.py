"""An order of authority changed by buttons: a group moves, joins the one above, is set apart, or takes in a source.

Each gives another order, as a policy writes it. What an order may say at all is for lint.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledgers.policies.editing import LOCKED, EditRefused, Group

Order = list[Group]
Held = list[list[str]]


def moved(order: Sequence[Group], entry: str, by: int) -> Order:
    """The group of an entry one place up (-1) or down (1). What nobody known said stays last."""
    groups = _read(order)
    place = _place(groups, entry)
    if not 0 <= place + by < len(groups) - _locked(groups):
        raise EditRefused("tier_at_the_end", tier=entry)
    groups.insert(place + by, groups.pop(place))
    return _written(groups)


def tied(order: Sequence[Group], entry: str) -> Order:
    """The group of an entry counts like the one above it."""
    groups = _read(order)
    place = _place(groups, entry)
    if place == 0:
        raise EditRefused("tier_at_the_end", tier=entry)
    groups[place - 1] += groups.pop(place)
    return _written(groups)


def set_apart(order: Sequence[Group], entry: str) -> Order:
    """An entry leaves its tie and stands just below it."""
    groups = _read(order)
    place = _place(groups, entry)
    if len(groups[place]) > 1:
        groups[place].remove(entry)
        groups.insert(place + 1, [entry])
    return _written(groups)


def with_source(order: Sequence[Group], entry: str) -> Order:
    """One source gets a place of its own, just above the rest of its tier."""
    groups = _read(order)
    if any(entry in group for group in groups):
        return _written(groups)
    groups.insert(_place(groups, entry.partition(":")[0]), [entry])
    return _written(groups)


def without(order: Sequence[Group], entry: str) -> Order:
    """An entry gives its place up: a source then ranks with its tier again."""
    groups = _read(order)
    groups[_place(groups, entry)].remove(entry)
    return _written(groups)


def _read(order: Sequence[Group]) -> Held:
    return [[group] if isinstance(group, str) else list(group) for group in order]


def _written(groups: Held) -> Order:
    return [group[0] if len(group) == 1 else group for group in groups if group]


def _place(groups: Held, entry: str) -> int:
    if entry == LOCKED:
        raise EditRefused("tier_locked", tier=entry)
    found = [place for place, group in enumerate(groups) if entry in group]
    if not found:
        raise EditRefused("entry_not_there", entry=entry)
    return found[0]


def _locked(groups: Held) -> bool:
    return bool(groups) and LOCKED in groups[-1]
