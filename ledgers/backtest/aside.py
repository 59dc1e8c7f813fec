"""A call that works in the database beside a long reading, on a thread and a connection of its own.

The reading sees one picture and writes nothing, so what its follower stores has to be stored elsewhere, and at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def aside(work: Callable[P, T]) -> Iterator[Callable[P, T]]:
    """The same call, made beside; it returns when the work is done."""
    with ThreadPoolExecutor(max_workers=1) as thread:

        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            return thread.submit(work, *args, **kwargs).result()

        try:
            yield call
        finally:
            thread.submit(connections.close_all).result()
