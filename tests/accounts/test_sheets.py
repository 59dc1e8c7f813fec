"""The look travels as one file: the tokens stand in it, under their layer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from tests.factories import ROOT


@pytest.fixture
def collected(tmp_path: Path, settings: Settings) -> Path:
    settings.STATIC_ROOT = str(tmp_path)
    sheets = {"BACKEND": "memoryhub.accounts.sheets.WholeSheets"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": sheets}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


@pytest.mark.django_db
def test_a_page_waits_for_one_sheet_in_which_the_tokens_stand(client: Client, collected: Path) -> None:
    linked = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', client.get("/sign-in/").content.decode())
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    assert linked == [names["css/app.css"]]
    tokens = (ROOT / "static" / "css" / "tokens.css").read_text()
    for name in ("css/app.css", linked[0]):
        sheet = (collected / name).read_text()
        assert f"@layer tokens {{\n{tokens}}}" in sheet, name
        assert "@import" not in sheet, name
