"""Locks on files, held by living processes only: the kernel lets go when the holder dies, so none is ever stale."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC


class FileLock:
    """One open file and the lock on it. Close-on-exec, so that no child keeps it."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, _FLAGS, 0o600)

    def share(self) -> None:
        """Hold it together with others; waits while someone has it alone."""
        fcntl.flock(self._handle, fcntl.LOCK_SH)

    def take(self) -> None:
        """Hold it alone; waits."""
        fcntl.flock(self._handle, fcntl.LOCK_EX)

    def try_take(self) -> bool:
        """Hold it alone, now or not at all. A shared hold of the same object is given up first."""
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        os.close(self._handle)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else passes here meanwhile."""
    lock = FileLock(path)
    try:
        lock.take()
        yield
    finally:
        lock.close()


def held(path: Path) -> bool:
    """True while some process holds the lock alone."""
    lock = FileLock(path)
    try:
        return not lock.try_take()
    finally:
        lock.close()
