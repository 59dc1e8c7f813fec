"""Two documents side by side: what differs, place by place, and how two changes of one document come together.

A place is a member with a value of its own; lists count as one value, since an order is read as a whole.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

# JSON, as a reader of TOML or the database left it.
Document = Mapping[str, Any]
Place = tuple[str, ...]
Leaves = dict[Place, Any]
Change = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Clash:
    """A place that both sides changed, each to something else; None where a side took it out."""

    path: str
    base: Any
    ours: Any
    theirs: Any


@dataclass(frozen=True, slots=True)
class Merged:
    """Both changes in one document; where they clash it says what `ours` said."""

    document: dict[str, Any]
    clashes: tuple[Clash, ...] = ()


def changes(old: Document, new: Document) -> list[Change]:
    """What became of each place that differs; `old` or `new` is left out where there was or is nothing."""
    before, after = leaves(old), leaves(new)
    return [_change(place, before, after) for place in _differing(before, after)]


def merge(base: Document, ours: Document, theirs: Document, keep_ours: Collection[str] = ()) -> Merged:
    """Three-way: of each place whoever changed it is followed. `keep_ours` names clashes that are settled for ours;
    any other clash is told, and has ours for the time being."""
    was, our, their = leaves(base), leaves(ours), leaves(theirs)
    kept, clashes = dict(our), []
    for place in _differing(was, their):
        if _same(place, was, our):
            _put(kept, place, their)
        elif not _same(place, our, their) and written(place) not in keep_ours:
            clashes.append(Clash(written(place), was.get(place), our.get(place), their.get(place)))
    return Merged(_grown(kept), tuple(clashes))


def follow(document: Document, other: Document, paths: Collection[str]) -> dict[str, Any]:
    """The document with these places as the other one has them."""
    kept, told = leaves(document), leaves(other)
    for place in {*kept, *told}:
        if written(place) in paths:
            _put(kept, place, told)
    return _grown(kept)


def leaves(document: Document) -> Leaves:
    """Every place and its value. An empty table is a value too: a field that is declared and says nothing."""
    return dict(_walk(document, ()))


def written(place: Place) -> str:
    """A place as findings name it: `fields."contact.primary".order`."""
    first, *rest = place
    return first + "".join(f".{step}" if step.isidentifier() else f'."{step}"' for step in rest)


def _walk(held: Document, at: Place) -> Iterable[tuple[Place, Any]]:
    for name, value in held.items():
        if isinstance(value, Mapping) and value:
            yield from _walk(value, (*at, name))
        else:
            yield (*at, name), value


def _grown(held: Leaves) -> dict[str, Any]:
    """The document again. An empty table gives way to what stands in it."""
    document: dict[str, Any] = {}
    for place in sorted(held, key=len):
        table = document
        for step in place[:-1]:
            table = table.setdefault(step, {})
        table[place[-1]] = copy.deepcopy(held[place])
    return document


def _put(kept: Leaves, place: Place, other: Leaves) -> None:
    if place in other:
        kept[place] = other[place]
    else:
        kept.pop(place, None)


def _differing(one: Leaves, other: Leaves) -> list[Place]:
    return sorted(place for place in {*one, *other} if not _same(place, one, other))


def _same(place: Place, one: Leaves, other: Leaves) -> bool:
    return (place in one) == (place in other) and _canonical(one.get(place)) == _canonical(other.get(place))


def _canonical(value: object) -> str:
    """As JSON says it, for which true is not 1."""
    return json.dumps(value, sort_keys=True)


def _change(place: Place, before: Leaves, after: Leaves) -> Change:
    said: Change = {"path": written(place)}
    if place in before:
        said["old"] = before[place]
    if place in after:
        said["new"] = after[place]
    return said
