"""Figures of a backtest: how long it takes, what memory it holds, and how soon it ends when nobody wants it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.chaos.stack import Stack
from tests.figures.figure import Figure

POLICY = Path(__file__).parent.parent / "chaos" / "policy.toml"


@dataclass(frozen=True, slots=True)
class Size:
    """How many claims are really posted, how many rows the log then has, and in how many seconds it is to be read."""

    posted: int
    rows: int
    seconds: float


SMOKE, SHORT, LONG = Size(60, 300, 10.0), Size(2_000, 10_000, 10.0), Size(2_000, 100_000, 60.0)


def backtest(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """Of 10,000 recorded transactions; the long form of 100,000."""
    yield from _measured(stack, LONG if long else SHORT)


def backtest_smoke(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """As small as it can be: whether all of it can be measured at all."""
    yield from _measured(stack, SMOKE)


def _measured(stack: Stack, size: Size) -> Iterator[Figure]:
    for process in (*stack.workers, stack.product["beat"]):
        process.end()
    rows = int(stack.run("-m", "tests.figures.history", str(size.posted), str(size.rows)).splitlines()[-1])
    draft = stack.home.root / "draft.toml"
    draft.write_text(_another_order(), encoding="utf-8")
    told: dict[str, Any] = json.loads(stack.run("-m", "tests.figures.trying", str(draft)).splitlines()[-1])
    name, seconds = f"backtest of {size.rows:,} rows", round(told["seconds"] * size.rows / rows, 1)
    note = (
        f"{rows:,} rows in {told['seconds']:.1f} s, {told['otherwise']:,} of {told['decisions']:,} come out otherwise"
    )
    yield Figure(name, seconds, "s", size.seconds, note=f"{note}; {told['processor']} s of the processor")
    yield Figure(f"{name}: memory", told["memory"], "MiB", 512, note=f"the whole process; {told['bytes']:,} bytes told")
    yield Figure(f"{name}: cancelled", told["cancelled"], "s", 2)
    yield Figure(f"{name}: not as recorded", told["differences"], "", 0, exact=True)
    yield Figure(f"{name}: the same bytes again", float(told["same"]), "", 1, least=True, exact=True)


def _another_order() -> str:
    """The policy of the history with its order turned round, so that every claim has to be judged anew."""
    text = POLICY.read_text(encoding="utf-8")
    turned = {"system_of_record": "counterparty", "counterparty": "system_of_record"}
    return "\n".join(_turned(line, turned) for line in text.splitlines()) + "\n"


def _turned(line: str, turned: dict[str, str]) -> str:
    found = next((name for name in turned if f'"{name}"' in line), None)
    return line.replace(found, turned[found]) if found else line
