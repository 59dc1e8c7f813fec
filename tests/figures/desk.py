"""The budgets of the screens, each beside its limit: what travels, what is asked of the database, how long it takes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tests.chaos.stack import Stack
from tests.figures.figure import Figure
from tests.figures.looking import looking
from tests.figures.office import PEOPLE, alone, office
from tests.figures.questions import questions
from tests.figures.visiting import Visitor
from tests.figures.weights import weights


@dataclass(frozen=True, slots=True)
class Size:
    """How much the workspace holds, and for how long people work in it."""

    facts: int
    cases: int
    seconds: float


SMOKE, SHORT, LONG = Size(200, 60, 5.0), Size(2_000, 200, 30.0), Size(1_000_000, 10_000, 300.0)


def desk(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """In a workspace with many facts and open cases; the long form has a million and ten thousand."""
    yield from _measured(stack, LONG if long else SHORT)


def smoke(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """As small as it can be: whether all of it can be measured at all."""
    yield from _measured(stack, SMOKE)


def _measured(stack: Stack, size: Size) -> Iterator[Figure]:
    _with_scripts_and_styles(stack)
    began = time.monotonic()
    for what, count in [("facts", size.facts), ("cases", size.cases)]:
        stack.run("-m", "tests.figures.seeding", what, str(count))
    said = f"{size.facts:,} facts and {size.cases:,} open cases"
    loaded = f"{said}, loaded in {time.monotonic() - began:.0f} s"
    sessions: list[dict[str, str]] = json.loads(stack.run("-m", "tests.figures.people", str(PEOPLE)).splitlines()[-1])
    newest = stack.database.rows("SELECT max(id::text) FROM escalations_case")[0][0]
    card = f"/cases/{newest}/"
    yield from weights(Visitor(stack.port, sessions[0]), card)
    yield from questions(stack)
    yield from looking(stack, sessions[0], card)
    yield from alone(stack, sessions[0])
    yield from office(stack, sessions, seconds=size.seconds, said=loaded)


def _with_scripts_and_styles(stack: Stack) -> None:
    """A web process looks through the collected files once, when it starts."""
    stack.run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
    stack.product["web"].kill()
    stack.wait_until(stack.all_up, "the web with its files")
