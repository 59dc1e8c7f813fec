"""What a check of a policy found: a stable code, where in the document, and the data its wording needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """A blocking finding keeps a policy from becoming active; a warning asks for a second look."""

    BLOCKING = "blocking"
    WARNING = "warning"


@dataclass(frozen=True)
class Finding:
    """`where` is a path as the document is written, such as `fields."contact.primary".order[1]`."""

    level: Level
    code: str
    where: str
    params: Mapping[str, str] = field(default_factory=dict)


Findings = Iterator[Finding]
# What a TOML or JSON reader hands over: anything, until a check has looked at it.
Written = Any


def blocking(code: str, where: str, **params: object) -> Finding:
    return Finding(Level.BLOCKING, code, where, _texts(params))


def warning(code: str, where: str, **params: object) -> Finding:
    return Finding(Level.WARNING, code, where, _texts(params))


def _texts(params: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in params.items()}
