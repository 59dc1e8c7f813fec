"""Figures of a hub at work: taking claims, deciding them, memory and connections over time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.chaos import proofs
from tests.chaos.saying import Mouth
from tests.chaos.stack import Stack
from tests.figures import resources
from tests.figures.figure import Figure, percentile
from tests.figures.posting import Body, Lines, headers, steadily
from tests.local.processes import until

PATIENCE = 120.0
# From the door to the first entry in the log, as the database's clock has it.
DECIDED = """
    SELECT extract(epoch FROM entry.recorded_at - claim.received_at)::float FROM ledgers_claim claim
    JOIN ledgers_transaction entry ON entry.claim_id = claim.id AND entry.number = 1
    WHERE claim.idempotency_key LIKE 'steady-%'"""


class Voices:
    """Claims for all workspaces in turn."""

    def __init__(self, stack: Stack, seed: int) -> None:
        self._places = list(stack.world.values())
        self._mouth = Mouth(Random(seed))

    def __call__(self, number: int) -> tuple[str, Body]:
        claim = self._mouth.next()
        return self._places[number % len(self._places)]["tokens"][claim.who], claim.body


def ingest(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """50 claims a second over 20 workspaces."""
    seconds = 600.0 if long else 60.0
    before = resources.shares(stack)
    posted = steadily(stack.port, 50, seconds, Voices(stack, 1))
    each = {name: used - before[name] for name, used in resources.shares(stack).items()}
    costs = ", ".join(f"{name} {used / len(posted.seconds) * 1000:.1f}" for name, used in each.items())
    used = resources.memory(stack)
    note = f"{len(posted.seconds)} claims in {seconds:.0f} s, 20 workspaces; ms of the processor each: {costs}"
    yield Figure("taking claims at 50/s, p95", percentile(posted.seconds, 0.95) * 1000, "ms", 150, note=note)
    yield Figure("taking claims at 50/s, p99", percentile(posted.seconds, 0.99) * 1000, "ms", 400, note=note)
    yield Figure("taking claims at 50/s, errors", len(posted.errors), "", 0, note="; ".join(posted.errors[:2]))
    until(lambda: not proofs.waiting(stack), "the last decision", PATIENCE)
    waits = [float(row[0]) for row in stack.database.rows(DECIDED)]
    yield Figure("from taken to decided at 50/s, p95", percentile(waits, 0.95), "s", 2)
    yield Figure("from taken to decided at 50/s, longest", round(max(waits), 2), "s", 10)
    note = f"with shared pages counted once: {used['Pss']:g} MiB"
    yield Figure("memory of all processes", round(used["Rss"] / 1024, 2), "GiB", 1.5, note=note)


def parallel(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """200 claims at once on one slot."""
    place, lines, random = next(iter(stack.world.values())), Lines(stack.port), Random(2)
    body = Mouth(random).next().body
    count = 200 * (1 + long)

    def one(number: int) -> int:
        changed = {**body, "field": "company.plan", "source": "crm", "kind": "assert", "value": f"v{number % 5}"}
        changed |= {"subject": "client:together", "scope": "client:together", "expires_at": None, "corrects": None}
        changed["effective_at"] = f"2026-{1 + number % 9:02}-{1 + number % 28:02}T{number % 24:02}:{number % 60:02}:07Z"
        return lines.ask("POST", "/api/v1/claims", headers(place["tokens"]["crm"], f"together-{number}"), changed)[0]

    began = time.monotonic()
    with ThreadPoolExecutor(count) as pool:
        statuses = list(pool.map(one, range(count)))
    until(lambda: not proofs.waiting(stack), "the last decision", PATIENCE)
    seconds = round(time.monotonic() - began, 2)
    wrong = sum(status not in {201, 202} for status in statuses)
    yield Figure(f"{count} claims at once on one slot", seconds, "s", 15 * count / 200)
    note = f"answers: {dict(Counter(statuses))}"
    yield Figure(f"{count} claims at once on one slot, errors", wrong, "", 0, note=note)
    log = stack.database.log.decode(errors="replace")
    yield Figure("deadlocks", log.count("deadlock detected"), "", 0)


def soak(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """20 claims a second for a while: memory and connections stay as they are once everything is warm."""
    seconds = 1800.0 if long else 180.0
    voices = Voices(stack, 3)
    steadily(stack.port, 20, seconds / 6, voices)
    before, open_before = resources.memory(stack), resources.connections(stack)
    posted = steadily(stack.port, 20, seconds, lambda number: voices(number + 1_000_000))
    after, open_after = resources.memory(stack), resources.connections(stack)
    grown = round((after["Pss"] / before["Pss"] - 1) * 100, 1)
    note = f"{seconds:.0f} s at 20/s; {before['Pss']:g} to {after['Pss']:g} MiB, shared pages counted once"
    yield Figure("memory grown over a soak", grown, "%", 5, note=note)
    yield Figure("connections more after a soak", open_after - open_before, "", 0, note=f"{open_before} before")
    yield Figure("errors in a soak", len(posted.errors), "", 0, note="; ".join(posted.errors[:2]))
