"""The clients: each posts claim after claim, retries with the same key until answered, and writes every answer down."""

from __future__ import annotations

import hashlib
import threading
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.chaos.journal import Journal
from tests.chaos.saying import Claim, Mouth
from tests.chaos.sending import Answer, Sender

CLIENTS = 6
SECONDS_WAITED = 5
POSTS = "/api/v1/claims"
World = dict[str, Any]  # what tests.chaos.furnish printed


@dataclass
class Client:
    """One client of one workspace. Two workspaces use the same keys, which must not meet."""

    number: int
    workspace: str
    tokens: dict[str, str]
    sender: Sender
    journal: Journal
    mouth: Mouth
    random: Random
    over: threading.Event
    pause: float

    def run(self) -> None:
        count = 0
        while not self.over.is_set():
            count += 1
            self._say(f"{self.number // 2}-{count}")
            self.over.wait(self.pause * self.random.random() * 2)
        self.sender.close()

    def _say(self, key: str) -> None:
        claim = self.mouth.next()
        waits = self.random.random() < 0.2
        answer = self._post(key, claim, "first", waits=waits)
        if answer is None or answer.status not in {201, 202}:
            return
        self.mouth.acknowledged(claim, answer.json["id"])
        if self.random.random() < 0.05:
            self._post(key, claim, "again", waits=waits)
        if self.random.random() < 0.02:
            self._post(key, Claim(claim.who, {**claim.body, "value": "another"}), "other", waits=False)

    def _post(self, key: str, claim: Claim, manner: str, *, waits: bool) -> Answer | None:
        headers = {"Idempotency-Key": key, "Authorization": f"Bearer {self.tokens[claim.who]}"}
        if waits:
            headers["Prefer"] = f"wait={SECONDS_WAITED}"
        answer = self.sender.send("POST", POSTS, headers, claim.body)
        if answer is not None:
            self.journal.write(self._line(key, claim, manner, answer, waits=waits))
        return answer

    def _line(self, key: str, claim: Claim, manner: str, answer: Answer, *, waits: bool) -> dict[str, object]:
        taken = answer.status in {201, 202}
        return {
            "what": "claim",
            "at": time.time(),
            "began": answer.began,
            "workspace": self.workspace,
            "who": claim.who,
            "key": key,
            "as": manner,
            "body": claim.body,
            "waits": waits,
            "status": answer.status,
            "id": answer.json["id"] if taken else None,
            "type": None if taken else answer.json.get("type"),
            "digest": hashlib.sha256(answer.body).hexdigest(),
            "replayed": answer.replayed,
            "tries": answer.tries,
        }
