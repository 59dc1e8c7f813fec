"""A setting that names no embedder is refused before anything starts, in words."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from pytest_django.fixtures import Settings

from memoryhub.recall.checks import check
from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.embedding.choosing import embedder
from tests.factories import ROOT


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ({"EMBEDDER": "openai"}, "built-in, endpoint, none"),
        ({"EMBEDDER": "endpoint"}, "EMBEDDER_URL"),
        ({"EMBEDDER": "endpoint", "EMBEDDER_URL": "localhost:8000", "EMBEDDER_MODEL": "tiny"}, "EMBEDDER_URL"),
        (
            {"EMBEDDER": "endpoint", "EMBEDDER_URL": "http://localhost", "EMBEDDER_MODEL": "a", "EMBEDDER_DIMS": 0},
            "EMBEDDER_DIMS",
        ),
    ],
)
def test_what_cannot_be_made_is_refused(settings: Settings, said: dict[str, object], word: str) -> None:
    for name, value in said.items():
        setattr(settings, name, value)
    [error] = check()
    assert error.id == "memoryhub.E005"
    assert word in error.msg


def test_each_name_stands_for_its_embedder(settings: Settings) -> None:
    assert isinstance(embedder(), BuiltIn)
    settings.EMBEDDER = "none"
    assert (check(), embedder()) == ([], None)
    settings.EMBEDDER, settings.EMBEDDER_URL, settings.EMBEDDER_MODEL = "endpoint", "http://127.0.0.1:9/v1", "tiny"
    settings.EMBEDDER_DIMS, settings.EMBEDDER_CUT = 4, 0.8
    chosen = embedder()
    assert chosen is not None
    assert (chosen.model, chosen.dims, chosen.duplicate_cut) == ("tiny/4", 4, 0.8)
    assert embedder() is chosen


@pytest.mark.parametrize("command", [["manage.py", "check"], ["-c", "import memoryhub.wsgi"]], ids=["manage", "web"])
def test_nothing_starts_with_an_embedder_that_nobody_knows(command: list[str]) -> None:
    told = {**os.environ, "EMBEDDER": "openai", "DJANGO_SETTINGS_MODULE": "memoryhub.settings"}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=told, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "EMBEDDER is 'openai', which is none of built-in, endpoint, none." in done.stderr
