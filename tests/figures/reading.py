"""Figures of big ledgers: reading one fact among very many, and the next decision in a slot with a long past."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from tests.chaos.stack import Stack
from tests.figures import resources
from tests.figures.figure import Figure, percentile
from tests.figures.posting import Lines, headers

FACTS, OLD = 200_000, 5_000
ASKED = 300


def reads(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """The fact in force of one subject and field among 200,000, now and as of another day."""
    seeded, random, lines = _seed(stack, "facts", FACTS), Random(4), Lines(stack.port)
    token = _crm(stack)
    asked = ASKED * (1 + long)

    def ask(**more: str) -> Callable[[], None]:
        def once() -> None:
            place = f"{seeded['subject']}{random.randint(1, FACTS)}"
            query = "&".join(
                f"{name}={value}" for name, value in {"subject": place, "field": "company.plan", **more}.items()
            )
            status, body = lines.ask("GET", f"/api/v1/facts?{query}", {"Authorization": f"Bearer {token}"})
            assert status == 200, body
            assert len(json.loads(body)["items"]) == 1, body

        return once

    yield _p95(stack, "reading a current fact", ask(), asked, 30, note=f"{FACTS:,} facts")
    past = ask(as_of="2015-06-01T00:00:00Z")
    yield _p95(stack, "reading a fact as of another day", past, asked, 80, note=f"{FACTS:,} facts")


def hot(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """A claim for a slot that 5,000 claims went before, posted by an author who waits for the outcome."""
    seeded, lines, token = _seed(stack, "hot", OLD), Lines(stack.port), _crm(stack)
    place, count, statuses = f"{seeded['subject']}0", 0, []

    def post() -> None:
        nonlocal count
        count += 1
        body = {
            "subject": place,
            "field": "company.plan",
            "scope": place,
            "source": "crm",
            "value": f"w{count % 5}",
            "effective_at": f"2026-0{1 + count % 9}-{1 + count % 28:02}T00:00:{count % 60:02}Z",
        }
        status, said = lines.ask("POST", "/api/v1/claims", headers(token, f"hot-next-{count}", Prefer="wait=5"), body)
        assert status == 201, said
        statuses.append(json.loads(said)["state"])

    found = _p95(stack, "the next decision in a slot with 5,000 old claims", post, 40 * (1 + long), 200)
    yield replace(found, note=f"{found.note}; {statuses.count('settled')} of {len(statuses)} settled by rule")


def _p95(stack: Stack, name: str, act: Callable[[], None], count: int, goal: float, *, note: str = "") -> Figure:
    """One after the other, after some that only warm up; beside it the processor time of each, which no other work on
    the machine changes much."""
    for _number in range(10):
        act()
    found, used = [], resources.processor(stack)
    for _number in range(count):
        began = time.perf_counter()
        act()
        found.append(time.perf_counter() - began)
    each = (resources.processor(stack) - used) / count * 1000
    said = f"median {percentile(found, 0.5) * 1000:.1f} ms, {each:.1f} ms of the processor each, {count} times"
    said = ", ".join(filter(None, (note, said)))
    return Figure(f"{name}, p95", round(percentile(found, 0.95) * 1000, 1), "ms", goal, note=said)


def _seed(stack: Stack, what: str, count: int) -> dict[str, Any]:  # Any: as JSON has it
    said: dict[str, Any] = json.loads(stack.run("-m", "tests.figures.seeding", what, str(count)).splitlines()[-1])
    return said


def _crm(stack: Stack) -> str:
    """The token in the workspace the seeds are in: the first by key."""
    token: str = stack.world[min(stack.world)]["tokens"]["crm"]
    return token
