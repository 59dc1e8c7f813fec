"""The one clock: the database's. A test may set another (settings.LEDGER_CLOCK), and so may who tells a demo's past."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection

from memoryhub.accounts.models import Workspace

TICK = timedelta(microseconds=1)
_told: ContextVar[datetime | None] = ContextVar("told", default=None)


class NotADemo(Exception):
    """Someone tried to tell the past of a workspace whose past is real."""


def now() -> datetime:
    """This instant by the database, also inside a long transaction."""
    told = _told.get()
    if told is not None:
        return told
    if settings.LEDGER_CLOCK:
        return datetime.fromisoformat(settings.LEDGER_CLOCK).astimezone(UTC)
    return _ask()


def reading(asked: datetime) -> datetime:
    """What `now()` would say where the database was asked for its clock together with something else."""
    return asked.astimezone(UTC) if _told.get() is None and not settings.LEDGER_CLOCK else now()


def after(last: datetime | None, instant: datetime | None = None) -> datetime:
    """This instant (or one just read), and never at or before the last one recorded."""
    instant = instant or now()
    return instant if last is None or instant > last else last + TICK


@contextmanager
def telling(workspace: Workspace, instant: datetime) -> Iterator[None]:
    """Inside, `now()` is `instant`: how the demo gets a past. Raises NotADemo for every real workspace.

    The flag is read from the database, not from the object at hand, and the future is refused: a story that ran ahead
    of the clock would leave slots that no claim of today could follow. A slot's own clock still only goes forward.
    """
    if not Workspace.objects.filter(pk=workspace.pk, demo=True).exists():
        raise NotADemo(f"The workspace {workspace.key} is not a demo, so its recorded times are the clock's alone.")
    if instant > _ask():
        raise ValueError("A told instant lies in the past.")
    token = _told.set(instant.astimezone(UTC))
    try:
        yield
    finally:
        _told.reset(token)


def _ask() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    instant: datetime = row[0]
    return instant.astimezone(UTC)
