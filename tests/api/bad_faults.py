"""A fault nobody foresaw inside a view: whatever it reads of the query or the body fails."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

from memoryhub.api import inputs
from memoryhub.api.queries import Query

SECRET = "mh_pat_secret-in-the-words-of-a-fault"


class Unforeseen(Exception):
    """Nothing in the product names it."""


def break_reading() -> Callable[[], None]:
    """Break it, and return what puts it right."""

    def fails(*_args: object, **_kwargs: object) -> None:
        raise Unforeseen("SELECT hash FROM accounts_token", SECRET)

    # Functions that others look up where they stand: a view loaded meanwhile must not keep a broken one.
    broken = [mock.patch.object(Query, "__init__", fails), mock.patch.object(inputs, "body", fails)]
    for one in broken:
        one.start()

    def mend() -> None:
        for one in broken:
            one.stop()

    return mend
