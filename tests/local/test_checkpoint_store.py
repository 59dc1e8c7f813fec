"""A whole hub with an object store: its worker puts checkpoints there, and they fit its log."""

from __future__ import annotations

from pathlib import Path

from tests.ledgers.s3 import BUCKET, serving
from tests.local.processes import Hub, Running, until


def test_a_hub_puts_its_checkpoints_into_the_store(used_home: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "s3") as server:
        environment = {**server.environment, "CHECKPOINT_STORE": f"s3://{BUCKET}/hub"}
        hub = Hub(used_home, 0, **environment)
        hub.ready()
        until(server.objects, "a checkpoint in the store")
        check = Running("manage.py", "verify_log", "--store", f"s3://{BUCKET}/hub", home=used_home, **environment)
        assert check.wait() == 0, check.said
        assert "good; " in check.said
        assert hub.end() == 0, hub.said
        lines = (used_home / "checkpoints" / "checkpoints.jsonl").read_bytes().splitlines(keepends=True)
        assert set(server.objects().values()) <= set(lines)
