"""`manage.py policy --diff`: every case that a draft decides otherwise, over what the workspace has registered."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ledgers.models import PolicyVersion
from ledgers.services import policies, registries
from memoryhub.accounts.models import Workspace
from tests import factories

pytestmark = pytest.mark.django_db

P0 = factories.ROOT / "tests" / "cases" / "p0.toml"


@pytest.fixture
def workspace() -> Workspace:
    workspace = factories.make_workspace("acme")
    for key, tier in (("crm", "system_of_record"), ("inbox", "agent_inference")):
        registries.save_source(workspace=workspace, by=None, key=key, tier=tier)
    policies.activate(workspace=workspace, document=tomllib.loads(P0.read_text()), member=None)
    return workspace


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.toml"
    path.write_text(P0.read_text().replace('newer_weaker = "caveat"', 'newer_weaker = "ask"'))
    return path


def run(*arguments: object) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("policy", *map(str, arguments), stdout=out, stderr=io.StringIO())
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


def test_it_says_what_would_end_otherwise_and_changes_nothing(workspace: Workspace, draft: Path) -> None:
    status, said = run("--diff", draft, "--workspace", "acme")
    assert status == 0
    assert "Was settled by rule, would go to a person" in said
    assert "a weaker source says something newer" in said
    assert "newer_weaker: caveat → ask" in said
    assert PolicyVersion.objects.count() == 1


def test_it_compares_with_the_version_that_is_named(workspace: Workspace, draft: Path) -> None:
    policies.activate(workspace=workspace, document=tomllib.loads(draft.read_text()), member=None)
    _status, with_active = run("--diff", draft, "--workspace", "acme")
    assert with_active.strip() == "No case would be decided otherwise."
    _status, with_first = run("--diff", draft, "--workspace", "acme", "--base", 1)
    assert "newer_weaker: caveat → ask" in with_first
    assert run("--diff", draft, "--workspace", "acme", "--base", 7) == (2, "There is no version 7 in this workspace.")


def test_it_is_told_as_json_too(workspace: Workspace, draft: Path, tmp_path: Path) -> None:
    _status, said = run("--diff", draft, "--workspace", "acme", "--json", "-")
    found = json.loads(said)
    assert found["count"] == sum(group["count"] for group in found["groups"]) > 0
    assert {group["shift"] for group in found["groups"]} == {"to_owner"}
    file = tmp_path / "found.json"
    run("--diff", draft, "--workspace", "acme", "--json", file)
    assert json.loads(file.read_text()) == found


def test_it_wants_to_know_where(workspace: Workspace, draft: Path) -> None:
    status, said = run("--diff", draft)
    assert status == 2
    assert "--workspace KEY" in said
