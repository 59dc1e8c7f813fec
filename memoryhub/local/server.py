"""Joining and leaving the one database server of a home; the first hub in starts it, the last one out stops it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from memoryhub.local.accounts import for_server
from memoryhub.local.binaries import programs
from memoryhub.local.cluster import Cluster
from memoryhub.local.errors import CannotStart, DatabaseFailed, DiskFull
from memoryhub.local.locks import FileLock, alone, held
from memoryhub.local.places import Home

Say = Callable[[str], None]

_POLL = 0.02
_WORTH_SAYING = 3.0
_LOG_LIMIT = 10 * 1024 * 1024
_SOURCES = Path(__file__).resolve().parents[2]


class Server:
    """One hub's share in the server. `join` before the first query, `leave` after the last."""

    def __init__(self, home: Home, say: Say, *, durable: bool = True) -> None:
        self._home = home
        self._say = say
        self._durable = durable
        self._keeper: subprocess.Popen[bytes] | None = None
        self._share: FileLock | None = None
        account = for_server(home.data)
        self._cluster = Cluster(home.data, programs(account), account, durable)

    def join(self) -> None:
        """Make sure that the server answers, and that it stays as long as this process lives or until `leave`."""
        self._share = FileLock(self._home.run / "server.lock")
        self._share.share()  # waits while the last hub's server is still shutting down
        try:
            self.ensure()
        except BaseException:
            self.leave()
            raise

    def ensure(self) -> None:
        """Return when the server is ready, starting it if it has no keeper. One hub at a time does this."""
        with alone(self._home.run / "start.lock"):
            if not held(self._home.run / "keeper.lock"):
                self._prepare()
                self._start_keeper()
            self._wait()

    def leave(self) -> None:
        """Give up the share; whoever finds itself alone stops the server and waits until it is down."""
        if self._share is None:
            return
        if alone_here := self._share.try_take():
            with suppress(FileNotFoundError, ProcessLookupError, ValueError):
                os.kill(int((self._home.run / "keeper.pid").read_text(encoding="ascii")), signal.SIGTERM)
            self._wait_until(lambda: not held(self._home.run / "keeper.lock"), "the database to shut down")
            if self._home.socket_folder == self._home.short_link:
                self._home.short_link.unlink(missing_ok=True)
        self._share.close()
        self._share = None
        if self._keeper is not None and alone_here:
            self._keeper.wait()

    def keep(self) -> bool:
        """Look after the server while in use, once a second or so; False when its keeper had to be replaced."""
        if held(self._home.run / "keeper.lock"):
            return True
        self.ensure()
        return False

    @property
    def ready(self) -> bool:
        """The server says so itself; asked often, so it costs one small file."""
        return (self._cluster.running() or (0, ""))[1] == "ready"

    def _prepare(self) -> None:
        if self._cluster.data.exists():
            self._cluster.check_version()
        else:
            self._say("Making the database (only at the first start) ...")
            self._cluster.create()
        self._end_orphan()
        _link(self._home)

    def _end_orphan(self) -> None:
        """A server whose keeper was killed is shutting down; one that did not hear of it is told."""
        if found := self._cluster.running():
            with suppress(ProcessLookupError):
                os.kill(found[0], signal.SIGINT)
            self._wait_until(lambda: self._cluster.running() is None, "the database of a killed start to shut down")

    def _start_keeper(self) -> None:
        log_path = self._home.logs / "postgres.log"
        if log_path.exists() and log_path.stat().st_size > _LOG_LIMIT:
            log_path.replace(log_path.with_suffix(".log.1"))
        with log_path.open("ab") as log:
            self._mark = log.tell()
            manner = "durable" if self._durable else "quick"
            self._keeper = subprocess.Popen(
                [sys.executable, "-m", "memoryhub.local.keeper", str(self._home.root), manner],
                cwd=_SOURCES,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wait(self) -> None:
        """Wait as long as it takes: recovery after a crash has no time limit, only a keeper that gives up ends it."""
        self._wait_until(self._up_or_failed, "the database, which is still starting (after a crash it first recovers)")

    def _up_or_failed(self) -> bool:
        if self.ready:
            return True
        if held(self._home.run / "keeper.lock"):
            return False
        if self._keeper is None:
            # Another hub's keeper ended while we waited for its server: nobody else will start one.
            self._prepare()
            self._start_keeper()
        elif self._keeper.poll() is not None:
            raise self._failure()
        return False

    def _failure(self) -> CannotStart:
        log_path = self._home.logs / "postgres.log"
        with log_path.open("rb") as log:
            log.seek(self._mark)
            said = log.read().decode(errors="replace")
        if "No space left on device" in said:
            return DiskFull(self._home.root)
        return DatabaseFailed(log_path, "\n".join(said.splitlines()[-8:]))

    def _wait_until(self, reached: Callable[[], bool], what: str) -> None:
        begun, next_word = time.monotonic(), _WORTH_SAYING
        while not reached():
            if (waited := time.monotonic() - begun) > next_word:
                self._say(f"Waiting for {what}: {waited:.0f} s so far; log: {self._home.logs / 'postgres.log'}")
                next_word *= 2
            time.sleep(_POLL)


def _link(home: Home) -> None:
    """For a long path: a short link to the cluster. Only a link of our own is used, as anyone may write in /tmp."""
    link = home.short_link
    if home.socket_folder != link:
        return
    with suppress(FileExistsError):
        link.symlink_to(home.data)
    if link.lstat().st_uid != os.getuid() or link.readlink() != home.data:
        raise CannotStart(f"{link} is not this hub's link to {home.data}. Remove it and start again.")
