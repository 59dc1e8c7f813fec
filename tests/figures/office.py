"""Twenty people at their desks at once: what each page takes while the others are asked for, too."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.chaos.stack import Stack
from tests.figures import resources
from tests.figures.figure import Figure, percentile
from tests.figures.visiting import Seen, Visitor
from tests.screens import limits

PEOPLE = 20
# How long somebody looks at a page before the next, in seconds: ten in the middle, as people who read do.
LOOKS = (4.0, 16.0)
# How often one person asks for each page while nobody else does.
ALONE = 20
# What they ask for, and how often; the two lists have no limit of their own.
PATHS = {
    "queue": "/queue/",
    "card": "/cases/{case}/",
    "fact": "/facts/{fact}/",
    "poll of the count": "/queue/count/?seen=0",
    "list of facts": "/facts/",
    "my facts": "/facts/mine/",
}
MIX = {"queue": 4, "card": 3, "decide": 3, "fact": 4, "poll of the count": 6, "list of facts": 1, "my facts": 1}


def alone(stack: Stack, session: dict[str, str]) -> Iterator[Figure]:
    """One page after the other by one person: what each costs the processor, which other work hardly changes."""
    visitor = Visitor(stack.port, session)
    cases, facts = _cases(stack)[:ALONE], _facts(stack)[:ALONE]
    for page in PATHS:
        _visit(visitor, page, cases[0], facts[0])
        used = resources.processor(stack)
        took = [_visit(visitor, page, case, fact).seconds for case, fact in zip(cases, facts, strict=True)]
        each = round((resources.processor(stack) - used) / len(took) * 1000)
        note = f"of all processes, asked {len(took)} times by one person; median {percentile(took, 0.5) * 1000:.0f} ms"
        yield Figure(f"processor time: {page}", each, "ms", math.inf, note=note)


def office(stack: Stack, sessions: list[dict[str, str]], *, seconds: float, said: str) -> Iterator[Figure]:
    """Closed loops: each person asks, looks for a while, and asks again."""
    cases, facts = _cases(stack), _facts(stack)
    took: dict[str, list[float]] = defaultdict(list)
    wrong: list[str] = []
    until, used = time.monotonic() + seconds, resources.processor(stack)

    def sit(number: int) -> None:
        random, visitor = Random(number), Visitor(stack.port, sessions[number])
        mine = iter(cases[number::PEOPLE])
        # Each page is somebody's first, so that a short run asks for all of them, too.
        page = list(MIX)[number % len(MIX)]
        # Nobody comes in at the same second.
        time.sleep(random.uniform(0, min(seconds / 2, LOOKS[1])))
        while time.monotonic() < until:
            seen = _visit(visitor, page, next(mine, ""), random.choice(facts))
            if seen.status not in {200, 204, 302}:
                wrong.append(f"{page}: {seen.status}")
            took[page].append(seen.seconds)
            page = random.choices(list(MIX), list(MIX.values()))[0]
            time.sleep(random.uniform(*LOOKS))

    with ThreadPoolExecutor(PEOPLE) as pool:
        list(pool.map(sit, range(PEOPLE)))
    used = resources.processor(stack) - used
    for page, times in sorted(took.items()):
        looks = "each looks at a page for {:.0f} to {:.0f} s".format(*LOOKS)
        note = f"{len(times)} times, median {percentile(times, 0.5) * 1000:.0f} ms; {looks}; {said}"
        goal = float(limits.SERVER.get(page, "inf"))
        slowest = round(percentile(times, 0.95) * 1000)
        yield Figure(f"{page} with {PEOPLE} people at work, p95", slowest, "ms", goal, note=note)
    asked = sum(map(len, took.values()))
    each = round(used / asked * 1000)
    note = f"of all processes, {asked} pages of that mix; other work on the machine hardly changes it"
    yield Figure("processor time of one page", each, "ms", math.inf, note=note)
    yield Figure("pages that failed", len(wrong), "", 0, note="; ".join(wrong[:3]), exact=True)


def _cases(stack: Stack) -> list[str]:
    rows = stack.database.rows("SELECT id FROM escalations_case WHERE state = 'open' ORDER BY id")
    return [str(row[0]) for row in rows]


def _facts(stack: Stack) -> list[str]:
    return [str(row[0]) for row in stack.database.rows("SELECT carrier_id FROM ledgers_fact ORDER BY id LIMIT 5000")]


def _visit(visitor: Visitor, page: str, case: str, fact: str) -> Seen:
    if page == "decide":
        return visitor.decide(f"/cases/{case}/", "keep", "Seen in the contract.")
    return visitor.get(PATHS[page].format(case=case, fact=fact))
