"""Who says what in the month, in the order it is said."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from memoryhub.learning.month.firm import SYSTEMS, Holding

FIRST_DAY = datetime(2026, 3, 2, tzinfo=UTC)
NIGHT, MORNING, EVENING = time(2), time(9), time(18)
# What agents pick up in chats: so many remarks a client and working day, and what is wrong with some of them.
REMARKS = 0.8
STALE, MISHEARD = 0.03, 0.02
# Every week a client profile is issued; it holds the values of the systems on that day.
PROFILE_EVERY = 7
PROFILE_FIELDS = ("company.name", "company.address", "company.status", "opening.hours")


@dataclass(frozen=True, slots=True)
class Said:
    """One claim: when and through which source, and what. `quote` is the message an agent passes on."""

    at: datetime
    source: str
    author: str
    client: str
    field: str
    value: str
    dated: bool = False
    quote: str = ""


def say(facts: Sequence[Holding], days: int, seed: int) -> list[Said]:
    """Everything said about the facts of the firm, in order of time."""
    dice = random.Random(seed + 1)  # noqa: S311 - a simulation, repeatable by its seed
    said = [one for day in range(days) for one in _day(facts, day, dice)]
    return sorted(said, key=lambda one: one.at)


def _day(facts: Sequence[Holding], day: int, dice: random.Random) -> Iterator[Said]:
    date = FIRST_DAY + timedelta(days=day)
    night = datetime.combine(date, NIGHT, UTC)
    for place, held in enumerate(facts):
        tick = timedelta(milliseconds=place)
        system = SYSTEMS[held.field]
        yield Said(night + tick, system, f"{system}-sync", held.client, held.field, held.in_system_on(day))
        if day % PROFILE_EVERY == 0 and held.field in PROFILE_FIELDS:
            at = datetime.combine(date, MORNING, UTC) + tick
            yield Said(at, "profiles", "filing", held.client, held.field, held.in_system_on(day), dated=True)
        yield from _messages(held, day, datetime.combine(date, MORNING, UTC) + timedelta(hours=1) + tick)
        if date.weekday() < 5 and dice.random() < REMARKS / len(SYSTEMS):
            yield _remark(facts, held, day, datetime.combine(date, EVENING, UTC) + tick, dice)


def _messages(held: Holding, day: int, at: datetime) -> Iterator[Said]:
    """What the client writes, and what somebody writes in the client's name."""
    for change in held.changes:
        if change.by_client and change.day == day:
            quote = f"From today it is {change.value}, please note."
            yield Said(at, "client-messages", "inbox", held.client, held.field, change.value, quote=quote)
    if held.fraud == day:
        yield Said(at, "mail", "inbox", held.client, held.field, f"pay.{held.client}@mail.example.net", dated=True)


def _remark(facts: Sequence[Holding], held: Holding, day: int, at: datetime, dice: random.Random) -> Said:
    """What an agent makes of a chat: mostly what is true, sometimes what was, sometimes what it got wrong."""
    luck, value = dice.random(), held.true_on(day)
    if luck < STALE:
        value = held.first
    elif luck < STALE + MISHEARD:
        value = dice.choice([other for other in facts if other.field == held.field]).first
    return Said(at, "chat", "assistant", held.client, held.field, value)


def planted(facts: Sequence[Holding]) -> int:
    """The real conflicts in the month."""
    return sum(held.planted for held in facts)
