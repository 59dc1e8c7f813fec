"""Tokens over REST: the secret once, the list without it, the end at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse

from ledgers.models import RegistryChange
from memoryhub.accounts.models import Agent
from tests.api.world import World

pytestmark = pytest.mark.django_db

NEW = {"name": "for the inbox", "agent": "inbox", "sources": ["crm-main"], "scopes": ["team:*"], "may_write": True}


def post(world: World, body: dict[str, Any], actor: str = "admin") -> HttpResponse:
    answer = world.signed_in(actor).post("/api/v1/tokens", body, content_type="application/json")
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_new_token_works_and_its_secret_is_shown_once(world: World) -> None:
    answer = post(world, NEW)
    assert answer.status_code == 201
    found = json.loads(answer.content)
    world.secrets["inbox"] = found["secret"]
    assert world.claim("inbox").status_code == 202  # it may post, and not propose
    listed = world.signed_in("admin").get("/api/v1/tokens").content.decode()
    assert found["id"] in listed
    assert found["secret"] not in listed
    assert found["secret"] not in str(list(RegistryChange.objects.values()))


def test_an_agent_nobody_knew_is_registered_on_the_way(world: World) -> None:
    post(world, NEW)
    assert Agent.objects.get(key="inbox").controller == world.people["admin"]


def test_a_revoked_token_opens_nothing_from_then_on(world: World) -> None:
    found = json.loads(post(world, NEW).content)
    world.secrets["inbox"] = found["secret"]
    client = world.signed_in("admin")
    assert client.delete(f"/api/v1/tokens/{found['id']}").status_code == 204
    assert client.delete(f"/api/v1/tokens/{found['id']}").status_code == 204
    assert world.get("/facts", "inbox").status_code == 401
    assert client.get(f"/api/v1/tokens/{found['id']}").json()["state"] == "revoked"


def test_an_end_given_as_a_date_is_through_that_day(world: World) -> None:
    found = json.loads(post(world, {**NEW, "expires_at": "2031-01-31"}).content)
    assert found["expires_at"] == "2031-02-01T03:00:00Z"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({**NEW, "sources": ["nowhere"]}, "#/sources"),
        ({**NEW, "member": "owner"}, "#"),
        ({"name": "x"}, "#"),
        ({**NEW, "may_write": "yes"}, "#/may_write"),
        ({**NEW, "secret": "mh_pat_x"}, "#/secret"),
        ({**NEW, "expires_at": "2031-01-31T00:00:00"}, "#/expires_at"),
        ({**NEW, "agent": "In Box"}, "#/key"),
    ],
)
def test_what_breaks_a_rule_is_refused(world: World, body: dict[str, Any], pointer: str) -> None:
    answer = post(world, body)
    assert answer.status_code == 422, answer.content
    assert [error["pointer"] for error in json.loads(answer.content)["errors"]] == [pointer]


def test_tokens_are_for_admins(world: World) -> None:
    assert post(world, NEW, "owner").status_code == 403
    assert world.get("/tokens").status_code == 403
    assert world.signed_in("other_user").get("/api/v1/tokens").status_code == 403
