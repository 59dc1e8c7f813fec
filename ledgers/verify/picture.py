"""One state of the whole to read from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def one_picture() -> Iterator[None]:
    """Transactions begun inside see one state of the whole; what is recorded meanwhile is left for the next reading.

    A long reading is no stuck request, so its statements may take longer.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_isolation = 'repeatable read'; SET statement_timeout = 0")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET default_transaction_isolation; RESET statement_timeout")
