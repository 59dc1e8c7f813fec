"""Processes of a run: each in a group of its own with a pid file, started again when it dies, as systemd would."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from memoryhub.local.accounts import Account
from memoryhub.local.cluster import _become as become
from memoryhub.local.ties import tied
from tests.local.processes import below

SOURCES = Path(__file__).resolve().parents[2]
# What systemd calls RestartSec.
PAUSE = 0.5
PATIENCE = 15.0


@dataclass
class Kept:
    """One process that is kept alive. Whoever starts it must outlive it: it dies with the thread that did."""

    name: str
    command: list[str]
    folder: Path
    environment: Mapping[str, str]
    account: Account | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    starts: int = 0
    _due: float = 0.0

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    @property
    def pid(self) -> int:
        """Its number; 0 while it is dead."""
        return self.process.pid if self.process is not None and self.process.poll() is None else 0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=SOURCES,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=tied(signal.SIGKILL),  # noqa: PLW1509 - one prctl call on a library loaded before
                **become(self.account),
            )
        self.starts += 1
        (self.folder / f"{self.name}.pid").write_text(str(self.process.pid), encoding="ascii")

    def look(self) -> None:
        """Start it when it is dead and has been so for a moment."""
        if self.pid:
            return
        if self.process is not None:
            self.kill()
            self.process, self._due = None, time.monotonic() + PAUSE
        elif time.monotonic() >= self._due:
            self.start()

    def kill(self) -> None:
        """kill -9 of the whole group."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def pause(self) -> None:
        os.killpg(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        if self.pid:
            os.killpg(self.pid, signal.SIGCONT)

    def end(self) -> None:
        """Ask, wait, and if need be insist."""
        if self.pid and self.process is not None:
            self.go_on()
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)
        self.kill()

    def below(self, pattern: str) -> list[int]:
        """Living processes under this one whose command line matches."""
        return sorted(pid for pid, line in below(self.pid).items() if re.search(pattern, line)) if self.pid else []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
