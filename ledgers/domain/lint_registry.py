"""What a policy asks of a workspace that its registries do not have, and what it takes away there.

The registries are read beforehand; here they are plain data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ledgers.domain.findings import Finding, Findings, blocking, warning
from ledgers.domain.lint_change import lint_change
from ledgers.domain.order import Entry
from ledgers.domain.patterns import ANY, is_pattern, overlap
from ledgers.domain.policy import SLA_HOURS, Policy, RegisteredField
from ledgers.domain.tiers import Tier

# Who decides a case within a few minutes has the better part of an hour's work with these, beside their own.
MOST_CASES_A_DAY = 20
PAIR = 2


@dataclass(frozen=True)
class RegisteredSource:
    """A source as it is registered."""

    tier: str
    external: bool = False


@dataclass(frozen=True)
class Answering:
    """One responsibility, with the active people who may decide there or be the second person, by key."""

    scope: str
    field: str
    people: frozenset[str]


@dataclass(frozen=True)
class RegistryReading:
    """What is registered, and what else a finding needs.

    - `fields`: the class of each registered field; `authoritative`: those with an authoritative source
    - `day_hours`: how long people work
    - `forecast`: cases a day by owner under this policy, where it was tried on history
    - `before`: the policy it would take the place of
    """

    sources: Mapping[str, RegisteredSource] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    answering: tuple[Answering, ...] = ()
    day_hours: float = 24
    forecast: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    authoritative: frozenset[str] = frozenset()
    before: Policy | None = None


def lint_registry(policy: Policy, reading: RegistryReading) -> tuple[Finding, ...]:
    """All findings, what is taken away from people first."""
    return (
        *lint_change(reading.before, policy, reading.fields, reading.authoritative),
        *_sources(policy, reading.sources),
        *_owners(policy, reading),
        *_automatic(policy, reading.fields),
        *_four_eyes(policy, reading),
        *_hours(policy, reading.day_hours),
        *_load(reading.forecast),
    )


def _sources(policy: Policy, registered: Mapping[str, RegisteredSource]) -> Findings:
    """Each source the policy names, once: where it is named first.

    A name that nobody registered has a rank already: whoever registers it later would have the last word.
    """
    seen = set()
    for where, entry in _named(policy):
        if entry in seen:
            continue
        seen.add(entry)
        said = registered.get(entry.source)
        if said is None:
            yield blocking("source_not_registered", where, source=entry.source)
        elif said.external or said.tier == Tier.UNATTRIBUTED:
            yield blocking("external_above_internal", where, source=entry.source)
        elif said.tier != entry.tier:
            yield blocking("source_of_other_tier", where, source=entry.source, registered=said.tier, tier=entry.tier)


def _named(policy: Policy) -> Iterator[tuple[str, Entry]]:
    for key, said in policy.fields.items():
        if said.authoritative is not None:
            yield f'fields."{key}".authoritative', Entry(*said.authoritative)
        for place, group in enumerate(said.order.groups if said.order else ()):
            yield from ((f'fields."{key}".order[{place}]', entry) for entry in group if entry.source)


def _owners(policy: Policy, reading: RegistryReading) -> Findings:
    for key in policy.fields:
        if not any(overlap(row.field, key) for row in reading.answering):
            yield blocking("nobody_responsible", f'fields."{key}"')


def _automatic(policy: Policy, registered: Mapping[str, str]) -> Findings:
    """What the registry alone calls sensitive."""
    for place, entry in enumerate(policy.automatic):
        said = policy.declared(entry.field)
        cleared = said is not None and said.sensitivity == ""
        if registered.get(entry.field) and not is_pattern(entry.field) and not cleared:
            yield blocking("automatic_sensitive", f"automatic[{place}]", field=entry.field)


def _four_eyes(policy: Policy, reading: RegistryReading) -> Findings:
    """Where two people have to agree there have to be two."""
    for key in dict.fromkeys([*policy.fields, *reading.fields]):
        if not policy.rule(RegisteredField(key, sensitivity=reading.fields.get(key, "")), ANY).four_eyes:
            continue
        where = f'fields."{key}"' if key in policy.fields else "four_eyes"
        for row in reading.answering:
            if overlap(row.field, key) and len(row.people) < PAIR:
                people = ", ".join(sorted(row.people)) or "0"
                yield blocking("too_few_people", where, field=key, scope=row.scope, people=people)


def _hours(policy: Policy, day_hours: float) -> Findings:
    """Less than a working day leaves whoever is away for one no time. The usual hours of a class are nobody's news."""
    for name, hours in policy.sla.items():
        if hours < min(day_hours, SLA_HOURS[name]):
            yield warning("shorter_than_a_day", f"sla_hours.{name}", hours=hours, day=f"{day_hours:g}")


def _load(forecast: Mapping[str, float]) -> Findings:
    for owner, cases in sorted(forecast.items()):
        if cases > MOST_CASES_A_DAY:
            yield warning("many_cases", "automatic", owner=owner, cases=f"{cases:.0f}", most=MOST_CASES_A_DAY)
