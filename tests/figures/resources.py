"""What the processes of a hub hold: memory and database connections."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from tests.chaos.stack import Stack
from tests.local.processes import below, processor_seconds

_FIELD = re.compile(r"^(Rss|Pss):\s+(\d+) kB", re.MULTILINE)
MIB = 1024


def memory(stack: Stack) -> dict[str, float]:
    """MiB over all processes: `Rss` counts a shared page for each that sees it, `Pss` once."""
    total = {"Rss": 0.0, "Pss": 0.0}
    for pid in _pids(stack):
        with suppress(OSError):
            for name, kib in _FIELD.findall(Path(f"/proc/{pid}/smaps_rollup").read_text()):
                total[name] += int(kib) / MIB
    return {name: round(value, 1) for name, value in total.items()}


def processor(stack: Stack) -> float:
    """Seconds of the processor that all processes have used so far: what other work on the machine does not change."""
    return processor_seconds(*_pids(stack))


def shares(stack: Stack) -> dict[str, float]:
    """The same by process: seconds of the processor, those of its children included."""
    kept = {process.name: process.pid for process in stack.processes} | {"database": stack.database.pid}
    return {name: processor_seconds(pid, *below(pid)) for name, pid in kept.items() if pid}


def connections(stack: Stack) -> int:
    """Of clients, this question's own left out."""
    query = "SELECT count(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend'"
    return int(stack.database.rows(query)[0][0])


def _pids(stack: Stack) -> set[int]:
    roots = {stack.database.pid, *(process.pid for process in stack.processes)} - {0}
    return roots.union(*(below(pid) for pid in roots))
