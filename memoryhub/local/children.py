"""The processes a hub runs beside the database: started, watched, started again when they die, stopped in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from memoryhub.local.errors import ProcessFailed
from memoryhub.local.ties import tied
from memoryhub.logs import lines

_SOURCES = Path(__file__).resolve().parents[2]
LINES = Path(lines.__file__).with_name("granian.json")
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0
# Who lived this long starts again with the shortest pause.
_SETTLED = 60.0
# Longer than a request or a batch of claims takes; what is cut off is redone, so nothing is lost by it.
_PATIENCE = 10.0


@dataclass
class Child:
    """One process in a group of its own, so that Ctrl-C reaches the hub alone, which then stops the rest in order."""

    name: str
    command: list[str]
    log: Path
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None
    _pause: float = _FIRST_PAUSE
    _due: float = 0.0
    _began: float = field(default=0.0)

    def start(self) -> None:
        """Start it, to die with this process at the latest."""
        self._began = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=_SOURCES,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=tied(signal.SIGKILL),  # noqa: PLW1509 (one prctl call on a library loaded before)
            )

    def look(self, say: Callable[[str], None]) -> None:
        """Start it again when it has died, after a pause that doubles while it keeps dying."""
        if self.process is None:
            if time.monotonic() >= self._due:
                self.start()
        elif (code := self.process.poll()) is not None:
            self._clear(self.process)
            self._pause = _FIRST_PAUSE if time.monotonic() - self._began > _SETTLED else self._pause
            say(f"The {self.name} process {_ended(code)}; starting it again in {self._pause:g} s (log: {self.log})")
            self.process, self._due = None, time.monotonic() + self._pause
            self._pause = min(self._pause * 2, _LONGEST_PAUSE)

    def fail_if_dead(self) -> None:
        """While starting, a death is a reason to give up, not to try again."""
        if self.process is not None and self.process.poll() is not None:
            lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
            raise ProcessFailed(self.name, self.log, "\n".join(lines[-12:]))

    def stop(self) -> None:
        """Ask, wait, and if need be insist."""
        if self.process is None:
            return
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)
        self._clear(self.process)
        self.process = None

    @staticmethod
    def _clear(process: subprocess.Popen[bytes]) -> None:
        """Leave nobody of its group behind."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def children(logs: Path, environment: Mapping[str, str], *, host: str, port: int) -> list[Child]:
    """Web, worker and beat, in the order in which they start."""
    celery = [sys.executable, "-m", "celery", "--app", "memoryhub", "--quiet"]
    # Threads: one process that dies as one. Nobody else listens on the queue's control channel, hence the rest.
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"]
    commands = {
        "web": _web(host, port),
        "worker": [*celery, "worker", "--pool", "threads", "--concurrency", "4", *quiet],
        "beat": [*celery, "beat", "--pidfile", "", "--loglevel", "WARNING"],
    }
    return [Child(name, command, logs / f"{name}.log", environment) for name, command in commands.items()]


def _web(host: str, port: int) -> list[str]:
    """Workers = cores and few threads, as measured: more of either only adds waiting."""
    options = {"interface": "wsgi", "host": host, "port": port, "workers": os.cpu_count() or 1, "blocking-threads": 4}
    command = [sys.executable, "-m", "granian", "memoryhub.local.served:application", "--respawn-failed-workers"]
    for name, value in options.items():
        command += [f"--{name}", str(value)]
    log = ["--log-level", "warning", "--log-config", str(LINES)]
    return [*command, "--no-ws", "--workers-kill-timeout", "5", *log]


def _ended(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
