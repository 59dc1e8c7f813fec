"""How to get into the demo: passwords and tokens made once, kept in one file that only its owner reads.

Passwords and tokens are stored hashed, so this file is what a second start prints. Where it is lost, or belongs to
another database, new ones are given out and the old ones stop working: what is printed always works.
"""

from __future__ import annotations

import hashlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.hashers import make_password

from memoryhub.accounts import tokens, walls
from memoryhub.accounts.errors import Unauthenticated
from memoryhub.accounts.models import Agent, Member, Token, User, Workspace
from memoryhub.local.demo.keyring import Keyring, Login
from memoryhub.local.demo.world import Table

# How the demo's own tokens are called, so that a visitor's are never taken for them.
TOKEN = "demo"  # noqa: S105 (a name, no secret)
REQUESTS_PER_MINUTE = 6_000
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token may post through, and where it may read and post."""

    sources: list[str]
    scopes: list[str]


def ensure(workspace: Workspace, firm: Table, place: Path) -> dict[str, object]:
    """Make what the file says true, or the file say what is true; and what the `ready` line needs."""
    known = Keyring.read(place)
    ring = Keyring(_logins(workspace, firm, known), _tokens(workspace, firm, known))
    if ring != known:
        ring.write(place)
    return {"workspace": workspace.key, "logins": ring.sign_ins(), "tokens": ring.tokens}


def hand_over(old: Workspace, fresh: Workspace) -> None:
    """The demo's tokens speak for the same people and agents of the fresh workspace."""
    rows = Token.objects.filter(workspace=old, name=TOKEN, revoked_at__isnull=True)
    with walls.inside(old):
        held = [(token, token.holder.key) for token in rows.select_related("workspace", "agent", "member")]
    with walls.inside(fresh):
        for token, key in held:
            kind = Agent if token.agent else Member
            tokens.hand_over(token=token, holder=kind.objects.get(workspace=fresh, key=key))


def _logins(workspace: Workspace, firm: Table, known: Keyring) -> dict[str, Login]:
    found = {name: _user(workspace, key) for name, key in firm["logins"].items()}
    users = {name: user for name, user in found.items() if user is not None}
    right = {name: known.logins[name] for name, user in users.items() if _opens(known.logins.get(name), user)}
    missing = [name for name in users if name not in right]
    passwords = {name: known.logins[name].password if name in known.logins else _password() for name in missing}
    # Slow on purpose, each; together they take as long as the cores need, since hashing runs outside the interpreter.
    with ThreadPoolExecutor() as pool:
        stored = dict(zip(missing, pool.map(make_password, (passwords[name] for name in missing)), strict=True))
    for name in missing:
        User.objects.filter(pk=users[name].pk).update(password=stored[name])
        right[name] = Login(users[name].email, passwords[name], _fingerprint(stored[name]))
    return {name: right[name] for name in users}


def _user(workspace: Workspace, key: str) -> User | None:
    """Whoever signs in as this member; nobody where an earlier version loaded the demo without that login."""
    return User.objects.filter(memberships__workspace=workspace, memberships__key=key).first()


def _opens(login: Login | None, user: User) -> bool:
    """Whether the stored hash is of this password; told by its fingerprint, since checking costs as much as hashing."""
    return login is not None and login.email == user.email and login.stored == _fingerprint(user.password)


def _fingerprint(stored: str) -> str:
    return hashlib.sha256(stored.encode()).hexdigest()[:16]


def _password() -> str:
    """Sixteen letters and digits that nobody mistakes for each other when typing them off a screen."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def _tokens(workspace: Workspace, firm: Table, known: Keyring) -> dict[str, str]:
    admin = Member.objects.get(workspace=workspace, key=firm["founder"]["key"])
    wanted: dict[str, tuple[Agent | Member, Grant]] = {"admin": (admin, Grant([], ["*"]))}
    for row in firm["agents"]:
        agent = Agent.objects.get(workspace=workspace, key=row["key"])
        wanted[agent.key] = agent, Grant(row["sources"], row["scopes"])
    return {
        name: known.tokens[name] if _speaks_for(holder, known.tokens.get(name)) else _issue(holder, grant, by=admin)
        for name, (holder, grant) in wanted.items()
    }


def _issue(holder: Agent | Member, grant: Grant, by: Member) -> str:
    """A token in the place of the one whose secret nobody knows any more."""
    agent, member = (holder, None) if isinstance(holder, Agent) else (None, holder)
    for token in Token.objects.filter(agent=agent, member=member, name=TOKEN, revoked_at__isnull=True):
        tokens.revoke(token=token, by=by)
    issued = tokens.issue(
        workspace=holder.workspace,
        name=TOKEN,
        agent=agent,
        member=member,
        sources=grant.sources,
        scopes=grant.scopes,
        may_write=True,
        # One machine, one person: whoever tries it out with a loop of their own should not be slowed down.
        requests_per_minute=REQUESTS_PER_MINUTE,
        by=by,
    )
    return issued.secret


def _speaks_for(holder: Agent | Member, secret: str | None) -> bool:
    try:
        return secret is not None and tokens.authenticate(secret).holder == holder
    except Unauthenticated:
        return False
