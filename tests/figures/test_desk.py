"""The command that prints the budgets of the screens, in its smallest form: all is measured, and no time counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.factories import ROOT
from tests.plugins.browser import chromium


@pytest.mark.browser
@pytest.mark.skipif(chromium() is None, reason="no Chromium found")
def test_every_budget_is_measured_and_stands_beside_its_limit() -> None:
    command = [sys.executable, "-m", "tests.figures", "desk", "--smoke", "--json", "-"]
    alone = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "MEMORYHUB_HOME"}}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False, timeout=1800)
    assert done.stdout, done.stderr[-3000:]
    figures = {figure["name"]: figure for figure in json.loads(done.stdout)["figures"]}
    assert {name for name, figure in figures.items() if figure["exact"] and figure["meets"] == "missed"} == set()
    for told in ("scripts, all", "styles", "page of the queue", "page of a card", "fragment of the queue"):
        assert figures[f"{told}, compressed"]["value"] > 0
    for page in ("queue", "card", "decide", "fact", "poll of the count"):
        assert figures[f"{page} with 20 people at work, p95"]["goal"] > 0
    for page in ("queue", "card"):
        assert figures[f"{page}: largest paint"]["value"] > 0
        assert figures[f"{page}: from a key to what it changes"]["value"] > 0
