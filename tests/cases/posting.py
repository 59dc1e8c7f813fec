"""Posting the claims of a case through the API, and reading back what became of them."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client

from tests.cases.files import NULL, Table
from tests.cases.world import World

Result = TypeVar("Result")
# What a case says of a claim that is not part of the body.
ASIDE = {"by", "recorded_at", "key", "tenant"}


@dataclass
class Answer:
    """An answer of the hub: its status, its body and whether it was a replay."""

    http: int
    body: Any  # any JSON
    replayed: bool = False
    raw: bytes = b""

    @property
    def problem(self) -> str:
        return str(self.body.get("type", "")).rpartition("/")[2] if isinstance(self.body, dict) else ""


@dataclass
class Poster:
    """Posts by name and remembers under which id each claim of the case is known."""

    world: World
    ids: dict[str, str] = field(default_factory=dict)
    counter: itertools.count[int] = field(default_factory=itertools.count)

    def body(self, said: Table) -> Table:
        body = {name: None if value == NULL else value for name, value in said.items() if name not in ASIDE}
        if body.get("kind") == "retract":
            body.pop("value", None)
        if "corrects" in body:
            body["corrects"] = self.ids[str(body["corrects"])]
        return body

    def post(self, name: str, said: Table, *, wait: bool = True) -> Answer:
        headers = {"Idempotency-Key": said.get("key") or f"{name}-{next(self.counter)}"}
        headers |= {"Prefer": "wait=5"} if wait else {}
        answer = call(self.world.secrets[said["by"]], "claims", self.body(said), headers)
        if answer.http < 300 and not answer.replayed:
            self.ids[name] = answer.body["id"]
        return answer

    def name_of(self, claim_id: str | None) -> str:
        """The case's own name of a claim; the id where the case has none."""
        return next((name for name, known in self.ids.items() if known == claim_id), claim_id or "")


def call(secret: str, path: str, body: object, headers: Table | None = None) -> Answer:
    """One post with a token."""
    sent = {"Authorization": f"Bearer {secret}", **(headers or {})}
    return answered(
        Client().generic("POST", f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=sent)
    )


def fetch(secret: str, path: str, query: Table | None = None) -> Answer:
    """One read with a token."""
    sent = {"Authorization": f"Bearer {secret}"}
    return answered(Client().get(f"/api/v1/{path}", query or {}, headers=sent))


def answered(response: HttpResponseBase) -> Answer:
    """The parsed answer; NDJSON becomes a list."""
    raw = b"".join(response) if response.streaming else getattr(response, "content", b"")
    try:
        body = json.loads(raw)
    except ValueError:
        body = [json.loads(line) for line in raw.splitlines()] if raw else None
    return Answer(response.status_code, body, "Idempotency-Replayed" in response, raw)


def in_thread(work: Callable[[], Result]) -> Callable[[], Result]:
    """Run in a thread of its own, and give its database connection back."""

    def run() -> Result:
        try:
            return work()
        finally:
            connection.close()

    return run


def at_once(works: Sequence[Callable[[], Result]]) -> list[Result]:
    """All of them at the same moment, each on a thread and a connection of its own; the results in order."""
    barrier = threading.Barrier(len(works))

    def start(work: Callable[[], Result]) -> Result:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return [done.result() for done in [pool.submit(in_thread(partial(start, work))) for work in works]]
