"""The log through the API: for auditors and admins, in its sealed order, without a value."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from django.db import connection, transaction
from pytest_django.fixtures import Settings

from ledgers.models import Transaction, Unsealed
from ledgers.services import checkpoints, sealing
from tests.api.world import World, build
from tests.plugins.walls import as_owner


@pytest.fixture
def logged(transactional_db: None, settings: Settings, tmp_path: Path) -> World:
    settings.CHECKPOINTS = str(tmp_path / "checkpoints.jsonl")
    settings.CHECKPOINT_KEY_FILE = str(tmp_path / "signing.pem")
    world = build()
    for number in range(5):
        assert world.claim(value=f"secret time {number}", effective_at=f"2026-03-0{number + 1}").status_code == 201
    deadline = time.monotonic() + 60
    while Unsealed.objects.exists():
        sealing.seal_waiting()
        assert time.monotonic() < deadline
    checkpoints.write_due(everything=True)
    return world


def test_rows_come_in_their_order_and_hold_no_value(logged: World) -> None:
    auditor = logged.signed_in("auditor")
    first = auditor.get("/api/v1/log?limit=3").json()
    assert [item["seq"] for item in first["items"]] == [1, 2, 3]
    assert first["next"] == 4
    rest = auditor.get(f"/api/v1/log?from_seq={first['next']}").json()
    assert [item["seq"] for item in rest["items"]] == [4, 5]
    assert rest["next"] is None
    assert "secret time" not in json.dumps([first, rest])
    assert first["items"][0]["actor"] == "agent:agent"
    one = auditor.get("/api/v1/log/2").json()
    assert one == first["items"][1]
    assert auditor.get("/api/v1/log/99").status_code == 404
    assert auditor.get("/api/v1/log?from_seq=99").json() == {"items": [], "next": None}


def test_only_auditors_and_admins_read_it(logged: World) -> None:
    for path in ("log", "log/1", "log/checkpoints", "log/verify"):
        assert logged.get(f"/{path}").status_code == 403, path
        assert logged.signed_in("owner").get(f"/api/v1/{path}").status_code == 403, path
        assert logged.signed_in("admin").get(f"/api/v1/{path}").status_code == 200, path


def test_a_position_cannot_be_written_to(logged: World) -> None:
    answer = logged.signed_in("admin").delete("/api/v1/log/1")
    assert answer.status_code == 405
    assert answer.json()["type"] == "/problems/method-not-allowed"


def test_checkpoints_are_shown_and_compared(logged: World) -> None:
    auditor = logged.signed_in("auditor")
    shown = auditor.get("/api/v1/log/checkpoints").json()["items"]
    assert [row["rows"] for row in shown] == [5]
    said = auditor.get("/api/v1/log/verify").json()
    assert (said["good"], said["rows"], said["unsealed"], said["checkpoints"]) == (True, 5, 0, 1)
    assert said["findings"] == []


def test_a_changed_row_is_named(logged: World) -> None:
    entry = Transaction.objects.order_by("xid", "id")[2]
    with as_owner(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE ledgers_transaction SET rule = 'forged' WHERE id = %s", [entry.id])
        cursor.execute("RESET session_replication_role")
    said = logged.signed_in("auditor").get("/api/v1/log/verify", headers={"Accept-Language": "en"}).json()
    assert not said["good"]
    found = said["findings"][0]
    assert (found["wrong"], found["seq"], found["transaction"]) == ("row_edited", 3, str(entry.id))
    assert "does not fit its hash" in found["says"]
