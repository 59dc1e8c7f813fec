"""The command that measures a backtest, in its smallest form: all is measured, and no time counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.factories import ROOT


@pytest.mark.long
@pytest.mark.processes
def test_a_backtest_is_measured_and_stands_beside_its_goals() -> None:
    command = [sys.executable, "-m", "tests.figures", "backtest", "--smoke", "--json", "-"]
    alone = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "MEMORYHUB_HOME"}}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False, timeout=900)
    assert done.stdout, done.stderr[-3000:]
    figures = {figure["name"]: figure for figure in json.loads(done.stdout)["figures"]}
    name = "backtest of 300 rows"
    assert set(figures) == {
        *(name, f"{name}: memory", f"{name}: cancelled", f"{name}: not as recorded", f"{name}: the same bytes again")
    }
    assert not [told for told, figure in figures.items() if figure["exact"] and figure["meets"] != "goal"]
    assert figures[f"{name}: memory"]["value"] > 0
