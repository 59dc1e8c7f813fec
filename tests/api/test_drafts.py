"""Drafts of the policy over HTTP: the whole way, who may take which step, and what is refused."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from ledgers.models import Backtest, PolicyDraft, PolicyVersion
from ledgers.services.drafts import trying
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Member
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm, build
from tests.ledgers.drafts.firm import TIERS as INTERNAL

pytestmark = pytest.mark.django_db
DRAFTS = "/policies/drafts"
OTHER = {"backtest": "01a22b23-0e96-7502-8fc6-f5600a0ec5bc"}


@dataclass
class Desk:
    """The firm's people, each with a browser."""

    firm: Firm
    clients: dict[str, Client] = field(default_factory=dict)

    def ask(self, who: str, path: str, body: object = None, method: str = "") -> HttpResponse:
        client = self._client(who)
        method = method or ("GET" if body is None else "POST")
        sent = "" if body is None else json.dumps(body)
        return cast("HttpResponse", client.generic(method, f"/api/v1{path}", sent, content_type="application/json"))

    def said(self, who: str, path: str, body: object = None, status: int = 200) -> dict[str, Any]:
        answer = self.ask(who, path, body)
        assert answer.status_code == status, answer.content
        found: dict[str, Any] = json.loads(answer.content)
        return found

    def refused(self, who: str, path: str, body: object = None) -> tuple[int, str]:
        answer = self.ask(who, path, body)
        return answer.status_code, json.loads(answer.content)["type"].removeprefix("/problems/")

    def start(self, who: str = "rui", **said: object) -> dict[str, Any]:
        return self.said(who, DRAFTS, {"title": "Trust the client", **said}, 201)

    def tried(self, draft: dict[str, Any]) -> None:
        """Asked for over HTTP, carried out by a worker."""
        asked = self.said("rui", f"{DRAFTS}/{draft['id']}/backtest", {"version": draft["version"]}, 202)
        trying.carry_out(self.firm.workspace.pk, asked["id"])

    def submitted(self) -> dict[str, Any]:
        draft = self.start()
        move = {"version": 1, "edit": "move_tier", "params": {"tier": "counterparty", "by": -1}}
        draft = self.said("rui", f"{DRAFTS}/{draft['id']}/edits", move)
        self.tried(draft)
        return self.said("rui", f"{DRAFTS}/{draft['id']}/submit", {"version": 2})

    def _client(self, who: str) -> Client:
        if who not in self.clients:
            client = Client(raise_request_exception=False)
            member: Member = getattr(self.firm, who)
            assert member.user is not None
            factories.sign_in(client, member.user)
            self.clients[who] = client
        return self.clients[who]


def seen(draft: dict[str, Any], **said: object) -> dict[str, Any]:
    named = {name: draft[name] for name in ("version", "hash", "base", "backtest")}
    return {**named, "reason": "Agreed with sales.", **said}


@pytest.fixture
def desk(db: None) -> Desk:
    with build() as firm:
        pass
    return Desk(firm)


def test_the_whole_way_from_a_draft_to_a_version(desk: Desk) -> None:
    draft = desk.submitted()
    path = f"{DRAFTS}/{draft['id']}"
    assert (draft["state"], draft["authors"], draft["submitted_by"]) == ("submitted", ["rui"], "rui")
    verdict = desk.said("ana", f"{path}/approve", seen(draft), 201)
    assert (verdict["by"], verdict["approved"], verdict["comparison"]["count"] > 0) == ("ana", True, True)
    run = desk.said("lia", f"{path}/backtest")
    assert (run["id"], run["whole"], run["fresh"]) == (draft["backtest"], True, True)
    assert (verdict["tried"]["backtest"], verdict["tried"]["snapshot"]) == (run["id"], run["snapshot"])
    done = desk.said("ana", f"{path}/activate", {"version": 4})
    assert (done["state"], done["activated"]) == ("active", 2)
    assert [row["version"] for row in desk.said("lia", "/policies")["items"] if row["active"]] == [2]
    kept = desk.said("lia", "/policies/2/diff")
    assert kept == desk.said("lia", f"{path}/verdicts")["items"][0]
    assert desk.ask("lia", "/policies/1/diff").status_code == 404


