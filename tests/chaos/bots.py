"""The people: they sign in, open a case, and decide on the version and digest that they saw."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from random import Random
from uuid import UUID

from tests.chaos.journal import Journal
from tests.chaos.sending import Answer, Sender

CASES = "/api/v1/cases"
# Of the owner and the delegate in one workspace, often both at the same case; and of the other workspace's owner.
PEOPLE = (("acme", "ana"), ("acme", "bia"), ("beta", "ana"))


@dataclass
class Person:
    """One decider."""

    workspace: str
    who: str
    cookies: dict[str, str]
    sender: Sender
    journal: Journal
    random: Random
    over: threading.Event

    def run(self) -> None:
        while not self.over.wait(0.2 + self.random.random() * 0.6):
            asked = self._get(f"{CASES}?limit=50")
            cases = [case["id"] for case in asked.json["items"]] if asked and asked.status == 200 else []
            if cases:
                # The oldest few, so that two people meet.
                self._decide(self.random.choice(cases[-3:]))
        self.sender.close()

    def _decide(self, case_id: str) -> None:
        seen = self._get(f"{CASES}/{case_id}")
        if seen is None or seen.status != 200 or not seen.json["choices"]:
            return
        case = seen.json
        body = {
            "choice": "keep",
            "version": case["version"],
            "evidence_digest": case["evidence_digest"],
            "decision_key": str(UUID(int=self.random.getrandbits(128), version=4)),
            "reason": "Asked by phone.",
        }
        if case["candidates"] and (self.random.random() < 0.6 or case["standing"] is None):
            body.update(choice="accept", claim=self.random.choice(case["candidates"])["id"])
        elif "keep" not in case["choices"]:
            body.update(choice=case["choices"][0])
        answer = self.sender.send("POST", f"{CASES}/{case_id}/decision", self._headers, body)
        if answer is not None:
            self._write(case_id, str(body["decision_key"]), answer)

    def _write(self, case_id: str, decision: str, answer: Answer) -> None:
        line = {"what": "decision", "at": time.time(), "workspace": self.workspace, "who": self.who}
        self.journal.write({**line, "case": case_id, "decision": decision, "status": answer.status})

    def _get(self, path: str) -> Answer | None:
        return self.sender.send("GET", path, self._headers)

    @property
    def _headers(self) -> dict[str, str]:
        csrf = self.csrf
        cookies = "; ".join(f"{name}={value}" for name, value in {**self.cookies, "csrf": csrf}.items())
        return {"Cookie": cookies, "X-CSRFToken": csrf}

    @property
    def csrf(self) -> str:
        """The double-submitted cookie: any token of the right length, the same in both places."""
        return "c" * 32
