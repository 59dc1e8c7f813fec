"""I16: web and workers refuse to serve with a database role that no wall holds, and say what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection, transaction

from memoryhub.accounts import plain_role, roles
from memoryhub.local.places import as_role
from tests.api.server import database_url
from tests.plugins.walls import as_owner

pytestmark = pytest.mark.django_db(transaction=True)

WEB = [sys.executable, "-c", "import memoryhub.wsgi"]
WORKER = [sys.executable, "-m", "celery", "--app", "memoryhub", "worker", "--pool", "threads", "--concurrency", "1"]
REMEDY = "let DATABASE_URL sign in as memoryhub_app"


def run(command: list[str], role: str, limit: float = 60) -> tuple[int, str]:
    environment = {
        **os.environ,
        "DATABASE_URL": as_role(database_url(), role),
        "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
        "BROKER_URL": "memory://",
    }
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=limit, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def role() -> Iterator[str]:
    """A login of this test alone; roles belong to the whole server."""
    name = f"memoryhub_test_{os.getpid()}"
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {name} LOGIN IN ROLE {roles.APP}")
    yield name
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"DROP ROLE {name}")


def test_the_plain_role_serves() -> None:
    assert run(WEB, roles.APP) == (0, "")


def test_a_login_that_is_given_the_plain_role_serves(role: str) -> None:
    assert run(WEB, role) == (0, "")


@pytest.mark.parametrize("command", [WEB, WORKER], ids=["web", "worker"])
def test_a_superuser_does_not(command: list[str]) -> None:
    code, said = run(command, connection.settings_dict["USER"])
    assert code != 0
    assert "is a superuser" in said
    assert REMEDY in said


def test_a_role_with_bypassrls_does_not(role: str) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"ALTER ROLE {role} BYPASSRLS")
    code, said = run(WEB, role)
    assert code != 0
    assert f"The database role {role} has BYPASSRLS" in said


def test_an_owner_of_the_tables_does_not(role: str) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"GRANT {connection.settings_dict['USER']} TO {role}")
    code, said = run(WEB, role)
    assert code != 0
    assert f"The database role {role} owns tables" in said


def test_a_table_that_lost_its_wall_is_named() -> None:
    with transaction.atomic():
        with as_owner(), connection.cursor() as cursor:
            cursor.execute("ALTER TABLE ledgers_claim NO FORCE ROW LEVEL SECURITY")
        assert "The table ledgers_claim has no walls." in plain_role.refusals()
        transaction.set_rollback(True)


def test_the_check_for_deployments_says_the_same() -> None:
    """The tests sign in as the owner and take the plain role, which they could give back."""
    found = run_checks(tags=[Tags.database], include_deployment_checks=True, databases=["default"])
    assert [one.id for one in found if str(one.id).startswith("memoryhub.")] == ["memoryhub.E001"]


def test_roles_may_be_made_again() -> None:
    with as_owner():
        assert roles.ensure(login=True) == [roles.APP, roles.AUDITOR]
        with connection.cursor() as cursor:
            cursor.execute("SELECT has_table_privilege(%s, 'ledgers_fact', 'DELETE')", [roles.APP])
            assert cursor.fetchone() == (False,)


def test_an_auditor_reads_and_never_a_secret() -> None:
    may = "SELECT has_table_privilege(%s, %s, %s)"
    with connection.cursor() as cursor:
        for table, right, allowed in [
            ("ledgers_claim", "SELECT", True),
            ("ledgers_claim", "INSERT", False),
            ("django_session", "SELECT", False),
            ("accounts_user", "SELECT", False),
        ]:
            cursor.execute(may, [roles.AUDITOR, table, right])
            assert cursor.fetchone() == (allowed,), (table, right)
        cursor.execute("SELECT has_column_privilege(%s, 'accounts_user', 'email', 'SELECT')", [roles.AUDITOR])
        assert cursor.fetchone() == (True,)
