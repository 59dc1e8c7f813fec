"""The people and places tests start from: an owner, a colleague, a stranger, and the workspace two of them share."""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path
from typing import Any

from ledgers.models import PolicyVersion
from ledgers.services import policies
from memoryhub.accounts.models import Agent, Member, Role, User, Workspace

ROOT = Path(__file__).parent.parent
PASSWORD = "correct horse battery"
_numbers = itertools.count(1)


def make_workspace(key: str = "") -> Workspace:
    key = key or f"firm-{next(_numbers)}"
    return Workspace.objects.create(key=key, name=key.title())


def make_member(workspace: Workspace, key: str, *roles: Role, staff: bool = False) -> Member:
    """A member who can sign in as key@workspace.example with PASSWORD."""
    user = User.objects.create_user(f"{key}@{workspace.key}.example", PASSWORD, is_staff=staff)
    return Member.objects.create(workspace=workspace, user=user, key=key, name=key.title(), roles=list(roles))


def make_agent(workspace: Workspace, key: str, controller: Member | None = None) -> Agent:
    return Agent.objects.create(workspace=workspace, key=key, name=key, controller=controller)


def read_policy(path: str) -> dict[str, Any]:
    """A policy file of the project, such as `tests/cases/p0.toml`."""
    return tomllib.loads((ROOT / path).read_text())


def activate(workspace: Workspace, path: str = "tests/cases/p0.toml") -> PolicyVersion:
    return policies.activate(workspace=workspace, document=read_policy(path), member=None)
