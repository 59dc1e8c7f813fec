"""Two policies compared in every case there is: what would end otherwise, where, how often, and an example of each.

The comparison is exact, not a sample. Of a field whose rule both policies read alike nothing is judged: a decision is a
function of the claim, of what stands and of the field's rule, and the owner's desk adds hours and four eyes, which are
compared with it (`outcome.Side.reads`); so nothing can differ there. Sources that stand alike to each other under both
policies are judged once and counted as many times as there are pairs of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from ledgers.domain.amended import Amended, amended
from ledgers.domain.outcome import Outcome, Outcomes, Side
from ledgers.domain.patterns import covers, specificity
from ledgers.domain.policy import Declared, Policy, RegisteredField
from ledgers.domain.regions import Region, kinds, regions
from ledgers.domain.space import Case, SaidSource, Stands, ages, cases, voices
from ledgers.domain.specimens import Example, Setting, example
from ledgers.domain.staging import Pair
from ledgers.domain.tiers import Tier


class Shift(StrEnum):
    """What kind of difference it is, the gravest first."""

    TO_RULE = "to_rule"
    TO_OWNER = "to_owner"
    RESULT = "result"
    ASKED = "asked"
    REASON = "reason"


@dataclass(frozen=True, slots=True)
class Group:
    """The cases of one field that end one way under the old policy and another way under the new one.

    `scopes` tells where, by patterns of the automatic scope (`regions.Region`). `count` is a number of cases, each pair
    of sources for itself; `was` and `becomes` are the outcomes of the example.
    """

    field: str
    scopes: tuple[str, ...]
    shift: Shift
    was: Outcome
    becomes: Outcome
    count: int
    example: Example


@dataclass(frozen=True, slots=True)
class Difference:
    """One case that ends otherwise."""

    field: str
    scopes: tuple[str, ...]
    case: Case
    pair: Pair
    was: Outcome
    becomes: Outcome


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every case that ends otherwise, in groups, and every member of the document that says something else."""

    groups: tuple[Group, ...] = ()
    amended: tuple[Amended, ...] = ()

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)


