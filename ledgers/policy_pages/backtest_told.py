"""What a backtest found, as its pages tell it: names for keys, words for codes, and never a value."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, pgettext

from ledgers import wording
from ledgers.backtest.buckets import CHANGES, Bucket
from ledgers.domain.responsibility import personal
from ledgers.models import Claim
from ledgers.naming import field_name, subject_name
from ledgers.selectors.policy_check import Registered
from ledgers.wording_backtest import meaning
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Workspace

Json = Mapping[str, Any]
TONES = {Bucket.WINNER: "news", Bucket.AGAINST_PERSON: "wait", Bucket.TO_PERSON: "wait", Bucket.TO_RULE: "late"}
WHAT_TO_DO: dict[Bucket, Words] = {
    Bucket.WINNER: gettext_lazy("Look whether the other winner is the right one."),
    Bucket.AGAINST_PERSON: gettext_lazy("Each needs a note that says why the draft may contradict it."),
    Bucket.TO_PERSON: gettext_lazy("More questions for owners: see below for whom."),
    Bucket.TO_RULE: gettext_lazy("Nobody would be asked any more: look at every one."),
}


@dataclass(frozen=True, slots=True)
class Names:
    """What fields and sources are called, by key; and what claims are about, by id."""

    fields: Mapping[str, str]
    sources: Mapping[str, str]
    about: Mapping[str, str]

    def field(self, key: str) -> str:
        return self.fields.get(key) or key

    def source(self, said: str) -> str:
        """Such as `CRM (system of record)`: the tier it counted as is part of it."""
        if not said:
            return pgettext("what stood before", "nothing")
        tier, _colon, key = said.partition(":")
        return f"{self.sources.get(key) or key} ({wording.tier(tier)})" if key else wording.tier(tier)


def names(workspace: Workspace, known: Registered, lines: Iterable[Json] = ()) -> Names:
    """The names that are needed to tell these lines."""
    return Names(
        {field.key: field_name(field.key, field.name, field.name_pt) for field in known.fields},
        {source.key: source.name for source in known.sources},
        _about(workspace, {line["claim"] for line in lines if "claim" in line}),
    )


def _about(workspace: Workspace, claims: Collection[str]) -> dict[str, str]:
    """What the claims are about, as it is called now; an own scope of a person is not told."""
    if not claims:
        return {}
    found = Claim.objects.filter(workspace=workspace, id__in=claims).values_list("id", "subject", "scope")
    return {str(number): subject_name(subject) for number, subject, scope in found if not personal(scope)}


@dataclass(frozen=True, slots=True)
class Total:
    """One bucket: how many, what that means to people, and what to do about it."""

    letter: str
    count: str
    some: bool
    meaning: str
    todo: Words
    tone: str


def totals(said: Json) -> list[Total]:
    return [
        Total(
            letter=bucket.value,
            count=figure(said["buckets"][bucket]),
            some=bool(said["buckets"][bucket]),
            meaning=capfirst(meaning(bucket)),
            todo=WHAT_TO_DO[bucket],
            tone=TONES[bucket],
        )
        for bucket in CHANGES
    ]


@dataclass(frozen=True, slots=True)
class Row:
    """A decision that would come out otherwise. `about` is empty where it is of a person's own scope."""

    transaction: str
    at: dt.datetime
    field: str
    about: str
    url: str
    stood: str
    came: str
    active: str
    draft: str
    note: str
    by: str
    noted: dt.datetime | None


def rows(lines: Iterable[Json], named: Names, notes: Json = MappingProxyType({})) -> list[Row]:
    """`notes`: what was said of each, with the name of who said it, by transaction."""
    nothing = {"note": "", "by": "", "at": ""}
    return [_row(line, named, notes.get(line["transaction"], nothing)) for line in lines]


def _row(line: Json, named: Names, noted: Json) -> Row:
    about = named.about.get(line["claim"], "")
    return Row(
        transaction=line["transaction"],
        at=dt.datetime.fromisoformat(line["recorded_at"]),
        field=named.field(line["field"]),
        about=about,
        url=reverse("fact", args=[line["claim"]]) if about else "",
        stood=named.source(line["stood"]),
        came=named.source(line["came"]),
        active=outcome(line["active"]),
        draft=outcome(line["draft"]),
        note=noted["note"],
        by=noted["by"],
        noted=dt.datetime.fromisoformat(noted["at"]) if noted.get("at") else None,
    )


def outcome(said: str) -> str:
    """Action, rule and reason in words; a result keeps them as `defer_verify dates.tie tie`."""
    action, _blank, why = said.partition(" ")
    rule, _blank, asks = why.partition(" ")
    return told(action, rule, asks)


def told(action: str, rule: str, asks: str) -> str:
    why = wording.reason(asks) if asks else wording.rule(rule)
    return f"{wording.action(action)}: {why}"


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two policies says of an example, step by step."""

    outcome: str
    waits: bool
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A decision with both traces."""

    id: str
    letter: str
    meaning: str
    tone: str
    row: Row
    active: Side
    draft: Side


def examples(samples: Sequence[Json], named: Names) -> list[Example]:
    flat = [{**one, "active": "", "draft": ""} for one in samples]
    return [
        Example(
            id=f"{one['bucket']}-{row.transaction}",
            letter=one["bucket"],
            meaning=capfirst(meaning(Bucket(one["bucket"]))),
            tone=TONES[Bucket(one["bucket"])],
            row=row,
            active=_side(one["active"]),
            draft=_side(one["draft"]),
        )
        for one, row in zip(samples, rows(flat, named), strict=True)
    ]


def _side(said: Json) -> Side:
    steps = tuple(wording.say(line["code"], line["params"]) for line in said["trace"])
    return Side(capfirst(told(said["action"], said["rule"], said["reason"])), bool(said["reason"]), steps)


@dataclass(frozen=True, slots=True)
class Cell:
    """One pair of sources in one field, with the count of each bucket."""

    field: str
    stood: str
    came: str
    same: str
    counts: tuple[tuple[str, int, str], ...]


def cells(lines: Iterable[Json], named: Names) -> list[Cell]:
    return [
        Cell(
            field=named.field(line["field"]),
            stood=named.source(line["stood"]),
            came=named.source(line["came"]),
            same=figure(line["same"]),
            counts=tuple((bucket.value, line[bucket], figure(line[bucket])) for bucket in CHANGES),
        )
        for line in lines
    ]


def figure(count: int) -> str:
    return number_format(count, force_grouping=True)
