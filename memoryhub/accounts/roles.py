"""The plain database roles: the one that web and workers use, and the auditor's. The owner makes both, and migrates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction

from memoryhub.accounts.grants import FUNCTIONS, of_app, of_auditor

APP, AUDITOR = "memoryhub_app", "memoryhub_auditor"
PLAIN = "NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION"
# Hubs that share a server also share its roles; whoever changes rights takes a turn (the letters "roles").
_TURN = 0x726F6C6573


def ensure(*, login: bool = False, passwords: dict[str, str] | None = None) -> list[str]:
    """Make the roles where they are missing and set their rights on every table; the roles. Run by the owner.

    `login` lets both sign in, with a password where one is given. Repeating it changes nothing, and takes in tables
    that have come since.
    """
    for role in (APP, AUDITOR):
        _ensure_role(role, login=login, password=(passwords or {}).get(role, ""))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])
        for statement in _statements(_tables()):
            cursor.execute(statement)
    return [APP, AUDITOR]


@contextmanager
def acting_as(role: str) -> Iterator[None]:
    """Work as another role on this connection, as far as ours may."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {role}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def _ensure_role(role: str, *, login: bool, password: str) -> None:
    """Make or mend one role. Two owners at once may both try, so what counts is what is there afterwards."""
    try:
        with transaction.atomic():
            _change_role(role, login=login, password=password)
    except DatabaseError:
        with transaction.atomic():
            _change_role(role, login=login, password=password)


def _change_role(role: str, *, login: bool, password: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])
        cursor.execute(
            "SELECT rolsuper OR rolbypassrls OR rolcreatedb OR rolcreaterole OR rolreplication, rolcanlogin"
            " FROM pg_roles WHERE rolname = %s",
            [role],
        )
        found = cursor.fetchone()
        if found is None:
            cursor.execute(f"CREATE ROLE {role} {PLAIN}")
        elif found[0]:
            cursor.execute(f"ALTER ROLE {role} {PLAIN}")
        if login and (found is None or not found[1]):
            cursor.execute(f"ALTER ROLE {role} LOGIN")
        if password:
            cursor.execute(f"ALTER ROLE {role} PASSWORD '{_encrypted(role, password)}'")


def _encrypted(role: str, password: str) -> str:
    """As the server stores it, so that no log of statements shows it."""
    connection.ensure_connection()
    found: bytes = connection.connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256")
    return found.decode()


def _statements(tables: dict[str, list[str]]) -> Iterator[str]:
    for role in (APP, AUDITOR):
        yield f"GRANT USAGE ON SCHEMA public TO {role}"
    yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {APP}"
    yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT ON TABLES TO {APP}"
    yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO {APP}"
    yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO {AUDITOR}"
    for table, functions in FUNCTIONS.items():
        if table in tables:
            yield f"GRANT EXECUTE ON FUNCTION {', '.join(functions)} TO {APP}"
    for table, columns in tables.items():
        yield from of_app(APP, table, columns)
        yield from of_auditor(AUDITOR, table, columns)


def _tables() -> dict[str, list[str]]:
    """The tables of the schema that we own, with their columns."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum) FROM pg_class c"
            " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
            " WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')"
            " AND pg_has_role(c.relowner, 'USAGE') GROUP BY 1 ORDER BY 1"
        )
        return {table: list(columns) for table, columns in cursor.fetchall()}
