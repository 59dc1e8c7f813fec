"""Whether the role at work is held by the walls. Web and worker processes refuse to serve with any other."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError, connection
from django.db.backends.signals import connection_created

from memoryhub.accounts.walls import OUTSIDE

log = logging.getLogger(__name__)

# The login and the role it took: both, since a session may always go back to its login.
ROLES = """
SELECT r.rolname, r.rolsuper, r.rolbypassrls,
       EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity
               AND pg_has_role(r.oid, c.relowner, 'MEMBER'))
FROM pg_roles r WHERE r.rolname IN (session_user, current_user)
"""
# Also asked: a database that was restored or mended by hand may have lost a wall.
OPEN = """
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
  AND NOT (c.relrowsecurity AND c.relforcerowsecurity) AND c.relname <> ALL (%s) ORDER BY 1
"""
REMEDY = "Run `manage.py migrate` and `manage.py roles` as the owner, then let DATABASE_URL sign in as memoryhub_app."
_state = {"proven": False}


def refusals() -> list[str]:
    """Why nobody should serve from this database with this login; empty when all is well."""
    with connection.cursor() as cursor:
        cursor.execute(ROLES)
        found = [reason for row in cursor.fetchall() for reason in _against(*row)]
        cursor.execute(OPEN, [list(OUTSIDE)])
        return found + [f"The table {table} has no walls." for (table,) in cursor.fetchall()]


def serve() -> None:
    """What a serving process calls as it starts. Where the database is away, its first connection is looked at."""
    try:
        prove()
    except (OperationalError, InterfaceError) as error:
        log.warning("the database is away, so its role is looked at later: %s", type(error).__name__)
        connection_created.connect(_look)
    finally:
        connection.close()


def prove() -> None:
    """Raise ImproperlyConfigured where the role is one that no wall holds; once proven, free."""
    if _state["proven"]:
        return
    reasons = refusals()
    if reasons:
        raise ImproperlyConfigured(" ".join([*reasons, REMEDY]))
    _state["proven"] = True


def _look(**_sent: object) -> None:
    """Hand out no connection before the role is proven; who wants one hears what they hear of a database that is away.

    A process that serves already has nobody to stop it, and a wrong role may be put right while it runs.
    """
    try:
        prove()
    except ImproperlyConfigured as refused:
        log.error("the database is not used: %s", refused)  # noqa: TRY400 - the reason is known, no place in the code
        raise OperationalError(str(refused)) from refused
    finally:
        if not _state["proven"]:
            # It is open by now, and would be used without asking again.
            connection.close()


@register(Tags.database, deploy=True)
def check(databases: Iterable[str] | None = None, **_asked: object) -> list[CheckMessage]:
    """`manage.py check --deploy --database default`, with the login that web and workers use.

    Only with --deploy: `migrate` asks the checks of the database too, and is the owner's.
    """
    if not databases or "default" not in databases:
        return []
    return [Error(reason, hint=REMEDY, id="memoryhub.E001") for reason in refusals()]


def _against(name: str, is_super: bool, bypasses: bool, owns: bool) -> Iterable[str]:
    if is_super:
        yield f"The database role {name} is a superuser, whom no wall between workspaces holds."
    elif bypasses:
        yield f"The database role {name} has BYPASSRLS, so no wall between workspaces holds it."
    elif owns:
        yield f"The database role {name} owns tables, so it may take down the walls between workspaces."
