"""Running a coroutine from a test, whatever else runs in its thread: a browser's driver leaves a loop there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:  # Any: what a coroutine takes and sends
    """Its result, from a loop of its own in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