def test_what_is_found_out_is_read_by_every_member(desk: Desk) -> None:
    draft = desk.start()
    path = f"{DRAFTS}/{draft['id']}"
    assert desk.ask("lia", f"{path}/backtest").status_code == 404
    edit = {"version": 1, "edit": "set_automatic", "params": {"entries": ["*", "company.plan"]}}
    desk.said("rui", f"{path}/edits", edit)
    (found,) = [one for one in desk.said("lia", f"{path}/lint")["findings"] if one["level"] == "blocking"]
    assert (found["code"], found["where"], found["detail"][-12:]) == (
        "unreachable_entry",
        "automatic[1]",
        "take it out.",
    )
    assert desk.said("lia", f"{path}/diff")["amended"][0]["path"].startswith("automatic")
    (first, second) = desk.said("lia", f"{path}/edits")["items"]
    assert (first["kind"], second["kind"], second["by"]) == ("start", "set_automatic", "rui")
    assert second["changes"] == [{"path": "automatic", "old": ["company.plan"], "new": ["*", "company.plan"]}]


def test_a_draft_comes_from_a_file_and_goes_into_one(desk: Desk) -> None:
    text = desk.said("rui", "/policies/1/toml")["toml"]
    draft = desk.start(toml=text.replace("review_days = 90", "review_days = 30"))
    assert draft["document"]["fields"]["company.plan"]["review_days"] == 30
    again = desk.said("rui", f"{DRAFTS}/{draft['id']}/toml")["toml"]
    saved = desk.said("rui", f"{DRAFTS}/{draft['id']}", {"version": 1, "toml": again})
    assert (saved["hash"], saved["version"]) == (draft["hash"], 1)
    assert desk.start(toml=text)["hash"] == PolicyVersion.objects.get(workspace=desk.firm.workspace).hash


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"toml": "tiers = ["}, "not-toml"),
        ({"toml": 'name = "x"'}, "draft-blocked"),
        ({"document": {"tiers": INTERNAL, "colour": 1}}, "draft-blocked"),
        ({"document": {"tiers": INTERNAL}, "of": 1}, "one-of"),
        ({"document": []}, "invalid-draft"),
        ({"state": "active"}, "server-owned-member"),
        ({"title": ""}, "invalid-draft"),
    ],
)
def test_what_cannot_be_a_draft_is_refused_with_its_place(desk: Desk, said: dict[str, Any], code: str) -> None:
    assert desk.refused("rui", DRAFTS, {"title": "x", **said}) == (422, code)
    assert not PolicyDraft.objects.exists()


def test_a_finding_is_named_by_its_place_in_the_document(desk: Desk) -> None:
    answer = desk.ask("rui", DRAFTS, {"title": "x", "document": {"tiers": ["unattributed", *INTERNAL]}})
    (error,) = json.loads(answer.content)["errors"]
    assert (error["pointer"], error["code"]) == ("#/tiers/0", "unattributed-not-last")


def test_any_version_becomes_a_draft_again(desk: Desk) -> None:
    factories.activate_document(desk.firm.workspace, {**DOCUMENT, "write_back_days": 1})
    draft = desk.start(of=1)
    assert (draft["base"], draft["document"]) == (2, DOCUMENT)
    assert desk.ask("rui", DRAFTS, {"title": "x", "of": 9}).status_code == 404


