"""The postman: a thread of every worker that sends what is due, whether or not a bell rang."""

from __future__ import annotations

import threading

_rung = threading.Event()


def wake() -> None:
    """Look at once instead of at the next round."""
    _rung.set()
