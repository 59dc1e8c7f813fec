"""How long a kill is felt: until a claim is taken again, and how old the oldest undecided one gets."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

import psycopg

from tests.chaos.stack import Stack
from tests.figures.figure import Figure
from tests.figures.posting import Lines, headers
from tests.figures.service import Voices

LIMIT = 120.0
_keys = itertools.count(1)


class Taken(NamedTuple):
    """When a claim was sent, and when it was acknowledged."""

    sent: float
    answered: float


def recovery(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """kill -9 of the database, of both workers, of the broker, while claims come in."""
    times = 3 if long else 1
    yield Figure("claims taken again after kill -9 of PostgreSQL", _worst(stack, times, stack.database.kill), "s", 15)

    def workers() -> None:
        for worker in stack.workers:
            worker.kill()

    yield Figure("oldest undecided after kill -9 of both workers", _worst(stack, times, workers, age=True), "s", 60)

    def broker() -> None:
        for process in stack.broker.processes:
            process.kill()
        for process in stack.workers:
            process.kill()

    yield Figure(
        "oldest undecided after kill -9 of broker and workers", _worst(stack, times, broker, age=True), "s", 60
    )


def _worst(stack: Stack, times: int, kill: Callable[[], None], *, age: bool = False) -> float:
    return max(round(_one(stack, kill, age=age), 2) for _time in range(times))


def _one(stack: Stack, kill: Callable[[], None], *, age: bool) -> float:
    """Seconds without a claim taken, or, with `age`, how long the oldest waited until all was decided again."""
    over = threading.Event()
    taken: list[Taken] = []
    poster = threading.Thread(target=_post, args=(stack, over, taken))
    poster.start()
    stack.wait_until(lambda: len(taken) >= 5, "claims to be taken")
    killed = time.monotonic()
    kill()
    stack.wait_until(lambda: taken[-1].sent > killed, "a claim to be taken again")
    felt = next(one.answered for one in taken if one.sent > killed) - killed
    oldest = _oldest(stack, over, killed) if age else 0.0
    over.set()
    poster.join()
    stack.wait_until(lambda: stack.all_up() and not stack.oldest_waiting(), "everything to be as before")
    return oldest if age else felt


def _oldest(stack: Stack, over: threading.Event, killed: float) -> float:
    """Claims come for ten more seconds; then everything has to be decided."""
    oldest = 0.0
    while time.monotonic() < killed + LIMIT:
        stack.look()
        with suppress(psycopg.Error):
            waits = stack.oldest_waiting()
            oldest = max(oldest, waits)
            if over.is_set() and not waits:
                break
        if time.monotonic() > killed + 10:
            over.set()
        time.sleep(0.1)
    return oldest


def _post(stack: Stack, over: threading.Event, taken: list[Taken]) -> None:
    """Ten claims a second; `taken` gets those that were acknowledged."""
    lines, voices = Lines(stack.port), Voices(stack, Random().randint(10, 10_000))
    while not over.wait(0.1):
        number = next(_keys)
        token, body = voices(number)
        sent = time.monotonic()
        if lines.ask("POST", "/api/v1/claims", headers(token, f"kill-{number}"), body)[0] in {201, 202}:
            taken.append(Taken(sent, time.monotonic()))
