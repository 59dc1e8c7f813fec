"""An office at work, all of it over HTTP: programs and people post; an owner decides, takes back, presses in bulk."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any
from uuid import uuid4

from django.conf import settings as project
from django.test import Client
from pytest_django.fixtures import Settings

from tests.cases.posting import answered, call
from tests.cases.world import World
from tests.factories import sign_in
from tests.invariants.saying import day, world

# A source of each tier, and whose token posts through it; of systems of record there are two.
VOICES = {
    "crm-sync": "crm-sync",
    "billing-sync": "billing-sync",
    "docs-sync": "docs-sync",
    "people": "ana",
    "portal-acme": "acme",
    "agents": "agent-1",
    "web": "inbox",
}
FIELDS = ("company.plan", "company.status", "skill", "contact.primary", "company.address", "name.preferred")
VALUES = ("gold", "silver", "bronze")
# Claims in the same few places before the office turns to others: a slot that grows for ever is another test.
PLACES = 60


@dataclass
class Office:
    """`done` counts what was decided, taken back and pressed in bulk."""

    settings: Settings
    random: Random
    place: World = field(default_factory=world)
    numbers: count[int] = field(default_factory=count)
    known: list[dict[str, Any]] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("keep", "accept", "other", "undo", "bulk"), 0))

    def __post_init__(self) -> None:
        # One override for all: each of the fixture's own wraps the one before, and thousands are too deep.
        self.settings.LEDGER_CLOCK = day(300).isoformat()
        self.ana = Client()
        self._sign_in()

    def work(self, claims: int) -> None:
        """So many claims, with what people make of those that wait."""
        for _claim in range(claims):
            number = next(self.numbers)
            project.LEDGER_CLOCK = (day(300) + timedelta(minutes=7 * number)).isoformat()
            self._say(number)
            if number % 5 == 4:
                self._decide()
            if number % 60 == 59:
                self._sign_in()
                self._press_in_bulk()

    def _sign_in(self) -> None:
        user = self.place.members["ana"].user
        assert user is not None
        sign_in(self.ana, user)

    def _say(self, number: int) -> None:
        body = self._body(number)
        who = VOICES[body["source"]]
        headers = {"Idempotency-Key": f"office-{number}", "Prefer": "wait=5"}
        answer = call(self.place.secrets[who], "claims", body, headers)
        assert answer.http in {201, 202}, answer.body
        if body["kind"] == "assert" and body["field"] != "skill":
            self.known = [*self.known[-19:], {**body, "id": answer.body["id"]}]

    def _body(self, number: int) -> dict[str, Any]:
        random = self.random
        if self.known and random.random() < 0.1:
            said = random.choice(self.known)
            new = {"kind": "correct", "corrects": said["id"], "value": random.choice(VALUES)}
            return {**{name: said[name] for name in ("subject", "field", "scope", "source", "effective_at")}, **new}
        start = random.randint(0, 300)
        body = {
            "kind": "assert",
            "subject": random.choice(["client:acme", "client:brasa"]),
            "field": random.choice(FIELDS),
            "scope": f"client:k{number // PLACES}",
            "value": random.choice(VALUES),
            "source": random.choice(list(VOICES)),
            "effective_at": day(start).isoformat(),
        }
        if random.random() < 0.4:
            body["expires_at"] = day(start + random.randint(1, 90)).isoformat()
        if random.random() < 0.1 and body["field"] != "skill":
            body["kind"] = "retract"
            del body["value"]
        return body

    def _decide(self) -> None:
        """The newest question, or one of the last, and now and then the press is taken back."""
        cases = self._read("cases?state=open&limit=5")["items"]
        conflicts = [one for one in cases if one["kind"] == "conflict"]
        if not conflicts:
            return
        case = self._read(f"cases/{self.random.choice(conflicts)['id']}")
        choice = self.random.choice(["keep", "accept", "accept", "other"])
        if choice not in case["choices"]:
            return
        said: dict[str, Any] = {"accept": {"claim": case["candidates"][-1]["id"]}, "other": {"value": "platinum"}}
        body = {
            "choice": choice,
            "version": case["version"],
            "evidence_digest": case["evidence_digest"],
            "decision_key": str(uuid4()),
            "reason": "Asked by phone.",
            **said.get(choice, {}),
        }
        self._send(f"cases/{case['id']}/decision", body)
        self.done[choice] += 1
        if self.random.random() < 0.2:
            self._send(f"cases/{case['id']}/undo", {})
            self.done["undo"] += 1

    def _press_in_bulk(self) -> None:
        """Several at once, as the queue does it: what was seen of each goes along."""
        found = self._read("cases?state=open&limit=20")["items"]
        ticked = [f"{one['id']}:{one['version']}" for one in found if one["kind"] == "conflict"][:4]
        if not ticked:
            return
        preview = self.ana.post("/queue/bulk/", {"action": "keep", "case": ticked, "query": ""})
        assert preview.status_code == 200
        seen = [line.seen.text for line in preview.context["preview"].taken]
        if seen:
            press = {"action": "keep", "seen": seen, "reason": "Asked by phone.", "query": ""}
            assert self.ana.post("/queue/bulk/commit/", press).status_code == 200
            self.done["bulk"] += len(seen)

    def _read(self, path: str) -> dict[str, Any]:
        answer = answered(self.ana.get(f"/api/v1/{path}"))
        assert answer.http == 200, answer.body
        found: dict[str, Any] = answer.body
        return found

    def _send(self, path: str, body: dict[str, Any]) -> None:
        answer = answered(self.ana.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json"))
        assert answer.http == 200, answer.body
