"""Who may ask for what: the scopes of a token, the personal scopes of others, and values that others answer for."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.test import Client

from memoryhub.accounts import tokens
from memoryhub.recall.models import Receipt
from tests.cases.posting import Answer, answered, call, fetch
from tests.cases.world import World
from tests.factories import sign_in
from tests.invariants.saying import ACME, Said, day, say, world
from tests.recall.asking import recall, values
from tests.recall.following import embed_all

pytestmark = pytest.mark.django_db(transaction=True)
STYLE = Said("style.indent", subject="code", source="people", effective_at=day(1))


def secret(place: World, scopes: list[str]) -> str:
    """A token that only reads, in these scopes."""
    return tokens.issue(
        workspace=place.workspace, name="narrow", agent=place.agents["reader"], sources=[], scopes=scopes,
        may_write=False, requests_per_minute=0, open_cases=0,
    ).secret  # fmt: skip


def signed_in(place: World, who: str, body: object) -> Answer:
    user = place.members[who].user
    assert user is not None
    client = Client(raise_request_exception=False)
    sign_in(client, user)
    return answered(client.post("/api/v1/recall", json.dumps(body), content_type="application/json"))


def test_a_token_asks_in_its_own_scopes_and_in_no_other() -> None:
    place = world()
    say(place, Said(value="gold", effective_at=day(1)))
    embed_all()
    narrow = secret(place, ["client:beta", "client:gamma"])
    asked = {"query": "gold plan"}
    for scopes in ([ACME], ["client:beta", ACME]):
        refused = call(narrow, "recall", {**asked, "scopes": scopes})
        assert (refused.http, refused.problem) == (403, "scope-not-allowed")
    assert not Receipt.objects.exists()
    assert call(narrow, "recall", asked).body["items"] == []
    mine = call(secret(place, [ACME]), "recall", asked)
    assert values(mine.body) == ["gold"]
    for scopes in (["client:*"], []):
        wrong = call(secret(place, ["client:*"]), "recall", {**asked, "scopes": scopes})
        assert (wrong.http, wrong.problem) == (422, "invalid-query")
        assert wrong.body["errors"][0]["pointer"].startswith("#/scopes")


@pytest.mark.parametrize("spelt", [ACME.title(), ACME.replace(":", ": "), f" {ACME} "])
def test_a_scope_is_read_however_it_is_spelt_as_it_is_written_to(spelt: str) -> None:
    place = world()
    say(place, Said(value="gold", effective_at=day(1)))
    embed_all()
    assert values(recall(place, "gold plan", [spelt])) == ["gold"]
    for listed in ("facts", "claims"):
        assert len(fetch(place.secrets["agent-1"], listed, {"scope": spelt}).body["items"]) == 1, listed
    assert len(call(secret(place, [ACME]), "recall", {"query": "gold plan", "scopes": [spelt]}).body["items"]) == 1


def test_a_person_gets_sensitive_values_of_others_masked_in_the_context_too() -> None:
    place = world()
    say(place, Said("contact.primary", "Dana", effective_at=day(1), condition="only before noon"))
    embed_all()
    asked = {"query": "who do I talk to there?", "scopes": [ACME]}
    for who, sees in (("u1", False), ("ana", True), ("bia", True)):
        told = signed_in(place, who, asked)
        [item] = told.body["items"]
        assert item["field"] == "contact.primary"
        assert (item["value"], item["condition"]) == (("Dana", "only before noon") if sees else (None, None))
        assert ("Dana" in told.body["context"]) is sees, who
        assert ("before noon" in told.body["context"]) is sees, who
    assert "Dana" in recall(place, "who do I talk to there?")["context"]


def test_nobody_signed_in_reads_the_personal_scope_of_another() -> None:
    place = world()
    say(place, replace(STYLE, value="2 spaces", scope="team:dev", by="rui"))
    say(place, replace(STYLE, value="tabs", scope="user:u1", by="u1"))
    embed_all()
    asked = {"query": "how do we indent code", "scopes": ["team:dev", "user:u1"]}
    assert values(signed_in(place, "u1", asked).body) == ["tabs"]
    # An owner, a reviewer and an admin are others, too.
    for who in ("u2", "ana", "bia", "adm"):
        refused = signed_in(place, who, asked)
        assert (refused.http, refused.problem) == (403, "scope-not-allowed"), who
    told = signed_in(place, "u2", {**asked, "scopes": ["team:dev"]})
    assert values(told.body) == ["2 spaces"]
    assert "tabs" not in told.raw.decode()


def test_another_workspace_is_never_read_though_its_scope_has_the_same_name() -> None:
    place, other = world(), world("beta")
    say(other, Said(value="platinum", effective_at=day(1)))
    say(other, Said("contact.primary", "Lee", effective_at=day(1)))
    embed_all()
    told = recall(place, "platinum plan, contact Lee", k=20)
    assert (told["items"], told["left_out"], told["context"]) == ([], [], "")
