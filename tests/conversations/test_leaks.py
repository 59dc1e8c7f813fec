"""Nothing of a pair is read in another: at no door, by no token, person or scope, and as no number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from memoryhub.accounts.models import Role
from tests.cases.posting import Answer, fetch
from tests.conversations import doors
from tests.conversations.doors import API, PAGES, PAIR, SAYING, WORDS, Asker, holder, leaks, open_doors, signed_in
from tests.conversations.talking import Place, place, post, remembered, talk, values, work
from tests.factories import make_member
from tests.mcp.talking import Way, serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def where() -> Place:
    return place()


def of_pair(user: str, character: str) -> Callable[[Place], Asker]:
    """The agent of another pair, which has something of its own."""

    def stranger(where: Place) -> Asker:
        other = talk(where, user, character)
        other.say("I like tea.")
        work(where, embed=True)
        return Asker((f"pair:{user}/{character}",), other.secret)

    return stranger


def of_scopes(*scopes: str) -> Callable[[Place], Asker]:
    return lambda where: Asker(("team:sales",), where.token("stranger", scopes))


def person(*roles: Role) -> Callable[[Place], Asker]:
    return lambda where: signed_in(make_member(where.workspace, "nils", *roles), "team:sales", "user:nils")


def elsewhere(_where: Place) -> Asker:
    """Of the same pair by name, in another workspace."""
    return of_pair("ana", "luna")(place())


TOKENS: dict[str, Callable[[Place], Asker]] = {
    "the user's other character": of_pair("ana", "sol"),
    "another user of the character": of_pair("rui", "luna"),
    "a character whose name begins so": of_pair("ana", "lun"),
    "a character whose name goes on": of_pair("ana", "luna2"),
    "all pairs of another user": of_scopes("pair:rui/*", "team:*"),
    "shared scopes and the user's own": of_scopes("client:*", "team:*", "user:ana"),
    "another workspace": elsewhere,
}
PEOPLE: dict[str, Callable[[Place], Asker]] = {
    "a member": person(),
    "an owner": person(Role.OWNER),
    "a reviewer": person(Role.REVIEWER),
    "an admin of accounts and registries": person(Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN),
    "an editor and approver of policies": person(Role.POLICY_EDITOR, Role.POLICY_APPROVER),
}


def test_each_door_opens_to_the_pair_itself(where: Place) -> None:
    """Else nothing is told by its being shut to others."""
    told = doors.tell(where)
    assert open_doors(holder(where), told, API) == {
        "recall",
        "recall there",
        "lists",
        "lists there",
        "one",
        "conversation",
    }
    assert open_doors(signed_in(where.people["ana"], PAIR), told, PAGES) == set(PAGES)
    assert len(told.facts) == 3
    assert len(told.cases) == 1
    assert "Zephyrine" in told.talk.context()["summary"]["text"]
    assert fetch(holder(where).secret, "receipts", {"fact": told.facts[0]}).body["items"]
    refused = post(holder(where).secret, "recall", {"query": doors.QUESTION, "scopes": [PAIR], "k": 50}).body
    assert [one["why"] for one in refused["left_out"]] == ["instruction"]


@pytest.mark.parametrize("stranger", TOKENS.values(), ids=TOKENS)
def test_no_door_opens_to_another_token(where: Place, stranger: Callable[[Place], Asker]) -> None:
    told = doors.tell(where)
    assert leaks(stranger(where), told, {**API, **SAYING}) == []


@pytest.mark.parametrize("stranger", PEOPLE.values(), ids=PEOPLE)
def test_no_door_opens_to_another_person(where: Place, stranger: Callable[[Place], Asker]) -> None:
    told = doors.tell(where)
    assert leaks(stranger(where), told, {**API, **PAGES, **SAYING}) == []


@pytest.mark.parametrize(
    "stranger", [TOKENS["the user's other character"], PEOPLE["an owner"]], ids=["token", "person"]
)
def test_every_answer_is_what_it_was_before_anything_was_said(where: Place, stranger: Callable[[Place], Asker]) -> None:
    """No count, cursor or score tells that there is something."""
    by = stranger(where)
    before = list(_answers(by))
    doors.tell(where)
    assert list(_answers(by)) == before


def test_no_tool_tells_another_token(where: Place, live_server: LiveServer, tmp_path: Path) -> None:
    told = doors.tell(where)
    strangers = [of_pair("ana", "sol")(where), of_scopes("team:*", "user:ana")(where), elsewhere(where)]
    with serving(live_server.url, tmp_path) as address:
        way = Way("http", live_server.url, tmp_path, address)
        own = doors.through_tools(way, holder(where).secret, [PAIR], told)
        assert {sent.partition(" ")[0] for sent, text in own if any(word in text for word in WORDS)} == {
            "recall", "why", "disputes",
        }  # fmt: skip
        for by in strangers:
            for sent, text in doors.through_tools(way, by.secret, list(by.scopes), told):
                assert not [mark for mark in told.marks if mark in text and mark not in sent], sent


def test_of_a_conversation_of_another_pair_there_is_nothing(where: Place) -> None:
    told = doors.tell(where)
    other = of_pair("ana", "sol")(where)
    # An auditor reads facts, and no conversation.
    auditor = signed_in(make_member(where.workspace, "aud", Role.AUDITOR))
    nobodys = "0192f5c8-6f0e-4c1e-9d1a-3b1f0a7c2d55"
    for by in (other, auditor):
        here, nowhere = (by.get(f"/api/v1/conversations/{name}/context") for name in (told.talk.id, nobodys))
        assert _told(here) == _told(nowhere)
        assert here.problem == "not-found"
    said = [other.post(f"/api/v1/conversations/{name}/messages", HI) for name in (told.talk.id, nobodys)]
    assert _told(said[0]) == _told(said[1])
    assert said[0].http == 404


def test_what_is_governed_waits_and_is_told_to_nobody(where: Place) -> None:
    told = doors.tell(where)
    assert not any("777123" in str(value) for value in values(remembered(where)))
    [waits] = remembered(where, ledger="pending")
    assert (waits["field"], waits["owner"]) == ("payment.said", "ana")
    context = told.talk.context(query="Where do payments go? account 777123")
    assert not any("777123" in str(fact["value"]) for fact in context["facts"])
    assert "777123" not in context["summary"]["text"]
    assert "777123" not in context["context"]


def test_what_another_character_was_told_is_no_repeat_and_is_not_ended(where: Place) -> None:
    due = "Handover is due on {} October"
    luna, sol = talk(where), talk(where, character="sol")
    for said, day in ((luna, 15), (sol, 15), (sol, 16)):
        said.say(due.format(day))
        work(where)
    assert values(remembered(where)) == [due.format(15)]
    assert values(remembered(where, character="sol")) == [due.format(16)]
    assert values(remembered(where, character="sol", ledger="history")) == [due.format(15)]


HI = {"role": "user", "text": "hi"}


def _answers(by: Asker) -> Iterator[object]:
    asked = {"query": doors.QUESTION, "scopes": list(by.scopes), "k": 50}
    for more in ({}, {"history": True}, {"as_of": "2099-01-01"}):
        yield _told(by.post("/api/v1/recall", {**asked, **more}))
    for ledger in ("accepted", "pending", "history"):
        yield _told(by.get("/api/v1/facts", ledger=ledger))
    for path in ("claims", "cases", "evidence-requests"):
        yield _told(by.get(f"/api/v1/{path}"))
    yield _told(by.post("/api/v1/recall", {**asked, "scopes": [PAIR]}))
    yield by.get("/queue/count/").raw if not by.secret else b""


def _told(answer: Answer) -> object:
    """Without what is new in every answer."""
    body: Any = answer.body
    if isinstance(body, dict):
        body = {name: said for name, said in body.items() if name not in ("instance", "request_id", "receipt")}
    return answer.http, body