def test_each_step_is_refused_in_words_to_whom_it_is_not_for(desk: Desk) -> None:
    draft = desk.submitted()
    path = f"{DRAFTS}/{draft['id']}"
    assert desk.refused("ana", DRAFTS, {"title": "x"}) == (403, "not-allowed")
    assert desk.refused("lia", f"{path}/approve", seen(draft)) == (403, "not-allowed")
    assert desk.refused("lia", f"{path}/withdraw", {"version": 3}) == (403, "not-an-author")
    assert desk.refused("ana", f"{path}/activate", {"version": 3}) == (409, "draft-not-there-yet")
    assert desk.refused("rui", f"{path}/backtest", {"version": 3}) == (409, "draft-not-there-yet")
    assert desk.refused("rui", f"{path}/notes", {"notes": {"0": "why"}}) == (409, "draft-not-there-yet")
    for stale in ({"hash": "0" * 64}, {"base": 2}, {"version": 2}, OTHER):
        assert desk.refused("ana", f"{path}/approve", seen(draft, **stale)) == (409, "draft-changed")
    desk.said("ana", f"{path}/send-back", seen(draft), 201)
    assert desk.refused("bia", f"{path}/approve", seen(draft)) == (409, "draft-changed")
    assert desk.said("rui", f"{path}/withdraw", {"version": 4})["state"] == "withdrawn"
    assert desk.refused("rui", f"{path}/join", {}) == (409, "draft-over")


def test_an_author_with_the_right_to_approve_is_refused(desk: Desk) -> None:
    draft = desk.start("eva")
    move = {"version": 1, "edit": "set_name", "params": {"name": "Ours"}}
    draft = desk.said("eva", f"{DRAFTS}/{draft['id']}/edits", move)
    assert desk.refused("eva", f"{DRAFTS}/{draft['id']}/approve", seen(draft, **OTHER)) == (403, "author-cannot-judge")


def test_a_token_writes_and_never_judges_or_activates(desk: Desk) -> None:
    draft = desk.submitted()
    path = f"{DRAFTS}/{draft['id']}"
    issued = tokens.issue(
        workspace=desk.firm.workspace, name="t", member=desk.firm.ana, sources=["*"], scopes=["*"], may_write=True
    )
    desk.clients["ana"] = Client(headers={"Authorization": f"Bearer {issued.secret}"})
    assert desk.said("ana", path)["state"] == "submitted"
    for step in ("approve", "send-back", "activate"):
        assert desk.refused("ana", f"{path}/{step}", seen(draft)) == (403, "human-decision-required")


def test_a_time_is_set_and_taken_back(desk: Desk) -> None:
    draft = desk.submitted()
    path = f"{DRAFTS}/{draft['id']}"
    desk.said("ana", f"{path}/approve", seen(draft), 201)
    at = (timezone.now() + dt.timedelta(days=2)).isoformat()
    assert desk.said("bia", f"{path}/activate", {"version": 4, "at": at})["state"] == "scheduled"
    assert desk.said("bia", f"{path}/activate", {"version": 5, "at": None})["state"] == "approved"
    past = {"version": 6, "at": "2020-01-01T00:00:00Z"}
    assert desk.refused("bia", f"{path}/activate", past) == (409, "draft-not-there-yet")


def test_who_signed_in_long_ago_confirms_before_a_version_comes_into_force(desk: Desk) -> None:
    draft = desk.submitted()
    path = f"{DRAFTS}/{draft['id']}"
    desk.said("ana", f"{path}/approve", seen(draft), 201)
    for who, code in (("ana", "step-up-required"), ("lia", "not-allowed")):
        user = getattr(desk.firm, who).user
        factories.sign_in(desk.clients.setdefault(who, Client(raise_request_exception=False)), user, ago=3600)
        assert desk.refused(who, f"{path}/activate", {"version": 4}) == (403, code)
    factories.sign_in(desk.clients["ana"], desk.firm.ana.user)  # type: ignore[arg-type]  # everybody here can sign in
    assert desk.said("ana", f"{path}/activate", {"version": 4})["state"] == "active"


def test_a_conflict_is_shown_and_settled(desk: Desk) -> None:
    draft = desk.submitted()
    path = f"{DRAFTS}/{draft['id']}"
    other = ["approved_document", "system_of_record", *DOCUMENT["tiers"][2:]]
    factories.activate_document(desk.firm.workspace, {**DOCUMENT, "tiers": other})
    shown = desk.said("ana", f"{path}/rebase")
    assert (shown["base"], [one["path"] for one in shown["clashes"]]) == (2, ["tiers"])
    assert desk.said("ana", path)["state"] == "conflict"
    assert desk.refused("rui", f"{path}/rebase", {"version": 4}) == (409, "rebase-clashes")
    done = desk.said("rui", f"{path}/rebase", {"version": 4, "choices": {"tiers": "theirs"}})
    assert (done["state"], done["base"], done["document"]["tiers"]) == ("editing", 2, other)


