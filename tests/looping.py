"""Running a coroutine from a test, whatever else runs in its thread: a browser's driver leaves a loop there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:  # Any: what a coroutine takes and sends
    """Its result, from a loop of its own in a thread of its own."""
    return apart(lambda: asyncio.run(work))


def apart(work: Callable[[], T]) -> T:
    """The same of what starts a loop by itself."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()
