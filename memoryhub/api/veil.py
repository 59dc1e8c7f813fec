"""What a signed-in person may look at and not read: the values of sensitive facts that others answer for.

The pages mask the same values for the same people. A token reads what the admin who gave it out granted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ledgers.domain.patterns import fold
from ledgers.domain.policy import FieldRule
from ledgers.domain.responsibility import find, owner_of
from ledgers.selectors.history import SEES_VALUES
from ledgers.selectors.registries import responsibilities
from ledgers.selectors.rules import rules_for
from memoryhub.api.callers import Caller

Shape = dict[str, Any]  # Any: JSON
SAID: Shape = {"value": None, "condition": None, "evidence": {}, "said_by": {}}


def veil(caller: Caller, shapes: Iterable[Shape]) -> list[Shape]:
    """The same facts or claims, with nothing in place of what this caller may not read."""
    listed = list(shapes)
    if caller.token is not None or caller.has_role(*SEES_VALUES):
        return listed
    rules = rules_for(caller.workspace, {(shape["field"], shape["scope"]) for shape in listed})
    sensitive = [shape for shape in listed if _sensitive(shape, rules)]
    if not sensitive:
        return listed
    answering = _answering(caller, sensitive)
    return [_veiled(shape) if shape in sensitive and shape["id"] not in answering else shape for shape in listed]


def _sensitive(shape: Shape, rules: Mapping[tuple[str, str], FieldRule]) -> bool:
    """By its field; or by what it says in a harmless one, and in one that nobody registered."""
    rule = rules.get((shape["field"], shape["scope"]))
    content = frozenset(shape["content"])
    return bool(content) if rule is None else rule.sensitive or not rule.watched.isdisjoint(content)


def _answering(caller: Caller, shapes: Iterable[Shape]) -> set[str]:
    """Ids of what the caller said, owns, backs up or deputises for."""
    rows, key = responsibilities(caller.workspace), fold(caller.member.key) if caller.member else ""
    found = set()
    for shape in shapes:
        subject = fold(shape["subject"])
        row = find(rows, shape["scope"], shape["field"], subject)
        people = {owner_of(row, shape["scope"], subject), row.backup, *row.delegates} if row else set()
        if shape.get("author") == caller.key or key in {fold(person) for person in people if person}:
            found.add(shape["id"])
    return found


def _veiled(shape: Shape) -> Shape:
    return {**shape, **{name: nothing for name, nothing in SAID.items() if name in shape}}