def test_a_run_over_history_is_followed_and_stopped(desk: Desk) -> None:
    draft = desk.start()
    path = f"{DRAFTS}/{draft['id']}/backtest"
    assert desk.refused("rui", path, {"version": 1, "scope": "%"}) == (422, "unknown-scope")
    asked = desk.said("rui", path, {"version": 1, "days": 30, "scope": "client:*"}, 202)
    assert (asked["state"], asked["days"], asked["scope"], asked["whole"]) == ("queued", 30, "client:*", False)
    assert desk.refused("rui", path, {"version": 1}) == (409, "backtest-going")
    assert desk.ask("rui", path, method="DELETE").status_code == 204
    assert desk.said("rui", path)["state"] == "cancelled"
    desk.tried(draft)
    done = desk.said("lia", path)
    assert (done["state"], done["result"]["control"]["differences"]) == ("done", 0)
    assert Backtest.objects.count() == 2


def test_the_lists_of_a_run_are_read_in_pages(desk: Desk) -> None:
    firm, draft = desk.firm, desk.start()
    path = f"{DRAFTS}/{draft['id']}/backtest"
    desk.said(
        "rui", f"{DRAFTS}/{draft['id']}/edits", {"version": 1, "edit": "set_automatic", "params": {"entries": []}}
    )
    for name in ("gold", "silver", "bronze", "tin"):
        factories.post(
            firm.sync, "client:acme", "company.plan", "client:acme", name, source="crm", since=timezone.now()
        )
    desk.tried(desk.said("rui", f"{DRAFTS}/{draft['id']}"))
    found = desk.said("lia", path)["result"]
    assert found["buckets"] == {"same": 1, "A": 0, "B": 0, "C": 3, "D": 0}
    assert not {"changes", "samples", "matrix"} & set(found)
    first = desk.said("lia", f"{path}/C?limit=2")
    last = desk.said("lia", f"{path}/C?limit=2&cursor={first['next']}")
    assert (len(first["items"]), len(last["items"]), last["next"]) == (2, 1, None)
    listed = [one["transaction"] for one in (*first["items"], *last["items"])]
    assert len(set(listed)) == 3
    (cell,) = [one for one in desk.said("lia", f"{path}/matrix")["items"] if one["C"]]
    assert (cell["field"], cell["stood"], cell["came"]) == (
        "company.plan",
        "system_of_record:crm",
        "system_of_record:crm",
    )
    assert len(desk.said("lia", f"{path}/samples")["items"]) == 3
    assert desk.said("lia", f"{path}/differences")["items"] == []
    assert desk.ask("lia", f"{path}/everything").status_code == 404
    assert desk.refused("lia", f"{path}/C?cursor={first['next']}x") == (400, "invalid-cursor")


def test_open_cases_are_looked_at_again_when_somebody_says_so(desk: Desk) -> None:
    assert desk.said("rui", "/policies/re-evaluation") == {
        "policy_version": 1,
        "looked": 0,
        "closes": [],
        "next": None,
    }
    body = {"policy_version": 7, "cases": ["01a22b23-0e96-7502-8fc6-f5600a0ec5bc"]}
    assert desk.refused("rui", "/policies/re-evaluation", body) == (409, "draft-changed")
    assert desk.said("rui", "/policies/re-evaluation", {**body, "policy_version": 1}) == {"closed": 0}


def test_another_workspace_finds_nothing(desk: Desk) -> None:
    draft = desk.start()
    with build() as other:
        pass
    there = Desk(other)
    for step in ("", "/lint", "/diff", "/toml", "/edits", "/rebase"):
        assert there.ask("rui", f"{DRAFTS}/{draft['id']}{step}").status_code == 404
    for step in ("join", "submit", "approve", "activate", "rebase", "backtest", "withdraw"):
        assert there.ask("rui", f"{DRAFTS}/{draft['id']}/{step}", {"version": 1}).status_code == 404
