"""Registries over REST: listed in pages, changed by their admins, each change audited."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse

from ledgers.models import Claim, RegistryChange
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Member, Role
from tests.api.world import World

pytestmark = pytest.mark.django_db

PATHS = ("sources", "fields", "scopes", "responsibilities", "members", "agents")
NEW: dict[str, dict[str, Any]] = {
    "sources": {"key": "mail", "tier": "unattributed", "external": True},
    "fields": {"key": "price.list", "type": "money", "review_days": 90},
    "scopes": {"key": "client:acme", "name": "Acme"},
    "responsibilities": {"scope": "client:*", "owner": "owner", "backup": "backup", "proposers": ["agent:*"]},
    "members": {"key": "eva", "name": "Eva", "roles": ["owner"], "email": "eva@firm.example"},
    "agents": {"key": "inbox", "name": "Inbox"},
}


def post(world: World, path: str, body: object, actor: str = "admin") -> HttpResponse:
    answer = world.signed_in(actor).post(f"/api/v1/registry/{path}", body, content_type="application/json")
    assert isinstance(answer, HttpResponse)
    return answer


def get(world: World, path: str, actor: str = "admin") -> dict[str, Any]:
    found: dict[str, Any] = world.signed_in(actor).get(f"/api/v1/registry/{path}").json()
    return found


@pytest.mark.parametrize("path", PATHS)
def test_an_entry_is_added_once_then_changed_and_audited(world: World, path: str) -> None:
    before = RegistryChange.objects.count()
    first, second = post(world, path, NEW[path]), post(world, path, NEW[path])
    assert (first.status_code, second.status_code) == (201, 200), first.content
    assert first.content == second.content
    [entry] = [item for item in get(world, f"{path}?limit=200")["items"] if item == json.loads(first.content)]
    assert {name: entry[name] for name in NEW[path]} == NEW[path]
    # The change that changed nothing left no row.
    assert RegistryChange.objects.count() == before + 1
    assert RegistryChange.objects.latest("at").member == world.people["admin"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("actor", ["owner", "auditor", "other_user"])
def test_without_the_role_nothing_is_written(world: World, path: str, actor: str) -> None:
    answer = post(world, path, NEW[path], actor)
    assert (answer.status_code, json.loads(answer.content)["type"]) == (403, "/problems/role-required")


@pytest.mark.parametrize("path", PATHS)
def test_an_agent_writes_no_registry(world: World, path: str) -> None:
    assert world.post(f"/registry/{path}", NEW[path]).status_code == 403


def test_an_agent_reads_what_it_needs_and_no_people(world: World) -> None:
    for path in ("sources", "fields", "scopes"):
        assert world.get(f"/registry/{path}").status_code == 200
    for path in ("responsibilities", "members", "agents", "unknown-fields"):
        assert world.get(f"/registry/{path}").status_code == 403
    assert [scope["key"] for scope in json.loads(world.get("/registry/scopes").content)["items"]] == ["team:sales"]


def test_an_admins_own_token_manages_too(world: World) -> None:
    admin = world.people["admin"]
    issued = tokens.issue(workspace=world.workspace, name="a", member=admin, scopes=["*"], may_write=True, by=admin)
    world.secrets["admin"] = issued.secret
    assert world.post("/registry/scopes", NEW["scopes"], "admin").status_code == 201


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("sources", {"key": "x", "tier": "approved_document"}, "#/responsible"),
        ("sources", {"key": "x", "tier": "system_of_record", "external": True}, "#/tier"),
        ("sources", {"key": "x", "tier": "best"}, "#/tier"),
        ("sources", {"key": "x", "tier": "counterparty", "person": "nobody"}, "#/person"),
        ("sources", {"key": "x", "tier": "counterparty", "subjects": [5]}, "#/subjects/0"),
        ("fields", {"key": "Price", "type": "money"}, "#/key"),
        ("fields", {"key": "price", "type": "gold"}, "#/type"),
        ("fields", {"key": "price", "review_days": "90"}, "#/review_days"),
        ("scopes", {"key": "two words"}, "#/key"),
        ("responsibilities", {"owner": "owner", "backup": "owner"}, "#/backup"),
        ("responsibilities", {"owner": "owner"}, "#/backup"),
        ("members", {"key": "Eva!", "name": "Eva"}, "#/key"),
        ("members", {"key": "eva", "name": "Eva", "email": "no"}, "#/email"),
        ("members", {"key": "eva", "name": "Eva", "roles": ["king"]}, "#/roles/0"),
        ("members", {"key": "eva"}, "#/name"),
        ("agents", {"key": "x", "active": "yes"}, "#/active"),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_place(
    world: World, path: str, body: dict[str, Any], pointer: str
) -> None:
    answer = post(world, path, body)
    assert answer.status_code == 422, answer.content
    assert pointer in [error["pointer"] for error in json.loads(answer.content)["errors"]]


def test_a_registry_admin_gives_no_rights_over_others(world: World) -> None:
    admin = world.people["admin"]
    Member.objects.filter(pk=admin.pk).update(roles=[Role.REGISTRY_ADMIN])
    assert post(world, "members", {**NEW["members"], "roles": ["account_admin"]}).status_code == 403
    assert post(world, "members", {"key": "admin", "name": "A", "roles": ["account_admin"]}).status_code == 403
    assert post(world, "members", NEW["members"]).status_code == 201


def test_roles_left_out_stay_as_they_are(world: World) -> None:
    post(world, "members", {"key": "auditor", "name": "New name"})
    assert Member.objects.get(key="auditor").roles == ["auditor"]


def unknown(world: World) -> str:
    return str(json.loads(world.claim(field="contact.fax", value="+55 11 5555-5555").content)["id"])


def test_an_unknown_field_is_registered_and_what_waited_settles(world: World) -> None:
    claim = unknown(world)
    [row] = get(world, "unknown-fields")["items"]
    assert (row["key"], row["claims"], row["answer"]) == ("contact.fax", 1, None)
    answer = post(world, "unknown-fields/contact.fax", {"choice": "register", "type": "text", "name": "Fax"})
    assert json.loads(answer.content)["answer"] == "register"
    assert Claim.objects.get(pk=claim).slot is not None
    assert get(world, "unknown-fields")["items"] == []


def test_an_unknown_field_is_mapped_or_refused(world: World) -> None:
    unknown(world)
    wrong = post(world, "unknown-fields/contact.fax", {"choice": "map", "field": "no.such"})
    assert wrong.status_code == 422
    body = {"choice": "map", "field": "contact.preferred_time"}
    assert json.loads(post(world, "unknown-fields/contact.fax", body).content)["mapped_to"] == "contact.preferred_time"
    again = post(world, "unknown-fields/contact.fax", {"choice": "refuse"})
    assert again.status_code == 422
    assert len(get(world, "unknown-fields?state=answered")["items"]) == 1


@pytest.mark.parametrize(
    "body",
    [{"choice": "map"}, {"choice": "refuse", "type": "text"}, {"choice": "register", "field": "contact.email"}, {}],
)
def test_an_answer_takes_only_its_own_members(world: World, body: dict[str, str]) -> None:
    unknown(world)
    assert post(world, "unknown-fields/contact.fax", body).status_code == 422
    assert len(get(world, "unknown-fields")["items"]) == 1
