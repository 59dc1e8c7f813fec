"""Everything a hub runs on many machines, on this one: database, broker, web, two workers, beat."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from memoryhub.local.children import children
from memoryhub.local.places import Home
from tests.chaos.brokers import Broker, broker
from tests.chaos.database import Database
from tests.chaos.processes import SOURCES, Kept, free_port
from tests.local.processes import until

# Debian's, for moving a worker's clock; without it no clock is moved.
FAKETIME = Path(f"/usr/lib/{os.uname().machine}-linux-gnu/faketime/libfaketime.so.1")
WORKERS = ("worker-1", "worker-2")
# The same two programs with a break in them.
WEB, WORKER = "tests.sabotage.hub_web:application", "tests.sabotage.hub_worker"


class Stack:
    """Start with `start`, call `look` again and again, stop with `end`; all from one thread."""

    def __init__(
        self, folder: Path, kind: str, workspaces: Sequence[str], *, sabotage: str = "", **environment: str
    ) -> None:
        self.workspaces = workspaces
        self.home = Home(folder)
        self.home.make()
        self.database = Database(self.home)
        self.broker: Broker = broker(kind, self.home)
        self.port = free_port()
        self.clock = folder / "clock"
        self.clock.write_text("+0", encoding="ascii")
        self.world: dict[str, Any] = {}  # Any: as JSON has it
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            "MEMORYHUB_HOME": str(folder),
            "DATABASE_URL": self.home.database_url,
            "BROKER_URL": self.broker.url,
            "SECRET_KEY": "only-for-chaos",
            "PUBLIC_URL": f"http://127.0.0.1:{self.port}",
            "DEBUG": "0",
            "SABOTAGE": sabotage,
            **environment,
        }
        self.product = self._product(broken=bool(sabotage))

    def _product(self, *, broken: bool) -> dict[str, Kept]:
        """The product's own command lines; two workers where the one-machine mode has one."""
        changed = {"memoryhub.local.served:application": WEB, "memoryhub": WORKER} if broken else {}
        made = {one.name: one for one in children(self.home.logs, {}, host="127.0.0.1", port=self.port)}
        commands = {name: [changed.get(part, part) for part in child.command] for name, child in made.items()}
        kept = {"web": self._kept("web", commands["web"])}
        for name in WORKERS:
            kept[name] = self._kept(name, [*commands["worker"], "--hostname", f"{name}@chaos"])
        return {**kept, "beat": self._kept("beat", commands["beat"])}

    def _kept(self, name: str, command: list[str]) -> Kept:
        # Web and workers sign in as the plain role, which the walls between workspaces hold.
        environment = {**self.environment, "DATABASE_URL": self.home.app_database_url}
        if name == WORKERS[1] and FAKETIME.exists():
            environment |= {
                "LD_PRELOAD": str(FAKETIME),
                "FAKETIME_TIMESTAMP_FILE": str(self.clock),
                "FAKETIME_CACHE_DURATION": "1",
                "DONT_FAKE_MONOTONIC": "1",
            }
        return Kept(name, command, self.home.logs, environment)

    @property
    def processes(self) -> list[Kept]:
        return [*self.broker.processes, *self.product.values()]

    @property
    def workers(self) -> list[Kept]:
        return [self.product[name] for name in WORKERS]

    def start(self) -> None:
        """Return when the web answers."""
        self.database.create()
        self.world = json.loads(self.run("-m", "tests.chaos.furnish", *self.workspaces).splitlines()[-1])
        self.broker.start()
        for process in self.product.values():
            process.start()
        self.wait_until(self.ready, "the web")

    def look(self, *, but: Collection[str] = ()) -> None:
        """Start what is dead, except for what is named."""
        self.database.look()
        for process in self.processes:
            if process.name not in but:
                process.look()

    def wait_until(self, reached: Callable[[], bool], what: str) -> None:
        """Wait while everything that dies is started again."""

        def looked() -> bool:
            self.look()
            return reached()

        until(looked, what)

    def ready(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
        return False

    def all_up(self) -> bool:
        return all(process.pid for process in self.processes) and self.ready()

    def run(self, *command: str) -> str:
        """Run Python with these arguments as the owner of the database, and give what it printed."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=SOURCES,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def oldest_waiting(self) -> float:
        """How long the oldest claim waits to be decided, in seconds by the database's clock."""
        age = "extract(epoch FROM clock_timestamp() - min(queued_at))"
        found = self.database.rows(f"SELECT {age} FROM ledgers_outbox WHERE slot_id IS NOT NULL")  # noqa: S608
        return float(found[0][0] or 0)

    def end(self) -> None:
        for process in reversed(self.processes):
            process.end()
        self.database.end()
