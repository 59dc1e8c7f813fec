"""/healthz and /readyz, the two questions a supervisor asks."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import RequestFactory

from memoryhub.local import health
from tests.plugins.walls import as_owner


def test_alive_needs_no_database(rf: RequestFactory) -> None:
    # No database mark: a query would fail the test.
    assert health.alive(rf.get("/healthz")).status_code == 200


@pytest.mark.django_db
def test_ready_when_every_migration_is_applied(rf: RequestFactory) -> None:
    assert health.ready(rf.get("/readyz")).status_code == 200


@pytest.mark.django_db
def test_not_ready_while_a_migration_is_missing(rf: RequestFactory) -> None:
    with as_owner():
        MigrationRecorder.Migration.objects.filter(app="ledgers").delete()
    answer = health.ready(rf.get("/readyz"))
    assert answer.status_code == 503
    assert b"migrations_missing" in answer.content


def test_not_ready_without_a_database(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OperationalError

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.ensure_connection", refuse)
    assert health.ready(rf.get("/readyz")).status_code == 503
