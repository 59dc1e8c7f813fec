"""Which scope is part of which: a pair is narrower than a person, a person than the rest, a place than its holder."""

from __future__ import annotations

from ledgers.domain.patterns import fold

_BREADTH = {"pair": 0, "user": 1}
_SHARED = 2


def narrower(one: str, other: str) -> bool:
    """Whether fewer people may read `one` than `other`: `user:u1` beside `team:dev`, `client:acme/billing` in
    `client:acme`."""
    here, there = fold(one), fold(other)
    return here.startswith(f"{there}/") or _breadth(here) < _breadth(there)


def _breadth(scope: str) -> int:
    return _BREADTH.get(scope.partition(":")[0], _SHARED)


def nameless(scope: str) -> str:
    """A personal scope without whose it is (`user:-`, `pair:-`); any other as it is."""
    kind, _, _name = scope.partition(":")
    return f"{kind}:-" if kind in _BREADTH else scope
