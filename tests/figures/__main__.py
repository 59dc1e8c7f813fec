"""Measures the figures and prints each beside its goal: `python -m tests.figures [group …] [--long] [--json FILE]`."""

# ruff: noqa: T201 - the table is what it is run for
from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tests.chaos.stack import Stack
from tests.figures.backtesting import backtest, backtest_smoke
from tests.figures.desk import desk, smoke
from tests.figures.figure import HEAD, Figure
from tests.figures.machine import described
from tests.figures.proving import proving
from tests.figures.reading import hot, reads
from tests.figures.recovery import recovery
from tests.figures.refusing import refusing
from tests.figures.remembering import remembering
from tests.figures.service import ingest, parallel, soak

Measure = Callable[..., Iterator[Figure]]
# Each group has a hub of its own, so that none leaves anything behind for the next; so many workspaces in it.
GROUPS: dict[str, tuple[Measure, int]] = {
    "ingest": (ingest, 20),
    "parallel": (parallel, 1),
    "hot": (hot, 1),
    "reads": (reads, 1),
    "refusing": (refusing, 1),
    "remembering": (remembering, 1),
    "proving": (proving, 1),
    "backtest": (backtest, 1),
    "recovery": (recovery, 2),
    "soak": (soak, 20),
    "desk": (desk, 1),
}
SMOKE: dict[str, tuple[Measure, int]] = {"desk": (smoke, 1), "backtest": (backtest_smoke, 1)}


def main(arguments: list[str]) -> int:
    """1 when a figure misses even its gate."""
    # Whoever ends the run from outside gets the same tidying as whoever lets it end.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    asked = _parser().parse_args(arguments)
    # With the JSON on standard output the table goes beside it.
    table = sys.stderr if asked.json == "-" else sys.stdout
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {described()}\n\n{HEAD}", file=table, flush=True)
    found = []
    groups = GROUPS | SMOKE if asked.smoke else GROUPS
    for name in asked.groups or groups:
        measure, workspaces = groups[name]
        with hub(asked.broker, workspaces) as stack:
            for figure in measure(stack, long=asked.long):
                print(figure.row, file=table, flush=True)
                found.append(figure)
    if asked.json:
        text = json.dumps({"machine": described(), "figures": [figure.as_json for figure in found]}, indent=1)
        _write(text, asked.json)
    counted = (figure for figure in found if figure.exact or not asked.smoke)
    return int(any(figure.meets == "missed" for figure in counted))


def _write(text: str, where: str) -> None:
    if where == "-":
        print(text)
    else:
        Path(where).write_text(text, encoding="utf-8")


@contextmanager
def hub(broker: str, workspaces: int) -> Iterator[Stack]:
    folder = Path(tempfile.mkdtemp(prefix="memoryhub-figures-"))
    stack = Stack(folder, broker, [f"firm-{number:02}" for number in range(workspaces)])
    try:
        stack.start()
        stack.wait_until(stack.all_up, "the hub")
        yield stack
    finally:
        stack.end()
        shutil.rmtree(folder)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description="Measures the figures.")
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], help="all of them unless named")
    parser.add_argument("--long", action="store_true", help="as long as the goals say, not the short forms")
    parser.add_argument("--broker", default="auto", choices=["auto", "redis", "rabbitmq", "filesystem"])
    parser.add_argument("--json", default="", metavar="FILE", help="the figures as JSON too; - prints them")
    parser.add_argument("--smoke", action="store_true", help="desk, backtest: as small as can be, no time counts")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
