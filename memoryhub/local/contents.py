"""What a database needs before it is used: every migration, the plain roles, and the demo workspace."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from memoryhub.accounts import roles
from memoryhub.local import demo
from memoryhub.local.server import Say

_LOCK = 0x6D656D687562  # the letters "memhub"


def fill(say: Say) -> dict[str, object]:
    """Migrate, make the roles that web and workers use, and load the demo; return what the `ready` line says of it.

    Hubs that start together take turns.
    """
    with _one_hub_at_a_time():
        _migrate(say)
        roles.ensure(login=True)
        with roles.acting_as(roles.APP):
            return demo.load()


def _migrate(say: Say) -> None:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        say(f"Applying {len(plan)} database migrations ...")
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def _one_hub_at_a_time() -> Iterator[None]:
    """An advisory lock, asked for again and again so that a signal is heard while waiting. The time limits of requests
    do not hold here: a migration takes as long as it takes."""
    with connection.cursor() as cursor:
        cursor.execute("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0")
        while True:
            cursor.execute("select pg_try_advisory_lock(%s)", [_LOCK])
            if cursor.fetchone()[0]:
                break
            time.sleep(0.1)
    try:
        yield
    finally:
        connections.close_all()  # the lock goes with the session, and this process needs none from here on
