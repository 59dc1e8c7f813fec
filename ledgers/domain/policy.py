"""The policy as data: parsed once, then asked for the rule of a field. What a document may say is in `lint`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from ledgers.domain.content import CONTENT, watched
from ledgers.domain.lint import SLA_CLASSES, Finding, Level, lint
from ledgers.domain.lint_scope import AUTHORITATIVE
from ledgers.domain.order import Entry, Order
from ledgers.domain.patterns import ANY, covers, specificity
from ledgers.domain.tiers import Tier

__all__ = ["SLA_CLASSES", "Finding", "Level", "Order", "Policy", "RegisteredField", "digest", "lint", "parse"]

# JSON or TOML as the reader left it: its shape is what lint checks.
Document = Mapping[str, Any]
NewerWeaker = Literal["record", "caveat", "ask"]
SLA_HOURS = MappingProxyType({"payment": 4, "permission": 8, "legal": 24, "contact": 48, "personal": 48, "other": 120})
WRITE_BACK_DAYS = 5


class InvalidPolicy(ValueError):
    """A document that lint blocks; carries what is wrong with it."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(", ".join(f"{finding.where}: {finding.code}" for finding in findings))
        self.findings = findings


@dataclass(frozen=True)
class RegisteredField:
    """A field as the registry reads at the moment of a decision."""

    key: str
    type: str = "text"
    many: bool = False
    sensitivity: str = ""
    review_days: int | None = None
    authoritative: tuple[Tier, str] | None = None


@dataclass(frozen=True)
class Declared:
    """A field, or a pattern of fields, as the policy declares it. None where the policy leaves it to the registry."""

    key: str
    name: str = ""
    name_pt: str = ""
    type: str | None = None
    values: str | None = None
    sensitivity: str | None = None
    review_days: int | None = None
    authoritative: tuple[Tier, str] | None = None
    order: Order | None = None
    newer_weaker: NewerWeaker | None = None
    four_eyes: bool | None = None
    options: tuple[str, ...] = ()
    empty_marks: tuple[str, ...] = ()
    domain: str = ""
    owner_role: str = ""
    owner_role_pt: str = ""


@dataclass(frozen=True)
class Automatic:
    """An entry of the automatic scope: which fields, in which scopes, rules may settle alone."""

    field: str
    scope: str = ANY

    def admits(self, key: str, scope: str, *, authoritative: bool) -> bool:
        named = authoritative if self.field == AUTHORITATIVE else covers(self.field, key)
        return named and covers(self.scope, scope)


@dataclass(frozen=True)
class AdmissionRule:
    """What recall may do with some kinds and domains of fact in some tasks; an empty list means all of them."""

    allow: Literal["never", "worded", "bound"]
    kinds: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    task_domains: tuple[str, ...] = ()
    task_types: tuple[str, ...] = ()


@dataclass(frozen=True)
class FieldRule:
    """All that a decision in one field and scope reads from the policy. `watched`: the classes of sensitive content
    that stop a claim there."""

    field: str
    sensitivity: str
    many: bool
    automatic: bool
    review_days: int | None
    newer_weaker: NewerWeaker
    four_eyes: bool
    order: Order
    watched: frozenset[str] = frozenset()

    @property
    def sensitive(self) -> bool:
        return bool(self.sensitivity)


@dataclass(frozen=True)
class Policy:
    """A policy that lint let pass."""

    order: Order
    fields: Mapping[str, Declared] = field(default_factory=dict)
    automatic: tuple[Automatic, ...] = ()
    newer_weaker: NewerWeaker = "caveat"
    four_eyes: frozenset[str] = frozenset()
    detectors: frozenset[str] = frozenset(CONTENT)
    sla: Mapping[str, int] = field(default_factory=lambda: SLA_HOURS)
    write_back_days: int = WRITE_BACK_DAYS
    admission: tuple[AdmissionRule, ...] = ()
    name: str = ""
    digest: str = ""

    def declared(self, key: str) -> Declared | None:
        """What the policy declares for a field: the exact key, else the most specific pattern that covers it."""
        found = [pattern for pattern in self.fields if covers(pattern, key)]
        return self.fields[max(found, key=specificity)] if found else None

    def rule(self, registered: RegisteredField, scope: str) -> FieldRule:
        """The rule of a registered field in a scope. A field is sensitive when the policy or the registry says so."""
        said = self.declared(registered.key) or Declared(registered.key)
        sensitivity = said.sensitivity or registered.sensitivity
        authoritative = said.authoritative or registered.authoritative
        admitted = any(
            entry.admits(registered.key, scope, authoritative=authoritative is not None) for entry in self.automatic
        )
        return FieldRule(
            field=registered.key,
            sensitivity=sensitivity,
            many=registered.many,
            automatic=admitted and not sensitivity,
            review_days=said.review_days or registered.review_days,
            newer_weaker=said.newer_weaker or self.newer_weaker,
            four_eyes=sensitivity in self.four_eyes if said.four_eyes is None else said.four_eyes,
            order=self._order(said, authoritative),
            watched=watched(self.detectors, registered.type),
        )

    def sla_hours(self, sensitivity: str) -> int:
        """Hours an owner has for a case of this class; a class of its own or `other`."""
        return self.sla.get(sensitivity, self.sla["other"])

    def _order(self, said: Declared, authoritative: tuple[Tier, str] | None) -> Order:
        if said.order is not None:
            return said.order
        return self.order.with_first(*authoritative) if authoritative else self.order


def digest(document: Document) -> str:
    """SHA-256 of the document's canonical JSON: two files that say the same have the same digest."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def parse(document: Document) -> Policy:
    """Read a document; raises InvalidPolicy with every blocking finding."""
    blocking = tuple(finding for finding in lint(document) if finding.level is Level.BLOCKING)
    if blocking:
        raise InvalidPolicy(blocking)
    return recorded(document)


def recorded(document: Document) -> Policy:
    """Read a version that was let pass in its time: a rule of lint that came later takes no old decision its law."""
    return Policy(
        order=Order.read(document["tiers"]),
        fields={key: _declared(key, said) for key, said in document.get("fields", {}).items()},
        automatic=tuple(
            Automatic(entry) if isinstance(entry, str) else Automatic(**entry)
            for entry in document.get("automatic", [])
        ),
        newer_weaker=document.get("newer_weaker", "caveat"),
        four_eyes=frozenset(document.get("four_eyes", [])),
        detectors=frozenset(document.get("detectors", CONTENT)),
        sla={**SLA_HOURS, **document.get("sla_hours", {})},
        write_back_days=document.get("write_back_days", WRITE_BACK_DAYS),
        admission=tuple(map(_admission, document.get("admission", []))),
        name=document.get("name", ""),
        digest=digest(document),
    )


def _automatic(said: str | Document) -> Automatic:
    return Automatic(said) if isinstance(said, str) else Automatic(**said)


def _declared(key: str, said: Document) -> Declared:
    entry = Entry.read(said["authoritative"]) if "authoritative" in said else None
    changed = {
        "authoritative": (entry.tier, entry.source) if entry else None,
        "order": Order.read(said["order"]) if "order" in said else None,
        "options": tuple(said.get("options", [])),
        "empty_marks": tuple(said.get("empty_marks", [])),
    }
    return Declared(key=key, **{**said, **changed})


def _admission(said: Document) -> AdmissionRule:
    return AdmissionRule(allow=said["allow"], **{key: tuple(value) for key, value in said.items() if key != "allow"})
