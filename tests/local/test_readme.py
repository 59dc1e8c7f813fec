"""The README's walk through the demo, typed as it stands there against a real hub, with the decision in a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.local.processes import SOURCES, Hub

pytestmark = [
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("curl") is None, reason="the README walks with curl, which is not installed"),
]
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)


class Walk:
    """The README's commands against one hub; each block runs in a shell of its own that knows the first one's names."""

    def __init__(self, home: Path, url: str) -> None:
        text = (SOURCES / "README.md").read_text(encoding="utf-8")
        here = {
            "http://127.0.0.1:8000": url,
            "var/demo.json": str(home / "demo.json"),
            ".venv/bin/python": sys.executable,
        }
        for name, real in here.items():
            text = text.replace(name, real)
        self.names, *self.steps = [block for block in BLOCK.findall(text) if "make " not in block]
        self._home = home

    def take(self, place: int) -> list[Any]:
        """Run one step; the JSON documents it printed."""
        environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
        ran = subprocess.run(
            ["sh", "-e", "-c", self.names + self.steps[place]],
            cwd=SOURCES,
            env={**environment, "MEMORYHUB_HOME": str(self._home)},
            capture_output=True,
            text=True,
            check=True,
        )
        return list(_documents(ran.stdout))


def _documents(text: str) -> Iterator[Any]:
    """Every JSON document in an output; a line that begins none is for people."""
    decoder = json.JSONDecoder()
    while text := text.strip():
        if text[0] in "{[":
            found, end = decoder.raw_decode(text)
            yield found
            text = text[end:]
        else:
            text = text.partition("\n")[2]


def _values(answer: dict[str, Any]) -> list[Any]:
    return [item["value"] for item in answer["items"]]


def _decide(page: Page, ready: dict[str, Any]) -> None:
    """What the README asks the visitor to do in the browser."""
    owner = ready["logins"]["owner"]
    page.goto(ready["url"])
    page.get_by_label("E-mail").fill(owner["email"])
    page.get_by_label("Password").fill(owner["password"])
    page.keyboard.press("Enter")
    page.get_by_role("link", name="acme").first.click()
    page.get_by_label("Accept new").check()
    page.get_by_label("Reason in your words").fill("Confirmed by phone.")
    page.get_by_role("button", name="Record decision").click()
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("Main contact")


def test_the_walk_goes_as_the_readme_says(used_home: Path, page: Page) -> None:
    ready: dict[str, Any] = dict(Hub(used_home).ready())
    walk = Walk(used_home, ready["url"])
    [dana] = walk.take(0)
    assert _values(dana) == ["Dana"]
    assert [caveat["code"] for caveat in dana["items"][0]["caveats"]] == ["under_review"]

    marina, tiago = walk.take(1)
    assert (marina["state"], marina["outcome"]["action"]) == ("settled", "append")
    assert (tiago["state"], tiago["reason"]) == ("pending", "sensitive_field")
    [cases] = walk.take(2)
    assert [case["id"] for case in cases["items"]] == [tiago["outcome"]["case"]]

    _decide(page, ready)
    lee, history = walk.take(3)
    assert (_values(lee), _values(history)) == (["Lee"], ["Dana"])
    assert history["items"][0]["status"] == "superseded"

    held, known, before = walk.take(4)
    assert _values(held) == ["Avenida Atlântica, 2300, Santos"]
    assert _values(known) == _values(before) == ["Rua das Palmeiras, 120, São Paulo"]
    [why] = walk.take(5)
    assert "same rank, later effective date" in why["sentence"]

    [again] = walk.take(6)
    assert (again["logins"], again["tokens"]) == (ready["logins"], ready["tokens"])
    [dana] = walk.take(0)
    assert _values(dana) == ["Dana"]
