"""The walls between workspaces: which workspace a database transaction works in, and the policies that hold it there.

Every table that holds what a workspace knows has a policy of row-level security, forced, that shows and takes only rows
of the workspace named by the transaction. Where none is named there is nothing: no row to read, none to write. The name
ends with the transaction, so a connection carries nothing over to whoever borrows it next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection, transaction

if TYPE_CHECKING:
    # The models are made of managers that ask this module where they are.
    from memoryhub.accounts.models import Workspace

SETTING = "memoryhub.workspace"
# After a transaction that set it the setting is an empty text, which no uuid is.
NAMED = f"(SELECT nullif(current_setting('{SETTING}', true), '')::uuid)"
POLICY = "walls"
# Tables with a workspace, or on one, that stand outside: none holds what a workspace knows.
OUTSIDE = {
    "accounts_member": "which workspaces a login opens is asked before one is entered",
    "accounts_token": "a token says which workspace it opens; it holds a hash",
    "ledgers_outbox": "a worker takes what waits in any workspace; it holds ids and times",
    "ledgers_unsealed": "the sealer takes what waits in any workspace; it holds numbers and hashes",
    "ledgers_seal": "numbers and hashes of the log",
    "ledgers_chain": "where the seals of a workspace end",
    "recall_followed": "where the vectors of a workspace end",
    "conversations_unread": "a worker takes what waits in any workspace; it holds ids and times",
    "ledgers_checkpoint": "a copy of what was written outside the database",
}

_here: ContextVar[UUID | None] = ContextVar("workspace", default=None)


class NoTransaction(Exception):
    """A workspace is entered inside a transaction only: outside one, the setting would not outlive its statement."""


@contextmanager
def inside(workspace: Workspace | UUID) -> Iterator[None]:
    """One transaction inside one workspace; within another transaction a savepoint, after which all is as before.

    Entering the same workspace again asks the database nothing. What fails rolls back, the setting with it.
    """
    wanted, before = _id(workspace), _here.get()
    nested = connection.in_atomic_block
    with transaction.atomic():
        if nested and before == wanted:
            yield
            return
        _set(wanted)
        token = _here.set(wanted)
        try:
            yield
        finally:
            _here.reset(token)
        # A savepoint that is released keeps its settings; the end of a transaction takes them along.
        if nested:
            _set(before)


def enter(workspace: Workspace | UUID) -> None:
    """Work in this workspace up to the end of the running transaction: a request that has just learnt whose it is."""
    if not connection.in_atomic_block:
        raise NoTransaction
    wanted = _id(workspace)
    _set(wanted)
    _here.set(wanted)


@contextmanager
def outside() -> Iterator[None]:
    """Begin in no workspace and leave none behind: what a request is wrapped in, since threads are used again."""
    token = _here.set(None)
    try:
        yield
    finally:
        _here.reset(token)


@contextmanager
def spelt(place: UUID | None) -> Iterator[None]:
    """While SQL is built and nothing is asked: the workspace is a place in it, to be filled in each time it is."""
    token = _here.set(place)
    try:
        yield
    finally:
        _here.reset(token)


def here() -> UUID | None:
    """The workspace the running code works in."""
    return _here.get()


def policy_sql(table: str, through: tuple[str, str] | None = None) -> str:
    """What a migration runs for a table behind the walls, whose rows name their workspace.

    `through` is for a table whose rows hang on another's: its own column, and the table that column points to.
    """
    rule = f"workspace_id = {NAMED}"
    if through is not None:
        column, parent = through
        rule = f"EXISTS (SELECT 1 FROM {parent} held WHERE held.id = {table}.{column} AND held.{rule})"  # noqa: S608
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;"
        f"CREATE POLICY {POLICY} ON {table} USING ({rule}) WITH CHECK ({rule});"
    )


def open_sql(table: str) -> str:
    """What takes the policy away again: the reverse of a migration, and the frame of one that changes data."""
    return (
        f"DROP POLICY {POLICY} ON {table};ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY;"
    )


def _id(workspace: Workspace | UUID) -> UUID:
    return workspace if isinstance(workspace, UUID) else workspace.id


def _set(workspace: UUID | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, true)", [SETTING, str(workspace or "")])
