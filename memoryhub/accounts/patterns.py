"""Patterns of scopes and sources that a credential allows: an exact key, or a beginning followed by `*`."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q


def covers(patterns: Iterable[str], key: str) -> bool:
    """Whether one of the patterns names this key; no pattern allows nothing."""
    return any(key == pattern or (pattern.endswith("*") and key.startswith(pattern[:-1])) for pattern in patterns)


def within(patterns: Iterable[str], column: str) -> Q:
    """The same rule as a filter, so that what may not be read never leaves the database."""
    allowed = Q(pk__in=[])
    for pattern in patterns:
        if pattern == "*":
            return Q()
        allowed |= Q(**{f"{column}__startswith": pattern[:-1]}) if pattern.endswith("*") else Q(**{column: pattern})
    return allowed
