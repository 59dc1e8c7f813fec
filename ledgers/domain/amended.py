"""What two policies say differently, member by member, as they are parsed: what a member left out means is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from ledgers.domain.content import CONTENT
from ledgers.domain.order import Order
from ledgers.domain.policy import AdmissionRule, Automatic, Declared, Policy
from ledgers.domain.shape import SENSITIVITIES, SLA_CLASSES

# JSON: what a member says; None where it says nothing.
Said = Any


@dataclass(frozen=True, slots=True)
class Amended:
    """One member that says something else, by its path as findings write it."""

    path: str
    old: Said
    new: Said


def amended(old: Policy, new: Policy) -> tuple[Amended, ...]:
    """Every member that differs, in the order of the document. A policy's own name decides nothing and is left out."""
    before, after = dict(_members(old)), dict(_members(new))
    paths = dict.fromkeys([*(path for path in before), *(path for path in after)])
    found = (Amended(path, before.get(path), after.get(path)) for path in sorted(paths, key=_place))
    return tuple(one for one in found if one.old != one.new)


def _place(path: str) -> tuple[int, str]:
    first = path.partition(".")[0]
    return _ORDER.index(first), path


_ORDER = ("tiers", "automatic", "newer_weaker", "four_eyes", "detectors", "sla_hours", "write_back_days", "fields",
          "admission")  # fmt: skip


def _members(policy: Policy) -> Iterator[tuple[str, Said]]:
    yield "tiers", written(policy.order)
    yield "automatic", [_automatic(entry) for entry in policy.automatic]
    yield "newer_weaker", policy.newer_weaker
    yield "four_eyes", [name for name in SENSITIVITIES if name in policy.four_eyes]
    yield "detectors", [name for name in CONTENT if name in policy.detectors]
    for name in SLA_CLASSES:
        yield f"sla_hours.{name}", policy.sla_hours(name)
    yield "write_back_days", policy.write_back_days
    for key, said in policy.fields.items():
        yield f'fields."{key}"', True
        yield from ((f'fields."{key}".{name}', value) for name, value in _declared(said))
    yield "admission", [_admission(rule) for rule in policy.admission]


def _declared(said: Declared) -> Iterator[tuple[str, Said]]:
    for member in fields(said):
        value = getattr(said, member.name)
        if member.name == "key" or value in (None, "", ()):
            continue
        if isinstance(value, Order):
            value = written(value)
        elif member.name == "authoritative":
            value = ":".join(value)
        yield member.name, list(value) if isinstance(value, tuple) else value
    if said.sensitivity == "":
        # Unlike silence, it takes the mark out of the registry.
        yield "sensitivity", ""


def written(order: Order) -> list[str | list[str]]:
    """The order as a policy writes it."""
    return [str(group[0]) if len(group) == 1 else [str(entry) for entry in group] for group in order.groups]


def _automatic(entry: Automatic) -> Mapping[str, str]:
    return {"field": entry.field, "scope": entry.scope}


def _admission(rule: AdmissionRule) -> Mapping[str, Said]:
    said = {name: list(getattr(rule, name)) for name in ("kinds", "domains", "task_domains", "task_types")}
    return {"allow": rule.allow, **{name: listed for name, listed in said.items() if listed}}
