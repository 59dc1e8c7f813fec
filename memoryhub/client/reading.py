"""From JSON to the classes of answers.py, by their annotations."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Any, Generic, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
Read = Callable[[Any], Any]  # Any: JSON in, a member out


@dataclasses.dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list, and the cursor of the next."""

    items: tuple[T, ...]
    next: str | None


def page(kind: type[T], said: Any) -> Page[T]:  # noqa: ANN401 - JSON
    """A page of these; raises what `read` raises."""
    return Page(tuple(read(kind, item) for item in _listed(said["items"])), said["next"])


def read(kind: type[T], said: object) -> T:
    """The answer as this class. Raises KeyError, TypeError or ValueError where it is none."""
    return cast("T", reader_of(cast("Hashable", kind))(said))


@cache
def reader_of(hint: Hashable) -> Read:
    """What turns JSON into a member with this annotation."""
    if dataclasses.is_dataclass(hint):
        return _dataclass(cast("type[Any]", hint))
    if hint is datetime:
        return datetime.fromisoformat
    if get_origin(hint) is tuple:
        return _several(reader_of(get_args(hint)[0]))
    if get_origin(hint) is UnionType:
        return _or_none(reader_of(get_args(hint)[0]))
    return _plain(get_origin(hint) or hint)


def _dataclass(kind: type[Any]) -> Read:
    hints = get_type_hints(kind)
    members = {field.name: (reader_of(hints[field.name]), _needed(field)) for field in dataclasses.fields(kind)}

    def read_one(said: Any) -> Any:  # noqa: ANN401 - JSON in, the dataclass out
        if not isinstance(said, dict):
            raise TypeError(f"{kind.__name__} is not an object")
        found = {name: read(said[name]) for name, (read, needed) in members.items() if needed or name in said}
        return kind(**found)

    return read_one


def _needed(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _several(read_one: Read) -> Read:
    return lambda said: tuple(map(read_one, _listed(said)))


def _listed(said: Any) -> list[Any]:  # noqa: ANN401 - JSON
    if not isinstance(said, list):
        raise TypeError("a list was expected")
    return said


def _or_none(read_one: Read) -> Read:
    return lambda said: None if said is None else read_one(said)


def _plain(kind: Any) -> Read:  # noqa: ANN401 - a built-in type, or Any
    def checked(said: Any) -> Any:  # noqa: ANN401 - as above
        fits = kind is Any or isinstance(said, kind) or (kind is float and isinstance(said, int))
        if not fits:
            raise TypeError(f"{said!r} is not {kind.__name__}")
        return said

    return checked
