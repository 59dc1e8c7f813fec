"""Switches one break on for a test run: `SABOTAGE=I1 pytest -p tests.sabotage.plugin …`."""

from __future__ import annotations

import os

import pytest

KEY = os.environ.get("SABOTAGE", "")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """After every test module was imported, so that what they hold is patched too."""
    from tests.sabotage.breaks import BREAKS  # noqa: PLC0415 - needs Django's settings

    chosen = next((one for one in BREAKS if one.key == KEY), None)
    if chosen is None:
        raise pytest.UsageError(f"SABOTAGE names no break: {KEY!r}")
    chosen.patch()


@pytest.fixture(autouse=True, scope="session")
def _break_database(request: pytest.FixtureRequest) -> None:
    from django.db import connection  # noqa: PLC0415 - needs Django's settings

    from tests.plugins.walls import as_owner  # noqa: PLC0415
    from tests.sabotage.breaks import BREAKS  # noqa: PLC0415

    sql = next(one.sql for one in BREAKS if one.key == KEY)
    if not sql:
        return
    request.getfixturevalue("django_db_setup")
    blocker = request.getfixturevalue("django_db_blocker")
    with blocker.unblock(), as_owner(), connection.cursor() as cursor:
        cursor.execute(sql)
