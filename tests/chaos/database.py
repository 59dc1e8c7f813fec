"""The PostgreSQL of a run: its own cluster with fsync and synchronous commits on, killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg

from memoryhub.local.accounts import for_server
from memoryhub.local.binaries import programs
from memoryhub.local.cluster import Cluster
from memoryhub.local.places import Home
from tests.local.processes import below, until

Rows = Sequence[tuple[Any, ...]]  # whatever a query asks for


class Database:
    """Kept alive like the other processes; PostgreSQL writes the pid file itself."""

    name = "postgres"

    def __init__(self, home: Home) -> None:
        account = for_server(home.data)
        self.home = home
        self.cluster = Cluster(home.data, programs(account), account)
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self._due = 0.0

    @property
    def log(self) -> bytes:
        return (self.home.logs / "postgres.log").read_bytes()

    @property
    def pid(self) -> int:
        return self.process.pid if self.process is not None and self.process.poll() is None else 0

    def create(self) -> None:
        """Make the cluster and start it; returns when it answers."""
        self.cluster.create()
        self.start()
        until(self.answers, "the database")

    def start(self) -> None:
        self.cluster.clear_stale()
        with (self.home.logs / "postgres.log").open("ab") as log:
            self.process = self.cluster.serve(log)
        self.starts += 1

    def look(self) -> None:
        """Start it when it is dead. Helpers that outlive a killed server for a moment make it try again."""
        if not self.pid and time.monotonic() >= self._due:
            self._due = time.monotonic() + 0.3
            self.start()

    def kill(self) -> None:
        """kill -9 of the postmaster alone: the rest of the server has to see it by itself."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    @property
    def backends(self) -> list[int]:
        """Server processes that serve a client."""
        return sorted(pid for pid, line in below(self.pid).items() if "[local]" in line) if self.pid else []

    def kill_backend(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def end(self) -> None:
        if self.pid and self.process is not None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
        self.kill()

    def answers(self) -> bool:
        """Whether a query is answered now."""
        with suppress(psycopg.OperationalError):
            self.rows("SELECT 1")
            return True
        return False

    def rows(self, query: str) -> Rows:
        """One query on a connection of its own, as the owner of everything."""
        with psycopg.connect(self.home.database_url, autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(query.encode())
            return cursor.fetchall() if cursor.description else []
