"""I9: an acknowledged claim exists and is settled or pending, whatever was killed, a minute after the last kill.

The chaos of docs/chaos.md in its short form: a hub of its own under load, everything in it killed at random, and then
every answer that a client wrote down against every row. The same run holds I1-I8, I14, I16 and I25 to account.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.sabotage import hub

PROVE = bool(os.environ.get("PROVE"))
SECONDS = float(os.environ.get("CHAOS_SECONDS") or (600 if PROVE else 15))
RUNS = 3 if PROVE else 1
# A load that is worth the name, however busy the machine.
CLAIMS_PER_SECOND = 2
# What a minute is to a firm is a few seconds here: the last fault leaves work that only the sweeper knows of.
SOON = {"OUTBOX_LATE_SECONDS": "8", "OUTBOX_SWEEP_SECONDS": "2"}

pytestmark = [pytest.mark.processes, pytest.mark.long]


@pytest.mark.parametrize("seed", range(1, RUNS + 1))
def test_killed_at_random_nothing_acknowledged_is_lost(seed: int, tmp_path: Path) -> None:
    broken = hub.BROKEN.get(key := os.environ.get("SABOTAGE", ""))
    seconds = broken.seconds if broken else SECONDS
    settings = {**({} if PROVE else SOON), **(broken.settings if broken else {})}
    command = ["--seed", str(seed), "--seconds", str(seconds)]
    command += ["--set", *(f"{name}={value}" for name, value in settings.items())]
    if broken:
        command += ["--sabotage", key, "--pause", str(broken.pause), "--only", *broken.faults]
    report = chaos(tmp_path / "report.json", *command)
    assert {name: wrong for name, wrong in report["found"].items() if wrong} == {}
    assert report["lost"] == report["duplicates"] == 0
    assert report["acknowledged"] >= CLAIMS_PER_SECOND * seconds
    assert sum(report["faults"].values()) >= seconds / 4


def chaos(path: Path, *command: str) -> dict[str, Any]:  # Any: as JSON has it
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos", *command, "--json", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert path.exists(), done.stderr
    found: dict[str, Any] = json.loads(path.read_text())[0]
    return found
