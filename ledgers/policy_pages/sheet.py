"""What stands in a draft, part by part, as the editor shows it; each with what lint found there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledgers.domain.content import CONTENT
from ledgers.domain.order import Order
from ledgers.domain.patterns import ANY
from ledgers.domain.policy import SLA_CLASSES, Policy, RegisteredField, recorded
from ledgers.domain.shape import SENSITIVITIES
from ledgers.domain.tiers import Tier
from ledgers.models import Field
from ledgers.naming import field_name
from ledgers.policies.editing import LOCKED, Group
from ledgers.policy_pages import found
from ledgers.policy_pages.found import Told
from ledgers.policy_pages.heading import Heading
from ledgers.policy_pages.place_words import Names, place, said
from ledgers.policy_words import class_name, hours_in_words
from ledgers.selectors.policy_check import Registered

Json = Any  # as the database left it


@dataclass(frozen=True, slots=True)
class Part:
    """One entry of a place in an order."""

    entry: str
    words: str
    source: bool


@dataclass(frozen=True, slots=True)
class Rung:
    """A place in an order, and the entries that share it. `key` names it for its buttons."""

    key: str
    parts: tuple[Part, ...]
    first: bool = False
    last: bool = False
    locked: bool = False

    @property
    def words(self) -> str:
        return " = ".join(part.words for part in self.parts)


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A declared field as it would be settled, the class and interval of the registry included."""

    key: str
    name: str
    authoritative: str
    order: str
    sensitivity: str
    owner: str
    four_eyes: str
    review: str
    found: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """An entry of the automatic scope."""

    number: int
    words: str
    found: tuple[Told, ...]

    @property
    def title(self) -> str:
        """As it begins a line; a key is small throughout."""
        return self.words if " " not in self.words else str(capfirst(self.words))


@dataclass(frozen=True, slots=True)
class Sheet:
    tiers: tuple[Rung, ...]
    fields: tuple[FieldRow, ...]
    automatic: tuple[Scope, ...]
    answers: tuple[tuple[str, str], ...]
    admission: str
    found: tuple[Told, ...]

    @property
    def of_tiers(self) -> tuple[Told, ...]:
        return found.of("tiers", self.found)

    @property
    def of_automatic(self) -> tuple[Told, ...]:
        """What is said of the list as a whole."""
        return found.of("automatic", self.found)

    @property
    def of_answers(self) -> tuple[Told, ...]:
        return found.of("answers", self.found)


def names(document: Mapping[str, Json], known: Registered) -> Names:
    """What fields and sources are called: as registered, and what is not yet as the draft declares it."""
    declared = document.get("fields", {})
    fields = {key: field_name(key, told.get("name"), told.get("name_pt")) for key, told in declared.items()}
    registered = {row.key: field_name(row.key, row.name, row.name_pt) for row in known.fields if row.name}
    return Names(fields | registered, {row.key: str(row) for row in known.sources})


def sheet(head: Heading, called: Names) -> Sheet:
    document: Json = head.draft.document
    told = found.told(head.findings, called)
    rules = _Rules(recorded(document), {row.key: row for row in head.known.fields}, called, told)
    return Sheet(
        tiers=rungs(document["tiers"], called),
        fields=tuple(rules.field(key, held) for key, held in sorted(document.get("fields", {}).items())),
        automatic=tuple(
            Scope(number, said("automatic", [entry], called), found.of(f"automatic-{number}", told))
            for number, entry in enumerate(document.get("automatic", []))
        ),
        answers=tuple(_answers(rules.policy, called)),
        admission=said("admission", document.get("admission", []), called),
        found=told,
    )


def _answers(policy: Policy, called: Names) -> Iterator[tuple[str, str]]:
    """What holds for all fields, also where the draft leaves it to what ships."""
    for name in SLA_CLASSES:
        yield str(capfirst(class_name(name))), hours_in_words(policy.sla_hours(name))
    for member, held in (
        ("four_eyes", [name for name in SENSITIVITIES if name in policy.four_eyes]),
        ("detectors", [name for name in CONTENT if name in policy.detectors]),
        ("newer_weaker", policy.newer_weaker),
        ("write_back_days", policy.write_back_days),
    ):
        yield place(member, called), said(member, held, called)


def rungs(order: Sequence[Group], called: Names) -> tuple[Rung, ...]:
    """The places that can be moved; the last one of all orders is added, whether it is written or not."""
    groups = [[group] if isinstance(group, str) else group for group in order]
    held = [group for group in groups if LOCKED not in group]
    return (
        *(
            Rung(group[0], tuple(_part(one, called) for one in group), place == 0, place == len(held) - 1)
            for place, group in enumerate(held)
        ),
        Rung(LOCKED, (_part(LOCKED, called),), locked=True),
    )


def _part(entry: str, called: Names) -> Part:
    return Part(entry, said("authoritative", entry, called), ":" in entry)


def general_order(document: Mapping[str, Json], authoritative: str | None) -> list[Group]:
    """What a field without an order of its own goes by: that of all fields, its authoritative source on top."""
    order: Order = Order.read(document["tiers"])
    if authoritative and ":" in authoritative:
        tier, _colon, source = authoritative.partition(":")
        order = order.with_first(Tier(tier), source)
    groups = [[str(entry) for entry in group] for group in order.groups]
    return [group[0] if len(group) == 1 else group for group in groups]


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a field is read with."""

    policy: Policy
    registered: Mapping[str, Field]
    called: Names
    told: Sequence[Told]

    def field(self, key: str, held: Mapping[str, Json]) -> FieldRow:
        row, called = self.registered.get(key), self.called
        there = RegisteredField(
            key, sensitivity=row.sensitivity if row else "", review_days=row.review_days if row else None
        )
        rule, authoritative = self.policy.rule(there, ANY), held.get("authoritative")
        days = rule.review_days
        return FieldRow(
            key=key,
            name=called.fields.get(key) or key,
            authoritative=said("authoritative", authoritative, called) if authoritative else "",
            order=said("order", held["order"], called) if "order" in held else "",
            sensitivity=class_name(rule.sensitivity) if rule.sensitivity else "",
            owner=_owner(held),
            four_eyes=_("two people") if rule.four_eyes else "",
            review=ngettext("%(n)d day", "%(n)d days", days) % {"n": days} if days else "",
            found=found.of(f"field-{key}", self.told),
        )


def _owner(held: Mapping[str, Json]) -> str:
    role = held.get("owner_role", "")
    return field_name(role, role, held.get("owner_role_pt")) if role or held.get("owner_role_pt") else ""
