"""A case made concrete: a subject, values that fit the field, sources by name and days, judged under both policies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from ledgers.domain.claim import Entry
from ledgers.domain.decision import decide
from ledgers.domain.policy import FieldRule
from ledgers.domain.space import Case, Comes, Voice
from ledgers.domain.staging import Pair, Values, fact, staged
from ledgers.domain.trace import Line

SUBJECTS = MappingProxyType(
    {"person": "person:ana", "name": "person:ana", "preference": "person:ana", "working": "person:ana",
     "access": "person:ana", "project": "project:apollo", "rota": "team:support", "rule": "team:support"}
)  # fmt: skip
SUBJECT = "customer:acme"
# By value type: what stands, and what comes.
VALUES = MappingProxyType(
    {
        "number": ("12", "15"),
        "money": ("BRL 120.00", "BRL 150.00"),
        "date": ("2026-04-30", "2026-05-29"),
        "datetime": ("2026-04-30T14:00:00Z", "2026-05-29T09:30:00Z"),
        "email": ("dana@example.com", "lee@example.com"),
        "phone": ("+551132130001", "+551132130002"),
        "iban": ("GB82WEST12345698765432", "DE89370400440532013000"),
        "cpf_cnpj": ("52998224725", "11222333000181"),
        "pix": ("dana@example.com", "lee@example.com"),
        "json": ('{"a":1}', '{"a":2}'),
    }
)
# Texts, by what the field's class or key says of them: people, what somebody may do, or anything.
ANYTHING, PEOPLE, RIGHTS = ("A", "B"), ("Dana", "Lee"), ("viewer", "admin")
TEXTS = MappingProxyType({"permission": RIGHTS, "contact": PEOPLE, "personal": PEOPLE})
OF_PEOPLE = frozenset({"contact", "name", "person"})
# By class of content: a value that reads as it.
CONTENTS = MappingProxyType(
    {
        "iban": "DE89370400440532013000",
        "pix": "123e4567-e89b-42d3-a456-426614174000",
        "card": "4111111111111111",
        "bank_account": "ag 1234, conta corrente 98765-4",
        "cpf_cnpj": "52998224725",
        "email": "lee@example.com",
        "phone": "+551132130002",
    }
)


@dataclass(frozen=True, slots=True)
class Told:
    """One of the two facts of an example, as a page tells it. `value` None says there is none; `content` is the class
    of sensitive content in it; `ends` where it runs out, or is over."""

    voice: Voice
    name: str
    value: str | None
    content: str
    begins: datetime
    ends: datetime | None
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Example:
    """A case with everything in it, and what both policies make of it, step by step."""

    case: Case
    pair: Pair
    field: str
    subject: str
    scope: str
    now: datetime
    stood: Told | None
    comes: Told
    was: tuple[Line, ...]
    becomes: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where an example takes place: the field's rule and type under both policies, a scope, names of sources."""

    old: FieldRule
    new: FieldRule
    scope: str
    type: str
    options: tuple[str, ...]
    names: Mapping[str, str]


def example(case: Case, pair: Pair, setting: Setting) -> Example:
    """The case as people would meet it, decided twice."""
    values = values_of(case, setting)
    claim, situation = staged(case, pair, setting.old, values)
    stood = fact(case, pair.stands, values) if pair.stands else None
    was, becomes = (decide(*staged(case, pair, rule, values), rule).trace for rule in (setting.old, setting.new))
    return Example(
        case=case,
        pair=pair,
        field=setting.old.field,
        subject=SUBJECTS.get(setting.old.field.partition(".")[0], SUBJECT),
        scope=setting.scope,
        now=situation.reading.now,
        stood=_told(stood, pair.stands, setting, case.stood) if stood and pair.stands else None,
        comes=_told(claim.entry, pair.comes, setting, case.content),
        was=was,
        becomes=becomes,
    )


def values_of(case: Case, setting: Setting) -> Values:
    """Two values of the field's type; where a text has to hold sensitive content, one that does."""
    stood, comes = setting.options[:2] if len(setting.options) > 1 else VALUES.get(setting.type) or _texts(setting)
    if setting.type != "text":
        return Values(stood, comes)
    found = CONTENTS.get(case.stood, stood), CONTENTS.get(case.content, comes)
    # A value that is repeated holds what the claim holds.
    return Values(found[1], "") if case.comes is Comes.SAME else Values(*found)


def _texts(setting: Setting) -> tuple[str, str]:
    first = setting.old.field.partition(".")[0]
    usual = PEOPLE if first in OF_PEOPLE else ANYTHING
    return TEXTS.get(setting.old.sensitivity or setting.new.sensitivity, usual)


def _told(entry: Entry, voice: Voice, setting: Setting, content: str) -> Told:
    name = setting.names.get(voice.source, voice.source)
    return Told(voice, name, entry.value, content, entry.start, entry.end, entry.recorded_at)
