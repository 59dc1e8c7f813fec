"""Who calls: a bearer token or a session, each checked on every request, and nothing open by default."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from rest_framework.views import APIView

from ledgers.services import registries
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Agent, Token
from memoryhub.api.explicit import Explicit
from memoryhub.api.permissions import Denied
from memoryhub.api.urls import urlpatterns
from tests.api.world import Answer, World, build

pytestmark = pytest.mark.django_db

DECISION = {"choice": "keep", "version": 1, "evidence_digest": "0" * 64}


def type_of(answer: Answer) -> str:
    return str(json.loads(answer.content)["type"]).removeprefix("/problems/")


@pytest.mark.parametrize(
    ("authorization", "problem"),
    [
        (None, "unauthenticated"),
        ("", "unauthenticated"),
        ("Bearer", "unauthenticated"),
        ("Bearer mh_pat_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "unauthenticated"),
        ("Basic YTpi", "unauthenticated"),
    ],
)
def test_a_stranger_is_told_how_to_come_in(world: World, authorization: str | None, problem: str) -> None:
    headers = {} if authorization is None else {"Authorization": authorization}
    answer = world.get("/facts", actor="nobody", **headers)
    assert (answer.status_code, type_of(answer)) == (401, problem)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_token_in_the_address_is_never_looked_for(world: World) -> None:
    assert world.get(f"/facts?access_token={world.secrets['agent']}", actor="nobody").status_code == 401


@pytest.mark.parametrize(("actor", "problem"), [("agent_expired", "token-expired"), ("agent_revoked", "token-revoked")])
def test_an_ended_token_says_how_it_ended(world: World, actor: str, problem: str) -> None:
    answer = world.get("/facts", actor)
    assert (answer.status_code, type_of(answer)) == (401, problem)


def test_a_token_revoked_a_moment_ago_opens_nothing(world: World) -> None:
    assert world.get("/facts").status_code == 200
    tokens.revoke(token=Token.objects.get(agent__key="agent"), by=world.people["admin"])
    assert world.get("/facts").status_code == 401


def test_a_wrong_token_is_not_saved_by_a_session(world: World) -> None:
    client = world.signed_in("owner")
    assert client.get("/api/v1/facts").status_code == 200
    assert client.get("/api/v1/facts", headers={"Authorization": "Bearer x"}).status_code == 401


def test_someone_signed_in_without_a_workspace_is_told_so(world: World) -> None:
    client = world.signed_in("owner")
    type(world.people["owner"]).objects.filter(pk=world.people["owner"].pk).update(active=False)
    answer = client.get("/api/v1/facts")
    assert answer.status_code == 403


def test_a_session_needs_the_token_of_its_page_for_every_write(world: World) -> None:
    client = world.signed_in("owner", enforce_csrf=True)
    path = "/api/v1/cases/00000000-0000-0000-0000-000000000000/decision"
    refused = client.post(path, DECISION, content_type="application/json")
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/csrf-failed")
    client.get("/queue/")
    sent = {"X-CSRFToken": client.cookies["csrf"].value}
    assert client.post(path, DECISION, content_type="application/json", headers=sent).status_code == 404
    foreign = {**sent, "Origin": "https://evil.example"}
    assert client.post(path, DECISION, content_type="application/json", headers=foreign).status_code == 403


def test_every_view_names_a_permission_for_every_method_it_has() -> None:
    views = [pattern.callback.view_class for pattern in urlpatterns if hasattr(pattern.callback, "view_class")]
    assert len(views) > 10
    for view in views:
        assert issubclass(view, Explicit)
        methods = {name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
        assert set(view.permissions) == methods, view
        assert Denied not in view.permissions.values()


def test_a_view_that_names_nothing_is_closed(world: World) -> None:
    assert APIView().permission_classes == [Denied]


def test_a_stranger_is_asked_who_they_are_before_anything_else(world: World) -> None:
    for path in ("/nothing", "/facts", "/claims/not-an-id"):
        assert world.client.delete(f"/api/v1{path}").status_code == 401


def test_an_address_that_does_not_exist_is_a_problem_too(world: World) -> None:
    answer = world.get("/nothing")
    assert (answer.status_code, type_of(answer)) == (404, "not-found")
    outside = world.client.get("/api/v9/claims")
    assert (outside.status_code, outside.headers["Content-Type"]) == (404, "application/problem+json")


def test_a_refusal_is_answered_by_the_view_and_not_by_the_last_resort(world: World) -> None:
    client = Client()  # passes on what no view answered
    for headers in ({"Authorization": "Bearer x"}, {}, world.headers("agent_expired")):
        assert client.post("/api/v1/claims", headers=headers).status_code == 401
    for path in ("/claims/a%00b", "/claims/%ff", "/" + "é" * 300):
        assert client.post(f"/api/v1{path}", headers=world.headers("agent")).status_code == 404


def test_other_workspaces_do_not_exist(world: World) -> None:
    other = build()
    claim = json.loads(other.claim().content)["id"]
    other.claim("agent_2", value="10:00", key="second")
    unknown = "00000000-0000-7000-8000-000000000000"
    for path in ("/claims/{}", "/facts/{}", "/facts/{}/why"):
        theirs, nowhere = world.get(path.format(claim)), world.get(path.format(unknown))
        assert (theirs.status_code, nowhere.status_code) == (404, 404)
        assert _told(theirs, claim) == _told(nowhere, unknown)
    assert world.facts() == []
    assert json.loads(world.get("/claims").content)["items"] == []


def test_a_scope_the_token_does_not_hold_is_not_read(world: World) -> None:
    issued = tokens.issue(
        workspace=world.workspace,
        name="finance",
        agent=Agent.objects.get(key="agent_2"),
        sources=["crm-main"],
        scopes=["team:finance"],
        may_write=True,
        by=world.people["admin"],
    )
    world.secrets["finance"] = issued.secret
    claim = json.loads(world.claim("finance", scope="team:finance").content)["id"]
    assert len(world.facts("finance")) == 1
    assert world.facts("agent") == []
    assert json.loads(world.get("/claims").content)["items"] == []
    for path in (f"/claims/{claim}", f"/facts/{claim}", f"/facts/{claim}/why"):
        answer = world.get(path)
        assert (answer.status_code, type_of(answer)) == (403, "scope-not-allowed")


def test_a_person_signed_in_stays_out_of_the_personal_scopes_of_others(world: World) -> None:
    admin = world.people["admin"]
    registries.save_scope(workspace=world.workspace, by=admin, key="user:*")
    registries.save_responsibility(
        workspace=world.workspace, by=admin, scope="user:*", owner_is_self=True, backup=admin, proposers=["agent:*"]
    )
    Token.objects.filter(agent__key="agent").update(scopes=["*"])
    claim = json.loads(world.claim(scope="user:owner").content)["id"]
    for actor, sees in (("owner", True), ("auditor", True), ("other_user", False), ("admin", False)):
        client = world.signed_in(actor)
        assert len(client.get("/api/v1/facts").json()["items"]) == sees, actor
        assert len(client.get("/api/v1/claims").json()["items"]) == sees, actor
        assert client.get(f"/api/v1/facts/{claim}").status_code == (200 if sees else 403), actor


def test_headers_from_outside_change_nothing(world: World) -> None:
    plain = world.get("/facts")
    forged = world.get("/facts", **{"X-Forwarded-For": "127.0.0.1", "X-User-Id": "1", "X-Tenant-Id": "other"})
    assert (plain.status_code, plain.content) == (forged.status_code, forged.content)


def test_the_last_resort_says_little_and_logs_all(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("memoryhub.api.facts.facts.page", fail)
    answer = world.get("/facts")
    assert (answer.status_code, answer.headers["Content-Type"]) == (500, "application/problem+json")
    assert "secret detail" not in answer.content.decode()
    assert type_of(answer) == "internal-error"
    assert "secret detail" in caplog.text


def test_the_session_of_a_page_reads_the_api(world: World) -> None:
    world.claim()
    assert len(world.signed_in("auditor").get("/api/v1/facts").json()["items"]) == 1


def _told(answer: Answer, id_: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(answer.content.decode().replace(id_, "ID"))
    del found["request_id"]
    return found
