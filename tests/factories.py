"""The people and places tests start from: an owner, a colleague, a stranger, and the workspace two of them share."""

from __future__ import annotations

import hashlib
import itertools
import time
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.test import Client
from django.utils import timezone

from escalations.letters import mailing
from escalations.triage import settle_now
from ledgers.models import Claim, PolicyVersion
from ledgers.services import policies
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts.models import Agent, Member, Role, User, Workspace
from memoryhub.accounts.sessions import CONFIRMED

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


def sign_in(client: Client, user: User, *, ago: int = 0) -> None:
    """Sign somebody in without the form; `ago` seconds ago."""
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = client.session
    session[CONFIRMED] = int(time.time()) - ago
    session.save()


def make_agent(workspace: Workspace, key: str, controller: Member | None = None) -> Agent:
    return Agent.objects.create(workspace=workspace, key=key, name=key, controller=controller)


def mail_all(workspace: Workspace) -> int:
    """Send the mail that is due within the next two days."""
    return mailing.mail_waiting(workspace.id, timezone.now() + timedelta(days=2))


def read_policy(path: str) -> dict[str, Any]:
    """A policy file of the project, such as `tests/cases/p0.toml`."""
    return tomllib.loads((ROOT / path).read_text())


def activate(workspace: Workspace, path: str = "tests/cases/p0.toml") -> PolicyVersion:
    return policies.activate(workspace=workspace, document=read_policy(path), member=None)


def activate_document(workspace: Workspace, document: dict[str, Any]) -> PolicyVersion:
    return policies.activate(workspace=workspace, document=document, member=None)


def post(
    agent: Agent,
    subject: str,
    field: str,
    scope: str,
    value: object,
    *,
    source: str,
    since: datetime | None = None,
    kind: str = "assert",
) -> Claim:
    """A claim by an agent whose token allows everything, settled at once where its field is known."""
    number = str(next(_numbers))
    done = submit(
        workspace=agent.workspace,
        author=Author(agent=agent, sources=["*"], scopes=["*"]),
        data=ClaimInput(
            subject=subject, field=field, scope=scope, source=source, value=value, kind=kind,
            effective_at=since or datetime(2026, 1, 1, tzinfo=UTC),
        ),
        idempotency_key=number,
        request_digest=hashlib.sha256(number.encode()).digest(),
    )  # fmt: skip
    if done.claim.slot_id is not None:
        settle_now(done.claim.id)
    return done.claim
