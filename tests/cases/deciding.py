"""Owners at work in a case: their queue, the card they look at, and what they press, all through the API."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from uuid import uuid4

from django.conf import settings
from django.test import Client

from tests.cases.files import Table
from tests.cases.posting import Answer, Poster, answered, at_once
from tests.cases.world import World
from tests.factories import sign_in

PRESSED = ("choice", "reason", "value", "effective_at", "blame", "scopes")


@dataclass
class Decider:
    """Signs people in and decides as them. `pages` keeps what was on a screen, for presses on an old page; `decided` by
    which case each claim was accepted."""

    world: World
    poster: Poster
    pages: dict[str, Table] = field(default_factory=dict)
    decided: dict[str, str] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        client = Client()
        user = self.world.members[who].user
        assert user is not None
        sign_in(client, user)
        return client

    def get(self, who: str, path: str, query: Table | None = None) -> Answer:
        return answered(self.client(who).get(f"/api/v1/{path}", query or {}))

    def queue(self, who: str) -> list[Table]:
        """The open cases this person owns, with the case's own names of claims."""
        answer = self.get(who, "cases", {"state": "open", "owner": who})
        assert answer.http == 200, answer.body
        return [self.row(self.open(who, item["id"])) for item in answer.body["items"]]

    def row(self, case: Table) -> Table:
        return {
            **case,
            "fact": self.poster.name_of(case["fact"]),
            "claims": [self.poster.name_of(claim["id"]) for claim in case["candidates"]],
        }

    def open(self, who: str, case_id: str) -> Table:
        answer = self.get(who, f"cases/{case_id}")
        assert answer.http == 200, answer.body
        found: Table = answer.body
        return found

    def asking(self, who: str, claim: str) -> Table:
        """The case that asks about a claim, as this person sees it now."""
        for item in self.get(who, "cases", {"state": "open"}).body["items"]:
            case = self.open(who, item["id"])
            if claim in self.row(case)["claims"]:
                return case
        raise AssertionError(f"no open case asks {who} about {claim}")

    def checking(self, who: str, fact: str) -> Table:
        """The open check about a fact."""
        for item in self.get(who, "cases", {"state": "open"}).body["items"]:
            if item["fact"] == self.poster.ids[fact]:
                return self.open(who, item["id"])
        raise AssertionError(f"no open check asks {who} about {fact}")

    def card(self, who: str, claim: str) -> list[Table]:
        """The facts side by side: what stands, then what waits."""
        case = self.asking(who, claim)
        standing = [case["standing"]] if case["standing"] else []
        return [self.side(shown) for shown in [*standing, *case["candidates"]]]

    def side(self, shown: Table) -> Table:
        return {
            **shown,
            "claim": self.poster.name_of(shown["id"]),
            "tier": shown["source"]["tier"],
            "source": shown["source"]["key"],
            "recorded_at": shown["received_at"],
            "evidence": shown["evidence"].get("text", ""),
        }

    def look(self, who: str, claim: str, page: str) -> None:
        self.pages[page] = self.asking(who, claim)

    def decide(self, press: Table) -> Answer:
        if "page" in press:
            return self.press(press, self.pages[press["page"]])
        if "fact" in press:
            return self.press(press, self.checking(press["by"], press["fact"]))
        return self.press(press, self.asking(press["by"], press["claim"]))

    def press(self, press: Table, case: Table) -> Answer:
        body = {name: press[name] for name in PRESSED if name in press}
        body |= {"claim": self.poster.ids[press["claim"]]} if press["choice"] == "accept" else {}
        body |= {name: case[name] for name in ("version", "evidence_digest")} | {"decision_key": str(uuid4())}
        if press["choice"] == "accept":
            self.decided[press["claim"]] = case["id"]
        client = self.client(press["by"])
        sent = client.post(f"/api/v1/cases/{case['id']}/decision", json.dumps(body), content_type="application/json")
        return answered(sent)

    def race(self, presses: Sequence[Table], expected: Table) -> None:
        """All press at the same moment: some win, the others hear who decided, when and what."""
        cases = [self.asking(press["by"], press["claim"]) for press in presses]
        answers = at_once([partial(self.press, press, case) for press, case in zip(presses, cases, strict=True)])
        losers = [answer for answer in answers if answer.http != 200]
        assert len(answers) - len(losers) == expected["winners"], [answer.body for answer in answers]
        winner = next(press for press, answer in zip(presses, answers, strict=True) if answer.http == 200)
        name = self.world.members[winner["by"]].name
        for loser in losers:
            assert (loser.http, loser.problem) == (409, expected["problem"]), loser.body
            assert name in loser.body["detail"], loser.body

    def restore(self, said: Table) -> None:
        """The owner puts back what the decision for another claim set aside, by the page that does."""
        address = f"/cases/{self.decided[said['instead_of']]}/revert"
        form = {"claim": self.poster.ids[said["claim"]], "reason": said["reason"], "key": str(uuid4())}
        answer = self.client(said["by"]).post(address, form)
        assert answer.status_code == 302, answer.content.decode()

    def erase(self, said: Table) -> Answer:
        """An admin asks how much it is, and confirms."""
        about = {"subject": said["subject"], "reason": "request"}
        preview = self._erasing(said["by"], about)
        assert preview.http == 200, preview.body
        return self._erasing(said["by"], {**about, "confirm": preview.body["claims"]})

    def _erasing(self, who: str, body: Table) -> Answer:
        return answered(self.client(who).post("/api/v1/erasures", json.dumps(body), content_type="application/json"))

    def try_backoffice(self, claim: str) -> None:
        """An admin who tries to edit a fact in the back office is refused and changes nothing."""
        user = self.world.members["adm"].user
        assert user is not None
        user.is_staff = True
        user.save()
        address = f"/{settings.ADMIN_PATH}ledgers/claim/{self.poster.ids[claim]}/change/"
        answer = self.client("adm").post(address, {"value": '"another"'})
        assert answer.status_code in {403, 404, 405}, answer.status_code
