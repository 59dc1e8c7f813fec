"""A workspace like the one the bad inputs speak of, and its actors: tokens for programs, sessions for people."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from ledgers.domain.tiers import Tier
from ledgers.services import policies, registries
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Member, Role, Token, Workspace
from tests.factories import make_agent, make_member, make_workspace, sign_in

JSON = "application/json"
BODY = {
    "subject": "customer:acme",
    "field": "contact.preferred_time",
    "scope": "team:sales",
    "value": "09:00",
    "source": "crm-main",
    "effective_at": "2026-03-01T12:00:00Z",
}
_keys = itertools.count(1)
Answer = HttpResponse


@dataclass
class World:
    """`secrets` opens the programs' tokens; `people` are members who can sign in.

    `spent` is the processor time of the last request of a bad input, `undo` what its setup has to put right again,
    `made` what stands for its placeholders, `actor` who sends it, `other` another workspace once one is needed.
    """

    workspace: Workspace
    secrets: dict[str, str] = field(default_factory=dict)
    people: dict[str, Member] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    spent: float = 0.0
    undo: list[Callable[[], None]] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)
    actor: str = ""
    other: World | None = None

    def headers(self, actor: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secrets[actor]}"} if actor in self.secrets else {}

    def signed_in(self, actor: str, *, enforce_csrf: bool = False) -> Client:
        client = Client(enforce_csrf_checks=enforce_csrf, raise_request_exception=False)
        user = self.people[actor].user
        assert user is not None
        sign_in(client, user)
        return client

    def get(self, path: str, actor: str = "agent", **headers: str) -> Answer:
        return cast("Answer", self.client.get(f"/api/v1{path}", headers={**self.headers(actor), **headers}))

    def post(self, path: str, body: object, actor: str = "agent", **headers: str) -> Answer:
        sent = {**self.headers(actor), **headers}
        found = self.client.post(f"/api/v1{path}", json.dumps(body), content_type=JSON, headers=sent)
        return cast("Answer", found)

    def delete(self, path: str, actor: str = "agent") -> Answer:
        return cast("Answer", self.client.delete(f"/api/v1{path}", headers=self.headers(actor)))

    def claim(self, actor: str = "agent", *, key: str = "", wait: int = 5, **said: object) -> Answer:
        """Post a claim that differs from BODY in what is said; settled before the answer unless `wait` is 0."""
        headers = {"Idempotency-Key": key or f"world-{next(_keys)}"}
        if wait:
            headers["Prefer"] = f"wait={wait}"
        return self.post("/claims", {**BODY, **said}, actor, **headers)

    def facts(self, actor: str = "agent", **query: str) -> list[dict[str, Any]]:
        answer = self.client.get("/api/v1/facts", query, headers=self.headers(actor))
        assert answer.status_code == 200, answer.content
        return cast("list[dict[str, Any]]", answer.json()["items"])


def build() -> World:
    world = World(make_workspace())
    _people(world)
    _registries(world)
    _tokens(world)
    return world


def _people(world: World) -> None:
    workspace = world.workspace
    world.people = {
        "owner": make_member(workspace, "owner", Role.OWNER),
        "owner_is_proposer": make_member(workspace, "owner-is-proposer", Role.OWNER),
        "backup": make_member(workspace, "backup", Role.OWNER),
        "delegate": make_member(workspace, "delegate", Role.OWNER),
        "other_user": make_member(workspace, "other-user"),
        "auditor": make_member(workspace, "auditor", Role.AUDITOR),
        "admin": make_member(workspace, "admin", Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN),
    }


def _registries(world: World) -> None:
    workspace, admin = world.workspace, world.people["admin"]
    registries.save_source(workspace=workspace, by=admin, key="crm-main", tier="system_of_record", undated="now")
    registries.save_source(workspace=workspace, by=admin, key="billing-system", tier="system_of_record")
    registries.save_source(workspace=workspace, by=admin, key="web", tier="unattributed", external=True)
    for key in ("team:sales", "team:finance"):
        registries.save_scope(workspace=workspace, by=admin, key=key)
    document = {"tiers": [str(tier) for tier in Tier], "automatic": ["*"], "four_eyes": ["payment"]}
    policies.activate(workspace=workspace, document=document, member=admin)
    registries.save_field(workspace=workspace, by=admin, key="contact.preferred_time", type="text")
    registries.save_field(workspace=workspace, by=admin, key="notes.general", type="text", values="many")
    registries.save_field(workspace=workspace, by=admin, key="payment.iban", type="iban", sensitivity="payment")
    registries.save_field(workspace=workspace, by=admin, key="contact.email", type="email", sensitivity="contact")
    proposers = ["agent:agent", "agent:agent_2", "agent:agent_readonly", "agent:agent_external"]
    for scope, owner in (("team:sales", "owner"), ("team:finance", "owner_is_proposer")):
        registries.save_responsibility(
            workspace=workspace,
            by=admin,
            scope=scope,
            owner=world.people[owner],
            backup=world.people["backup"],
            delegates=[world.people["delegate"]] if scope == "team:sales" else [],
            proposers=proposers,
        )


def _tokens(world: World) -> None:
    now = timezone.now()
    _program(world, "agent")
    _program(world, "agent_2")
    _program(world, "agent_readonly", may_write=False)
    _program(world, "agent_not_proposer")
    _program(world, "agent_external", sources=["web"])
    _program(world, "agent_expired", expires_at=now - dt.timedelta(seconds=1))
    revoked = _program(world, "agent_revoked")
    tokens.revoke(token=revoked, by=world.people["admin"])


def _program(
    world: World,
    key: str,
    *,
    sources: list[str] | None = None,
    may_write: bool = True,
    expires_at: dt.datetime | None = None,
) -> Token:
    issued = tokens.issue(
        workspace=world.workspace,
        name=key,
        agent=make_agent(world.workspace, key, world.people["owner_is_proposer"]),
        sources=sources or ["crm-main"],
        scopes=["team:sales"],
        may_write=may_write,
        expires_at=expires_at,
        by=world.people["admin"],
    )
    world.secrets[key] = issued.secret
    return issued.token
