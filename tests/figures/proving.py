"""Figures of the product's own proofs: replaying and verifying a long log."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from tests.chaos.stack import Stack
from tests.figures.figure import Figure

ROWS, LONG = 20_000, 100_000


def proving(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """A log of 20,000 rows (long: 100,000) made out of a short one; replayed, sealed and verified."""
    for process in (*stack.workers, stack.product["beat"]):
        process.end()
    rows = int(stack.run("-m", "tests.figures.long_log", str(LONG if long else ROWS)).splitlines()[-1])
    told, whole = _timed(stack, "replay")
    seconds = sum(float(one["seconds"]) for one in told)
    state = "the same bytes" if all(one["same"] for one in told) else "NOT THE SAME BYTES"
    note = f"{rows:,} rows in {seconds:.1f} s, {whole:.1f} s with the start of Python; {state}"
    yield Figure("replaying 100,000 rows", round(seconds * 100_000 / rows, 1), "s", 60, note=note)
    told, whole = _timed(stack, "verify_log")
    seconds = sum(float(one["seconds"]) for one in told["workspaces"])
    note = f"{rows:,} rows in {seconds:.1f} s, {whole:.1f} s with the start of Python"
    yield Figure("verifying the log", round(rows / seconds), "rows/s", 50_000, least=True, note=note)


def _timed(stack: Stack, command: str) -> tuple[Any, float]:  # Any: as JSON has it
    """What a command of the product wrote, and how long it took in all."""
    report = stack.home.root / f"{command}.json"
    began = time.monotonic()
    stack.run("manage.py", command, "--json", str(report))
    return json.loads(report.read_text(encoding="utf-8")), time.monotonic() - began