# How two voices stand to each other: their ranks under both policies, and what else the law reads of them.
_Relation = tuple[int, int, bool, bool, bool]
_Gist = tuple[Any, ...]  # Any: texts, flags and hours
_Found = tuple[tuple[int, Outcome, Outcome], ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A field in a region of scopes, under both policies."""

    field: RegisteredField
    region: Region
    old: Side
    new: Side

    @property
    def cases(self) -> tuple[Case, ...]:
        return cases(ages(self.old.rule.review_days, self.new.rule.review_days))


def compare(
    old: Policy,
    new: Policy,
    fields: Sequence[RegisteredField],
    sources: Sequence[SaidSource],
    scopes: Sequence[str],
) -> Comparison:
    """Compare two policies over what is registered. A field that only the new one knows is in `amended` alone: no claim
    about it could be decided before."""
    names = {source.key: source.name or source.key for source in sources}
    judged = _Judged(tuple(_pairs(sources)))
    places = _places(old, new, fields, scopes)
    return Comparison(tuple(group for place in places for group in _grouped(place, judged, names)), amended(old, new))


def differences(
    old: Policy,
    new: Policy,
    fields: Sequence[RegisteredField],
    sources: Sequence[SaidSource],
    scopes: Sequence[str],
) -> Iterator[Difference]:
    """The same one by one, each pair of sources for itself."""
    judged = _Judged(tuple(_pairs(sources)))
    for place in _places(old, new, fields, scopes):
        for pairs, found in judged.of(place):
            for number, was, becomes in found:
                for pair in pairs:
                    yield Difference(place.field.key, place.region.scopes, place.cases[number], pair, was, becomes)


@dataclass
class _Judged:
    """Cases judged under two policies, once for all fields and pairs that are read alike."""

    pairs: tuple[Pair, ...]
    _outcomes: Outcomes = field(default_factory=Outcomes)
    _found: dict[tuple[object, ...], _Found] = field(default_factory=dict)

    @cached_property
    def places(self) -> Mapping[Pair, int]:
        return {pair: number for number, pair in enumerate(self.pairs)}

    def of(self, place: _Place) -> Iterator[tuple[Sequence[Pair], _Found]]:
        """Pairs that stand alike to each other, with the cases in which they end otherwise."""
        alike = place.old.reads == place.new.reads
        for relation, pairs in self._related(place).items():
            if alike and relation[0] == relation[1]:
                continue
            found = self._differing(place, relation, pairs[0])
            if found:
                yield pairs, found

    def _related(self, place: _Place) -> Mapping[_Relation, Sequence[Pair]]:
        """Pairs by all that is read of them: a record counts as one over nothing, a missing speaker among equals."""
        related: dict[_Relation, list[Pair]] = {}
        for pair in self.pairs:
            ranks, alone = (place.old.rank(pair), place.new.rank(pair)), pair.stands is None
            record = alone and pair.comes.tier is Tier.SYSTEM_OF_RECORD
            silent = not alone and 0 in ranks and pair.comes.tier is Tier.UNATTRIBUTED
            related.setdefault((*ranks, alone, record, silent), []).append(pair)
        return related

    def _differing(self, place: _Place, relation: _Relation, pair: Pair) -> _Found:
        key = (place.old.reads, place.new.reads, relation)
        if key not in self._found:
            self._found[key] = tuple(self._compared(place, pair))
        return self._found[key]

    def _compared(self, place: _Place, pair: Pair) -> Iterator[tuple[int, Outcome, Outcome]]:
        numbered = [
            (number, case)
            for number, case in enumerate(place.cases)
            if (case.stands is Stands.NOTHING) == (pair.stands is None)
        ]
        meant = [case for _number, case in numbered]
        before = self._outcomes.all(meant, pair, place.old)
        after = self._outcomes.all(meant, pair, place.new)
        for (number, _case), was, becomes in zip(numbered, before, after, strict=True):
            if was != becomes:
                yield number, was, becomes


def _grouped(place: _Place, judged: _Judged, names: Mapping[str, str]) -> Iterator[Group]:
    """The differences of one place by how they end; of each the plainest case is the example."""
    counts: dict[_Gist, int] = {}
    first: dict[_Gist, tuple[int, int, Outcome, Outcome]] = {}
    for pairs, found in judged.of(place):
        at = judged.places[pairs[0]]
        for number, was, becomes in found:
            gist = _gist(was, becomes)
            counts[gist] = counts.get(gist, 0) + len(pairs)
            if gist not in first or (number, at) < first[gist][:2]:
                first[gist] = number, at, was, becomes
    setting = _setting(place, names)
    for gist in sorted(counts, key=lambda gist: (list(Shift).index(gist[0]), first[gist][:2])):
        number, at, was, becomes = first[gist]
        shown = example(place.cases[number], judged.pairs[at], setting)
        yield Group(place.field.key, place.region.scopes, gist[0], was, becomes, counts[gist], shown)


def _gist(was: Outcome, becomes: Outcome) -> _Gist:
    """What a reader tells apart: what happens to the claim and, where an owner is asked either way, what is asked of
    them otherwise."""
    shift = shift_of(was, becomes)
    if shift is Shift.ASKED:
        return shift, was.four_eyes, becomes.four_eyes, was.hours, becomes.hours, was.reason != becomes.reason
    return shift, was.action, becomes.action


def _setting(place: _Place, names: Mapping[str, str]) -> Setting:
    said = place.new.policy.declared(place.field.key) or Declared(place.field.key)
    region = place.region
    return Setting(region.old, region.new, region.witness, place.field.type, said.options, names)


def shift_of(was: Outcome, becomes: Outcome) -> Shift:
    if was.waits != becomes.waits:
        return Shift.TO_OWNER if becomes.waits else Shift.TO_RULE
    if was.waits:
        return Shift.ASKED
    return Shift.RESULT if (was.action, was.status) != (becomes.action, becomes.status) else Shift.REASON


def _pairs(sources: Sequence[SaidSource]) -> Iterator[Pair]:
    """Each voice that comes, alone and against each that stands; how sources count as registered comes first."""
    heard = voices(sources)
    for comes in heard:
        yield Pair(comes)
    for comes in heard:
        for stands in heard:
            yield Pair(comes, stands)


def _places(old: Policy, new: Policy, fields: Sequence[RegisteredField], scopes: Sequence[str]) -> Iterator[_Place]:
    found = kinds(old, new, scopes)
    for registered in _known(old, new, fields):
        before, after = as_activated(registered, old), as_activated(registered, new)
        for region in regions(old, new, before, after, found):
            sides = Side(old, region.old), Side(new, region.new)
            if (sides[0].reads, region.old.order) != (sides[1].reads, region.new.order):
                yield _Place(after, region, *sides)


def _known(old: Policy, new: Policy, fields: Sequence[RegisteredField]) -> list[RegisteredField]:
    """The registered fields, and those one policy treats apart under a registered pattern; by key."""
    known = {registered.key: registered for registered in fields}
    for key in (*old.fields, *new.fields):
        over = [pattern for pattern in known if covers(pattern, key)]
        if key not in known and over:
            known[key] = replace(known[max(over, key=specificity)], key=key)
    return [known[key] for key in sorted(known)]


def as_activated(registered: RegisteredField, policy: Policy) -> RegisteredField:
    """The field as the registry reads once this policy is in force: what it states is written there."""
    said = policy.fields.get(registered.key, Declared(registered.key))
    return replace(
        registered,
        type=said.type or registered.type,
        many=registered.many if said.values is None else said.values == "many",
        sensitivity=registered.sensitivity if said.sensitivity is None else said.sensitivity,
        review_days=said.review_days or registered.review_days,
        authoritative=said.authoritative or registered.authoritative,
    )
