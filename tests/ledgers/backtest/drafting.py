"""Drafts that differ from the policy of the worked cases in one thing, and trying them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ledgers.backtest.buckets import Bucket
from ledgers.backtest.result import Result, Window
from ledgers.backtest.running import run
from ledgers.domain.policy import parse
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen
from tests.factories import read_policy
from tests.invariants.saying import Said, day, say, world

PLAN = "company.plan"
ALL = Window()


def history() -> World:
    """A place with a few decisions of every kind: by rule either way, waiting, and taken by a person."""
    place = world()
    said = [
        Said(value="gold", effective_at=day(1)),
        Said(value="silver", source="agents", by="agent-1", effective_at=day(3)),
        Said(value="bronze", source="billing-sync", by="billing-sync", effective_at=day(1)),
        Said(value="bronze", source="people", by="ana", effective_at=day(4)),
        Said(value="silver", effective_at=day(9)),
        Said(field="contact.primary", value="Dana", effective_at=day(1)),
        Said(field="contact.primary", value="Lee", source="agents", by="agent-1", effective_at=day(2)),
    ]
    for one in said:
        claim = say(place, one)
        if one.source == "billing-sync":
            press(place, asking(claim), replace(seen(asking(claim), "keep"), reason="Asked by phone."))
    return place


def p0(**members: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """The policy of the worked cases with other members."""
    return {**read_policy("tests/cases/p0.toml"), **members}


def with_field(key: str, **members: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """The same with one field declared otherwise."""
    document = p0()
    return {**document, "fields": {**document["fields"], key: members}}


def backtest(place: World, document: Mapping[str, Any], window: Window = ALL) -> Result:
    return run(place.workspace, parse(document), window)


def counts(result: Result) -> dict[str, int]:
    """How many decisions are in each bucket that has any."""
    return {bucket.value: count for bucket in Bucket if (count := result.sorted.counts[bucket])}
