"""What goes wrong: every fault by name, each against one process of our own or the line between clients and web."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from tests.chaos.proxy import MODES, Proxy
from tests.chaos.stack import FAKETIME, WORKERS, Stack

STOPPED_SECONDS = 10.0
LINE_SECONDS = 3.0
# How often each is chosen beside the others: the database needs seconds to come back, and claims come in between.
WEIGHTS = {
    "web worker": 2,
    "web master": 2,
    "worker": 3,
    "beat": 1,
    "broker": 2,
    "broker forgets": 2,
    "backend": 1,
    "postmaster": 2,
    "worker stopped": 2,
    "clock": 1,
    "line": 4,
}


@dataclass
class Faults:
    """Chooses and does one fault after the other. `done` is when each happened."""

    stack: Stack
    proxy: Proxy
    random: Random
    kinds: tuple[str, ...]
    every: tuple[float, float]
    done: list[tuple[float, str]] = field(default_factory=list)
    _later: list[tuple[float, Callable[[], None]]] = field(default_factory=list)
    _next: float = field(default_factory=lambda: time.monotonic() + 2.0)

    def tick(self) -> None:
        """Do what is due."""
        now = time.monotonic()
        for due, undo in [entry for entry in self._later if entry[0] <= now]:
            self._later.remove((due, undo))
            undo()
        if now >= self._next:
            self._next = now + self.random.uniform(*self.every)
            self.do(self.random.choices(self.kinds, [WEIGHTS[kind] for kind in self.kinds])[0])

    def do(self, kind: str) -> None:
        """One fault now; what is already down is left alone."""
        said = getattr(self, "_" + kind.replace(" ", "_"))()
        if said:
            self.done.append((time.time(), said))

    def end(self) -> None:
        """Undo what is under way."""
        for _due, undo in self._later:
            undo()
        self._later.clear()
        self.proxy.mode = ""

    @property
    def counts(self) -> dict[str, int]:
        return dict(sorted(Counter(kind for _at, kind in self.done).items()))

    def _kill(self, name: str, said: str = "") -> str:
        process = self.stack.product[name]
        if not process.pid:
            return ""
        process.kill()
        return said or name

    def _web_master(self) -> str:
        return self._kill("web", "web master")

    def _web_worker(self) -> str:
        workers = self.stack.product["web"].below("granian")
        if not workers:
            return ""
        with suppress(ProcessLookupError):
            os.kill(self.random.choice(workers), signal.SIGKILL)
        return "web worker"

    def _worker(self) -> str:
        return self._kill(self.random.choice(WORKERS), "worker")

    def _beat(self) -> str:
        return self._kill("beat")

    def _broker(self) -> str:
        found = [process for process in self.stack.broker.processes if process.name == "broker" and process.pid]
        for process in found:
            process.kill()
        return "broker" if found else ""

    def _broker_forgets(self) -> str:
        self.stack.broker.forget()
        return "broker forgets"

    def _backend(self) -> str:
        backends = self.stack.database.backends
        if not backends:
            return ""
        self.stack.database.kill_backend(self.random.choice(backends))
        return "backend"

    def _postmaster(self) -> str:
        if not self.stack.database.pid:
            return ""
        self.stack.database.kill()
        return "postmaster"

    def _worker_stopped(self) -> str:
        worker = self.stack.product[self.random.choice(WORKERS)]
        if not worker.pid:
            return ""
        with suppress(ProcessLookupError):
            worker.pause()
        self._later.append((time.monotonic() + STOPPED_SECONDS, worker.go_on))
        return "worker stopped"

    def _clock(self) -> str:
        hours = self.random.choice(("+3600", "-3600"))
        self.stack.clock.write_text(hours, encoding="ascii")
        self._later.append((time.monotonic() + STOPPED_SECONDS, self._set_clock_right))
        return "clock"

    def _set_clock_right(self) -> None:
        self.stack.clock.write_text("+0", encoding="ascii")

    def _line(self) -> str:
        mode = self.random.choice(MODES)
        self.proxy.mode = mode
        self._later.append((time.monotonic() + LINE_SECONDS, self._set_line_right))
        return f"line {mode}"

    def _set_line_right(self) -> None:
        self.proxy.mode = ""


def kinds(stack: Stack, wanted: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The faults that can be done here, or those of them that are wanted."""
    without = set()
    if not stack.broker.processes:
        without.add("broker")
    if not FAKETIME.exists():
        without.add("clock")
    return tuple(kind for kind in WEIGHTS if kind not in without and (not wanted or kind in wanted))
