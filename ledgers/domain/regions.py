"""Scopes that two policies treat alike: where the rule of a field is the same, under each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledgers.domain.patterns import ANY, covers, is_pattern
from ledgers.domain.policy import FieldRule, Policy, RegisteredField

# Every scope that no named pattern of the automatic scope covers.
ELSEWHERE = ""
_BEGINNINGS = ("client:", "team:", "place:")
_ENDS = ("acme", "dev", "ana", "example")


@dataclass(frozen=True, slots=True)
class Kind:
    """The scopes that a pattern covers and no narrower one (ELSEWHERE: none at all), and one of them."""

    pattern: str
    witness: str


@dataclass(frozen=True, slots=True)
class Region:
    """Kinds of scope in which a field has one rule under each policy. `scopes` names them; `*` alone is every scope."""

    witness: str
    scopes: tuple[str, ...]
    old: FieldRule
    new: FieldRule


def kinds(old: Policy, new: Policy, scopes: Sequence[str]) -> tuple[Kind, ...]:
    """A rule reads of a scope only which patterns of the automatic scope cover it, so one scope of each kind tells
    everything: a registered one where there is one."""
    patterns = sorted({entry.scope for policy in (old, new) for entry in policy.automatic} - {ANY})
    registered = {_covering(patterns, scope): scope for scope in sorted(scopes, reverse=True) if not is_pattern(scope)}
    made = [Kind(ELSEWHERE, _outside(patterns)), *(Kind(pattern, _inside(pattern, patterns)) for pattern in patterns)]
    return tuple(Kind(kind.pattern, registered.get(_covering(patterns, kind.witness), kind.witness)) for kind in made)


def regions(
    old: Policy, new: Policy, before: RegisteredField, after: RegisteredField, found: Sequence[Kind]
) -> tuple[Region, ...]:
    """The regions of one field, as the registry reads before and after."""
    alike: dict[tuple[FieldRule, FieldRule], list[Kind]] = {}
    for kind in found:
        alike.setdefault((old.rule(before, kind.witness), new.rule(after, kind.witness)), []).append(kind)
    return tuple(
        Region(kinds[0].witness, tuple(kind.pattern for kind in kinds) if len(alike) > 1 else (ANY,), *rules)
        for rules, kinds in alike.items()
    )


def _covering(patterns: Sequence[str], scope: str) -> frozenset[str]:
    return frozenset(pattern for pattern in patterns if covers(pattern, scope))


def _inside(pattern: str, patterns: Sequence[str]) -> str:
    """A scope that the pattern covers, and of the others only those that cover all that it covers."""
    if not is_pattern(pattern):
        return pattern
    narrower = [other for other in patterns if not covers(other, pattern)]
    return _free((f"{pattern[:-1]}{end}" for end in (*_ENDS, *_letters(patterns))), narrower)


def _outside(patterns: Sequence[str]) -> str:
    return _free((f"{start}acme" for start in (*_BEGINNINGS, *_letters(patterns))), patterns)


def _letters(patterns: Sequence[str]) -> Iterator[str]:
    """One letter more than there are patterns to take one away."""
    return (chr(ord("À") + number) for number in range(len(patterns) + 1))


def _free(tried: Iterator[str], patterns: Sequence[str]) -> str:
    return next(scope for scope in tried if not any(covers(pattern, scope) for pattern in patterns))
