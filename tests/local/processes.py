"""Real processes for the tests that kill them: hubs, and bare holders of a share in the database server."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, TypedDict, TypeVar

import psycopg

from memoryhub.local.places import Home

SOURCES = Path(__file__).resolve().parents[2]
# A deadline, not a measure: on a machine busy with other things a start may take a minute.
PATIENCE = 150.0
T = TypeVar("T")
_HOLDER = """
import sys
from pathlib import Path
from memoryhub.local.places import Home
from memoryhub.local.server import Server
home = Home(Path(sys.argv[1]))
home.make()
server = Server(home, lambda line: print(line, file=sys.stderr, flush=True))
server.join()
print("joined", flush=True)
sys.stdin.read()
server.leave()
print("left", flush=True)
"""


class Ready(TypedDict):
    """What these tests read of the `ready` line."""

    url: str


def until(reached: Callable[[], T | None], what: str, patience: float = PATIENCE) -> T:
    """Ask until the answer is true; fail by name when it takes too long."""
    deadline = time.monotonic() + patience
    while not (answer := reached()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {patience:.0f} s in vain for {what}")
        time.sleep(0.02)
    return answer


def alive(pid: int) -> bool:
    """A zombie is dead: it waits for its parent to look, and holds nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def below(pid: int) -> dict[int, str]:
    """Every living process that descends from `pid`, with its command line."""
    parents: dict[int, int] = {}
    lines: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            number = int(folder.name)
            parents[number] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            lines[number] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return {number: lines[number] for number in found - {pid} if alive(number)}


def processor_seconds(*pids: int) -> float:
    """What they and their ended children have used of the processor."""
    ticks = 0
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Running:
    """One process, its output, and those it started."""

    started: ClassVar[list[Running]] = []

    def __init__(self, *command: str, home: Path, **environment: str) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
        self.home = Home(home)
        self.log = home.parent / f"{home.name}-{time.monotonic_ns()}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, *command],
                cwd=SOURCES,
                env={**kept, "MEMORYHUB_HOME": str(home), **environment},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )

        self.started.append(self)

    @classmethod
    def end_below(cls, folder: Path) -> None:
        """After a test: a failed one may have left some alive in its homes."""
        for running in [one for one in cls.started if one.home.root.is_relative_to(folder)]:
            cls.started.remove(running)
            running.process.kill()
            running.wait()

    @property
    def said(self) -> str:
        return self.log.read_text()

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The first line that matches, which must come while the process lives."""

        def look() -> re.Match[str] | None:
            dead = self.process.poll() is not None
            found = re.search(pattern, self.said, re.MULTILINE)
            assert found or not dead, f"ended with {self.process.returncode}:\n{self.said}"
            return found

        try:
            return until(look, repr(pattern))
        except AssertionError as error:
            raise AssertionError(f"{error}\nIt said:\n{self.said}\nIts server said:\n{self._server_said()}") from None

    def _server_said(self) -> str:
        log = self.home.logs / "postgres.log"
        return log.read_text(errors="replace")[-3000:] if log.exists() else "nothing"

    def child(self, pattern: str) -> int:
        """The process below this one whose command line matches, once there is one."""
        return until(
            lambda: next((pid for pid, line in sorted(below(self.process.pid).items()) if re.search(pattern, line)), 0),
            f"a process like {pattern!r}",
        )

    def end(self, number: int = signal.SIGTERM) -> int:
        """Signal it and wait: its exit code."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Its exit code, once it has ended by itself."""
        assert self.process.stdin is not None
        code = self.process.wait(PATIENCE)
        self.process.stdin.close()
        return code


class Hub(Running):
    """`manage.py up` in a home, and the seconds of the processor it had taken when it got ready."""

    def __init__(self, home: Path, port: int = 0, **environment: str) -> None:
        super().__init__("manage.py", "up", "--port", str(port), home=home, **environment)
        self.took = 0.0

    def ready(self) -> Ready:
        answer: Ready = json.loads(self.wait_for(r"^ready (\{.*\})$")[1])
        self.took = self.took or processor_seconds(self.process.pid, *below(self.process.pid))
        return answer

    @property
    def postmaster(self) -> int:
        return self.child(r"/postgres -D ")


class Holder(Running):
    """A process that does nothing but hold its share in the server of a home."""

    def __init__(self, home: Path) -> None:
        super().__init__("-c", _HOLDER, str(home), home=home)

    def joined(self) -> Holder:
        self.wait_for("^joined$")
        return self

    def leave(self) -> None:
        """Leave in order, and see that it says so."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.wait() == 0, self.said


def postmaster(home: Path) -> int:
    """The process id that the server of this home wrote down."""
    return int((home / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def gone(*pids: int) -> None:
    """Wait until none of them lives."""
    until(lambda: not any(map(alive, pids)), f"the end of {pids}")


@contextmanager
def connected(home: Path) -> Iterator[psycopg.Connection]:
    with psycopg.connect(Home(home).database_url, autocommit=True) as connection:
        yield connection
