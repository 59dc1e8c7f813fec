"""Binds a process to its parent: when the parent is gone, however it went, the child gets a signal."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable

LINUX = os.uname().sysname == "Linux"
_PR_SET_PDEATHSIG = 1
# Loaded when imported: between fork and exec there is no safe moment to load a library.
_LIBC = ctypes.CDLL(None, use_errno=True)


def tie(number: signal.Signals, parent: int) -> None:
    """Ask the kernel for signal `number` at the parent's death. Outside Linux there is no such service.

    A change of user clears the request, so it comes after that. A parent that died before is seen by its number.
    """
    if not LINUX:
        return
    _LIBC.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def tied(number: signal.Signals) -> Callable[[], None]:
    """The step for subprocess to take in the child before it becomes the new program."""
    parent = os.getpid()
    return lambda: tie(number, parent)
