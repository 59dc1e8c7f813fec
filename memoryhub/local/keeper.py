"""The keeper: the process between the database server and the hubs that share it.

It starts the server, starts it again when it dies, and stops it when the last hub is gone, however that one went:
every hub holds run/server.lock together with the others, and the kernel takes the lock from the dead.
Run as `python -m memoryhub.local.keeper HOME durable|quick`; its output is log/postgres.log.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from memoryhub.local.accounts import for_server
from memoryhub.local.binaries import programs
from memoryhub.local.cluster import Cluster
from memoryhub.local.locks import FileLock
from memoryhub.local.places import Home

_POLL = 0.05
_LONGEST_PAUSE = 5.0
# A fast shutdown waits for its checkpoint; after this long the next start recovers from the log instead.
_PATIENCE = 60.0


class Keeper:
    """Holds run/keeper.lock as long as it lives; its process id stands in that file."""

    def __init__(self, home: Home, cluster: Cluster) -> None:
        self._home = home
        self._cluster = cluster
        self._hubs = FileLock(home.run / "server.lock")
        self._told_to_stop = False

    def run(self) -> int:
        """Serve until the last hub is gone. 1 when the server never got ready and waiting will not mend it."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        pause, was_ready = 0.1, False
        while not self._told_to_stop:
            mark = self._log_size()
            self._cluster.clear_stale()
            server = self._cluster.serve(sys.stdout.buffer)
            ready = self._watch(server)
            if ready is None:
                return 0
            was_ready = was_ready or ready or self._said(mark, b"ready to accept connections")
            # After kill -9 of the server its helpers take a moment to go, and hold its shared memory until then.
            if not was_ready and not self._said(mark, b"shared memory block"):
                return 1
            pause = 0.1 if ready else min(pause * 2, _LONGEST_PAUSE)
            print(f"keeper: the server ended with code {server.returncode}; next try in {pause:.1f} s", flush=True)  # noqa: T201
            time.sleep(pause)
        return 0

    def _watch(self, server: subprocess.Popen[bytes]) -> bool | None:
        """Wait for the server's death: whether it had been ready. None: it was stopped, because nobody needs it."""
        ready = False
        while server.poll() is None:
            if self._told_to_stop or self._hubs.try_take():
                _shut_down(server)
                return None
            ready = ready or (self._cluster.running() or (0, ""))[1] == "ready"
            time.sleep(_POLL)
        return None if self._told_to_stop else ready

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._told_to_stop = True

    def _log_size(self) -> int:
        return os.fstat(sys.stdout.fileno()).st_size

    def _said(self, mark: int, words: bytes) -> bool:
        """Whether the server said so since its log was `mark` bytes long; it may have died between two looks at it."""
        with (self._home.logs / "postgres.log").open("rb") as log:
            log.seek(mark)
            return words in log.read()


def _shut_down(server: subprocess.Popen[bytes]) -> None:
    server.send_signal(signal.SIGINT)
    try:
        server.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)
        server.wait()


def _take(lock: FileLock) -> bool:
    """Take it, or see that it is taken for good: who only asks whether it is held has it for an instant."""
    for _ in range(20):
        if lock.try_take():
            return True
        time.sleep(_POLL)
    return False


def main(root: str, manner: str) -> int:
    """Become the keeper of this home, unless it has one."""
    home = Home(Path(root))
    lock = FileLock(home.run / "keeper.lock")
    if not _take(lock):
        return 0
    (home.run / "keeper.pid").write_text(str(os.getpid()), encoding="ascii")
    account = for_server(home.data)
    cluster = Cluster(home.data, programs(account), account, durable=manner == "durable")
    return Keeper(home, cluster).run()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
