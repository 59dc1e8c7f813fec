"""Whose turn it is: a backtest is run by one worker at a time, and is free again once that worker is gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection

KEY = "hashtextextended('backtest ' || %s, 0)"


@contextmanager
def turn(backtest_id: UUID) -> Iterator[bool]:
    """Whether nobody else runs it. The lock is the connection's, so it ends with the process however that ends."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_try_advisory_lock({KEY})", [str(backtest_id)])
        (mine,) = cursor.fetchone()
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT pg_advisory_unlock({KEY})", [str(backtest_id)])
