"""How long writes were refused after a kill, as clients saw it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from pathlib import Path

from tests.chaos.journal import read

# An answer on its way when the kill came says nothing about what came after.
ON_ITS_WAY = 0.3
MEASURED = ("postmaster", "backend", "web master", "web worker", "worker", "broker")


def recoveries(journal: Path, done: list[tuple[float, str]]) -> dict[str, dict[str, float]]:
    """By kind of kill: the median and longest time until the next claim was acknowledged whose sending began after."""
    began = sorted((line["began"], line["at"]) for line in read(journal) if line["status"] in {201, 202})
    starts = [at for at, _answered in began]
    waits = defaultdict(list)
    for at, kind in done:
        after = began[bisect_left(starts, at + ON_ITS_WAY) :]
        if kind in MEASURED and after:
            waits[kind].append(min(answered for _began, answered in after[:20]) - at)
    return {kind: {"median": _middle(found), "longest": round(max(found), 2)} for kind, found in sorted(waits.items())}


def _middle(found: list[float]) -> float:
    return round(sorted(found)[len(found) // 2], 2)
