"""A comparison that was kept as JSON, read again as it was."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from ledgers.domain.amended import Amended
from ledgers.domain.compared import Comparison, Group

Json = Mapping[str, Any]


def read(kept: Json) -> Comparison:
    """What `draft_comparison.as_json` made of it, back."""
    groups = tuple(_built(Group, one) for one in kept["groups"])
    return Comparison(groups, tuple(Amended(one["path"], one["old"], one["new"]) for one in kept["amended"]))


def names(kept: Json) -> dict[str, tuple[str, str]]:
    """What the fields were called then, in both languages."""
    return {key: (name, name_pt) for key, (name, name_pt) in kept.get("names", {}).items()}


def _built(kind: Any, held: Any) -> Any:  # noqa: ANN401 - any type, and JSON
    """A value of a type as its annotation says it: records, texts of a set, moments, and rows of these."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        meant = [one for one in get_args(kind) if one is not type(None)]
        return None if held is None else _built(meant[0], held) if len(meant) == 1 else held
    if origin is tuple:
        return tuple(_built(get_args(kind)[0], one) for one in held)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _built(hints[name], value) for name, value in held.items()})
    if kind is datetime:
        return datetime.fromisoformat(held)
    return kind(held) if isinstance(kind, type) and issubclass(kind, StrEnum) else held


@cache
def _hints(kind: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a class
    return get_type_hints(kind)
