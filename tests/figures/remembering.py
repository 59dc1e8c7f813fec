"""Figures of recall: in a store as companions have it, and in one scope among ever more facts elsewhere."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random

from tests.chaos.stack import Stack
from tests.figures import resources
from tests.figures.crowding import ONE, SIZE
from tests.figures.figure import Figure, percentile
from tests.figures.posting import Lines

ASKED = 300
FEW, MANY, MOST = 10_000, 100_000, 1_000_000
EXACT = 2_000
SEEDED = "vectors of 2,000 sentences, each moved at random in every fact, written in sets"
QUESTIONS = (
    "what does she like to eat?",
    "onde ele trabalha agora?",
    "when is the appointment?",
    "como se chama o cachorro?",
    "who answers for the contract?",
)
BEHIND = (
    "SELECT count(*) FROM ledgers_chain chain LEFT JOIN recall_followed followed USING (workspace_id) "
    "WHERE followed.seq IS DISTINCT FROM chain.last_seq"
)


def remembering(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """Over HTTP, the embedding of the question and the receipt included."""
    yield from in_pairs(stack, ASKED * (1 + long))
    yield among(stack, MOST if long else MANY)
    yield from exact(stack)


def in_pairs(stack: Stack, count: int) -> Iterator[Figure]:
    pairs = _seed(stack, "pairs")
    _ask(stack, pairs, 20)
    seconds, each = _ask(stack, pairs, count)
    said = f"14,372 facts of 604 users, {len(pairs)} pairs; {each * 1000:.1f} ms of the processor each, {count} times"
    for name, share, goal in (("p50", 0.5, 50), ("p95", 0.95, 100)):
        yield Figure(f"recall in a pair, {name}", round(percentile(seconds, share) * 1000, 1), "ms", goal, note=said)


def among(stack: Stack, many: int) -> Figure:
    """The same scope with few facts elsewhere, then with many."""
    _seed(stack, "others", str(FEW), "0")
    _ask(stack, [ONE], 50)
    among_few, few = _ask(stack, [ONE], ASKED)
    _seed(stack, "others", str(many - FEW), str(FEW))
    _ask(stack, [ONE], 50)
    among_many, each = _ask(stack, [ONE], ASKED)
    medians = [f"{percentile(found, 0.5) * 1000:.1f}" for found in (among_few, among_many)]
    return Figure(
        f"recall in a scope of {SIZE} among {many:,} facts against {FEW:,}, processor",
        round(each / few, 2),
        "times",
        1.5,
        note=f"{few * 1000:.1f} and {each * 1000:.1f} ms of the processor, median {' and '.join(medians)} ms; {SEEDED}",
    )


def exact(stack: Stack) -> Iterator[Figure]:
    """How many of the five nearest are found, where all are looked at and where a graph answers."""
    told = json.loads(stack.run("-m", "tests.figures.exactness").splitlines()[-1])
    for size, share in told["shares"].items():
        goal = 1.0 if int(size) <= EXACT else 0.99
        note = f"{told['questions']} questions; {SEEDED}"
        yield Figure(
            f"recall@5 in a scope of {int(size):,} against the exact order",
            round(share, 4),
            "",
            goal,
            least=True,
            note=note,
            exact=True,
        )


def _seed(stack: Stack, *what: str) -> list[str]:
    scopes: list[str] = json.loads(stack.run("-m", "tests.figures.crowding", *what).splitlines()[-1])
    stack.wait_until(lambda: stack.database.rows(BEHIND)[0][0] == 0, "vectors for what was posted")
    return scopes


def _ask(stack: Stack, scopes: list[str], count: int) -> tuple[list[float], float]:
    """Seconds of each question, and of the processor on average."""
    lines, random, found = Lines(stack.port), Random(3), []
    token = stack.world[min(stack.world)]["tokens"]["crm"]
    used = resources.processor(stack)
    for number in range(count):
        body = {"query": QUESTIONS[number % len(QUESTIONS)], "scopes": [random.choice(scopes)]}
        began = time.perf_counter()
        status, said = lines.ask("POST", "/api/v1/recall", {"Authorization": f"Bearer {token}"}, body)
        found.append(time.perf_counter() - began)
        assert status == 200, said
        assert json.loads(said)["items"], said
    return found, (resources.processor(stack) - used) / count
