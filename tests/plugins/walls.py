"""Runs the tests as the application's own database role, behind the walls; and lets a test look over them.

The owner makes the test database. From then on every connection takes the plain role, so what the product may not do
fails here as it would in production. A test prepares and looks at rows of any workspace without entering one, by a
policy that only the test database has; requests and tasks run with that policy switched off.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import wraps
from typing import Any

import psycopg
import pytest
from celery import Task
from django.core.handlers.base import BaseHandler
from django.core.management.commands import flush
from django.db import connection, models
from pytest_django import DjangoDbBlocker

from memoryhub.accounts import roles, walls
from memoryhub.accounts.walled import Walled

READER = f"""
current_setting('memoryhub.test_reader', true) = 'on' AND nullif(current_setting('{walls.SETTING}', true), '') IS NULL
"""
AS_APP = f" -c role={roles.APP} -c memoryhub.test_reader=on"
# What a page asks of the database besides its own questions: its workspace named, and taken back, in a savepoint around
# that of the view. In production the outer one is the transaction itself, and nothing is taken back.
FRAME = 6
MADE_BY_MIGRATIONS = {"django_content_type", "auth_permission"}
_looking: ContextVar[bool] = ContextVar("looking", default=True)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """After the owner made the database: the roles, the policy of the tests, and the plain role on every connection."""
    options = connection.settings_dict["OPTIONS"]
    as_owner_signs_in = options["options"]
    with django_db_blocker.unblock():
        roles.ensure(login=True)
        _let_tests_look()
        connection.close()
    options["options"] = as_owner_signs_in + AS_APP
    yield
    options["options"] = as_owner_signs_in
    with django_db_blocker.unblock():
        connection.close()
        _let_everybody_out()
        connection.close()


def _let_everybody_out() -> None:
    """A client that keeps its line to the live server open keeps the server's thread, and that its own connection."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )


def _let_tests_look() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_policies WHERE policyname = %s", [walls.POLICY])
        for (table,) in cursor.fetchall():
            cursor.execute(f"DROP POLICY IF EXISTS test_reader ON {table}")
            cursor.execute(f"CREATE POLICY test_reader ON {table} USING ({READER}) WITH CHECK ({READER})")


@contextmanager
def as_owner() -> Iterator[None]:
    """On this connection the owner's rights: to take a guard away, or to try what no program may."""
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE NONE")
    try:
        yield
    finally:
        # A statement that failed inside a test's transaction is rolled back with the role.
        with suppress(Exception), connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def count_rows() -> None:
    """Give the planner statistics of the rows a test made: of those of its own transaction it knows nothing. It takes
    as long as the database needs, which holds what other tests left as well. Only of our own tables: some of the
    server's are shared with the databases of tests that run beside this one, and stay locked until it ends."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = 'public'")
        [tables] = cursor.fetchone()
        cursor.execute(f"SET LOCAL statement_timeout = 0; ANALYZE {tables}; RESET statement_timeout")


@contextmanager
def behind_the_walls() -> Iterator[None]:
    """As the product works: who has entered no workspace sees nothing of any."""
    token = _looking.set(False)
    before = _named()
    _tell("memoryhub.test_reader", "off")
    try:
        yield
    finally:
        _looking.reset(token)
        _tell("memoryhub.test_reader", "on" if _looking.get() else "off")
        if connection.in_atomic_block:
            # A test's own transaction goes on after the request; in production the request's ends here.
            _tell(walls.SETTING, before, local=True)


def install() -> None:
    """Put requests and tasks behind the walls, and let tests look over them."""
    setattr(BaseHandler, "get_response", _enclosed(BaseHandler.get_response))  # noqa: B010 - mypy forbids the plain way
    setattr(Task, "__call__", _enclosed(Task.__call__))  # noqa: B010
    setattr(Walled, "outside", staticmethod(_over_the_wall))  # noqa: B010
    setattr(flush.Command, "handle", _empty)  # noqa: B010


def _enclosed(run: Callable[..., Any]) -> Callable[..., Any]:  # Any: whatever the two take and give
    @wraps(run)
    def enclosed(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as above
        with behind_the_walls():
            return run(*args, **kwargs)

    return enclosed


def _over_the_wall(rows: models.QuerySet[Any]) -> models.QuerySet[Any]:  # Any: of any model
    return rows if _looking.get() else rows.none()


def _empty(_command: flush.Command, **_options: object) -> None:
    """Between tests, what the guards are there to prevent. Only tables with rows are emptied, by DELETE, and what the
    migrations made stays: to truncate all of them and make it anew takes 0.3 s of the processor, this a hundredth."""
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE NONE; SET session_replication_role = replica")
        try:
            tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - MADE_BY_MIGRATIONS)
            filled = ", ".join(f"EXISTS (SELECT FROM {table})" for table in tables)
            cursor.execute(f"SELECT {filled}")
            for table in itertools.compress(tables, cursor.fetchone()):
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - the names of our own tables
        finally:
            cursor.execute("RESET session_replication_role; RESET ROLE")


def _named() -> str:
    with suppress(psycopg.Error):
        if connection.connection is not None and not connection.connection.closed:
            row = connection.connection.execute(f"SELECT coalesce(current_setting('{walls.SETTING}', true), '')")
            return str(row.fetchone()[0])
    return ""


def _tell(name: str, value: str, *, local: bool = False) -> None:
    """Set it past Django's own counting of queries. A connection that is not there or in a failed transaction is left
    alone: what it is told would not last."""
    with suppress(psycopg.Error, Exception):
        if not local:
            connection.ensure_connection()
        if connection.connection is not None and not connection.connection.closed:
            connection.connection.execute("SELECT set_config(%s, %s, %s)", [name, value, local])
