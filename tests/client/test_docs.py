"""The examples of docs/client.md run, one after the other, against the demo they speak of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from memoryhub.local import demo
from tests import looping
from tests.factories import ROOT

BLOCK = re.compile(r"^```python\n(.+?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_examples_run(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(settings, "HOME", tmp_path)
    tokens = demo.load()["tokens"]
    assert isinstance(tokens, dict)
    monkeypatch.setenv("MEMORYHUB_URL", live_server.url)
    monkeypatch.setenv("MEMORYHUB_TOKEN", tokens["inbox"])
    monkeypatch.setenv("CRM_TOKEN", tokens["crm-sync"])
    capsys.readouterr()

    examples = "\n".join(BLOCK.findall((ROOT / "docs/client.md").read_text(encoding="utf-8")))
    page = compile(examples, "docs/client.md", "exec")
    looping.apart(lambda: exec(page, {"__name__": "examples"}))  # noqa: S102 - our own page

    said = capsys.readouterr().out
    for line in ("settled append", "decides contact.primary by", "contact.primary = Dana", "under_review by case",
                 "scope-not-allowed", "[('#/effective_at', 'naive-datetime')]", "'Dana'"):  # fmt: skip
        assert line in said, said
