"""Plays a case step by step through the API: real addresses, real tokens, real PostgreSQL, a clock the case sets."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pytest_django.fixtures import Settings

from escalations import checks, triage
from ledgers.models import Claim, Outbox, Transaction
from memoryhub.accounts.models import SecurityEvent
from tests.cases import world as worlds
from tests.cases.chatting import Chats
from tests.cases.deciding import Decider
from tests.cases.expectations import check_rows, differences, instant
from tests.cases.files import BadCase, Case, Table, find
from tests.cases.posting import Answer, Poster, at_once, fetch, in_thread
from tests.cases.recalling import Recaller, all_alike


@dataclass
class Run:
    """A case in play. Each kind of step is a method of that name."""

    case: Case
    settings: Settings
    world: worlds.World = field(init=False)
    poster: Poster = field(init=False)
    decider: Decider = field(init=False)
    chats: Chats = field(init=False)
    recaller: Recaller = field(init=False)
    until_the_end: ExitStack = field(default_factory=ExitStack)
    first: dict[str, Answer] = field(default_factory=dict)
    others: dict[str, Poster] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.world = worlds.build(find(f"{self.case.world}_world.toml", self.case))
        self.poster = Poster(self.world)
        self.decider = Decider(self.world, self.poster)
        self.chats = Chats(self.world)
        self.recaller = Recaller(self.world, self.poster)
        self.clock({"clock": self.world.clock})

    def play(self) -> None:
        """Every step in order, then the log of the whole case."""
        with self.until_the_end:
            self._play()
        self.every_change_is_logged_once()

    def _play(self) -> None:
        for number, step in enumerate(self.case.steps, 1):
            kind = next((kind for kind in STEPS if kind in step), None)
            if kind is None:
                raise BadCase(f"{self.case.path.name}: step {number} is of no known kind: {step}")
            try:
                STEPS[kind](self, step)
            except AssertionError as error:
                raise AssertionError(f"{self.case.name}, step {number} ({kind} {step[kind]}): {error}") from error

    def clock(self, step: Table) -> None:
        self.settings.LEDGER_CLOCK = instant(step["clock"], self.world.zone).isoformat()

    def post(self, step: Table) -> None:
        name = step["post"]
        for _ in range(step.get("times", 1)):
            answer = self._posted(name, step)
            self.check_outcome(answer, step.get("expect", {}))

    def _posted(self, name: str, step: Table) -> Answer:
        said = self.said(name)
        if "polled" not in step:
            answer = self.poster_of(said).post(name, said, wait=step.get("wait", True))
        else:
            answer = self.polled(name, said, step["polled"])
        first = self.first.setdefault(name, answer)
        if answer.replayed:
            assert answer.raw == first.raw, "a replay differs from the first answer"
        return answer

    def said(self, name: str) -> Table:
        said = self.case.claims[name]
        if "recorded_at" in said:
            self.clock({"clock": said["recorded_at"]})
        return said

    def poster_of(self, said: Table) -> Poster:
        tenant = said.get("tenant")
        if tenant is None:
            return self.poster
        if tenant not in self.others:
            path = find(f"{self.case.world}_world.toml", self.case)
            self.others[tenant] = Poster(worlds.build(path, key=tenant))
        return self.others[tenant]

    def polled(self, name: str, said: Table, values: list[Any]) -> Answer:
        """Post while another connection reads without pause: it never sees none, nor two."""
        done, seen = threading.Event(), []

        def read() -> None:
            while not done.is_set():
                seen.append([item["value"] for item in self.read({})])

        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(in_thread(read))
            answer = self.poster.post(name, said)
            done.set()
            reading.result()
        assert all(len(found) == 1 and found[0] in values for found in seen), seen
        return answer

    def together(self, step: Table) -> None:
        """The same requests at the same time: one row, and both callers hear of it or one is told to wait."""
        claims = [(name, self.said(name)) for name in step["together"]]
        answers = at_once([partial(self.poster.post, name, said) for name, said in claims])
        stored = {answer.body["id"] for answer in answers if answer.http < 300}
        assert len(stored) == 1, [answer.body for answer in answers]
        assert all(answer.http in {201, 202, 409} for answer in answers), [answer.http for answer in answers]

    def outcome(self, step: Table) -> None:
        name = step["outcome"]
        secret = self.world.secrets[self.case.claims[name]["by"]]
        self.check_outcome(fetch(secret, f"claims/{self.poster.ids[name]}"), step["expect"])

    def check_outcome(self, answer: Answer, expected: Table) -> None:
        body = answer.body if isinstance(answer.body, dict) else {}
        outcome = body.get("outcome") or {}
        found = {**body, **outcome, "http": answer.http, "problem": answer.problem, "replayed": answer.replayed}
        found["reason"] = body.get("reason") or outcome.get("reason")
        found["replaced"] = self.poster.name_of(outcome.get("replaced"))
        wanted = {"http": answer.http if answer.http < 300 else 201, **expected}
        names, codes = wanted.pop("names", []), wanted.pop("trace", [])
        wrong = differences(wanted, found, self.world.zone)
        assert not wrong, f"{'; '.join(wrong)} in {answer.body}"
        for name in names:
            assert self.poster.ids[name] in str(outcome), f"{name} is not named in {outcome}"
        for code in codes:
            lines = [line["code"] for line in outcome["trace"]] + [str(line["params"]) for line in outcome["trace"]]
            assert any(code.strip("*") in line for line in lines), f"no line {code} in {lines}"

    def facts(self, step: Table) -> None:
        check_rows(step["expect"], self.read(step["facts"]), self.world.zone)

    def read(self, query: Table) -> list[Table]:
        """What GET /facts answers, each item with the case's own names."""
        sent = {
            name: instant(value, self.world.zone).isoformat() if name in {"as_of", "known_at"} else value
            for name, value in query.items()
        }
        answer = fetch(self.world.secrets["reader"], "facts", sent)
        assert answer.http == 200, answer.body
        assert answer.body["next"] is None
        return [self.fact(item) for item in answer.body["items"]]

    def fact(self, item: Table) -> Table:
        return {
            **item,
            "claim": self.poster.name_of(item["id"]),
            "tier": item["source"]["tier"],
            "source": item["source"]["key"],
            "caveats": [caveat["code"] for caveat in item["caveats"]],
        }

    def queue(self, step: Table) -> None:
        check_rows(step["expect"], self.decider.queue(step["queue"]), self.world.zone)

    def card(self, step: Table) -> None:
        asked = step["card"]
        check_rows(step["expect"], self.decider.card(asked["by"], asked["claim"]), self.world.zone)

    def look(self, step: Table) -> None:
        asked = step["look"]
        self.decider.look(asked["by"], asked["claim"], asked["page"])

    def decide(self, step: Table) -> None:
        answer = self.decider.decide(step["decide"])
        expected = {"http": 200, **step.get("expect", {})}
        wrong = differences(expected, {"http": answer.http, "problem": answer.problem}, self.world.zone)
        assert not wrong, f"{'; '.join(wrong)} in {answer.body}"

    def race(self, step: Table) -> None:
        self.decider.race(step["race"], step["expect"])

    def backoffice(self, step: Table) -> None:
        self.decider.try_backoffice(step["backoffice"])

    def chat(self, step: Table) -> None:
        check_rows(step["expect"], self.chats.say(**step["chat"]), self.world.zone)

    def embedder(self, step: Table) -> None:
        self.until_the_end.enter_context(all_alike(self.settings, step["embedder"]))

    def recall(self, step: Table) -> None:
        """What is served, place by place, and what of it the text for the prompt says."""
        told = self.recaller.ask(step["recall"])
        rows = [self.recaller.row(self.fact(item), place) for place, item in enumerate(told["items"], 1)]
        check_rows(step["expect"], rows, self.world.zone)
        missing = [words for words in step.get("context", []) if words not in told["context"]]
        assert not missing, f"{missing} not in {told['context']}"

    def receipts(self, step: Table) -> None:
        check_rows(step["expect"], self.recaller.receipts(step["receipts"]), self.world.zone)

    def restore(self, step: Table) -> None:
        self.decider.restore(step["restore"])

    def erase(self, step: Table) -> None:
        answer = self.decider.erase(step["erase"])
        assert answer.http == 201, answer.body

    def sweep(self, step: Table) -> None:
        checks.sweep()

    def work(self, step: Table) -> None:
        """What the worker does when its bell rings."""
        while triage.drain():
            pass
        assert not Outbox.objects.filter(workspace=self.world.workspace).exists()

    def log(self, step: Table) -> None:
        rows = Transaction.objects.filter(workspace=self.world.workspace).select_related("actor_member", "actor_agent")
        kind = step["log"].get("kind")
        found = [self.entry(row) for row in (rows.filter(kind=kind) if kind else rows).order_by("recorded_at", "id")]
        check_rows(step["expect"], found, self.world.zone)

    def security(self, step: Table) -> None:
        """What was refused is remembered, though nothing changed."""
        rows = SecurityEvent.objects.filter(workspace=self.world.workspace)
        found = [{"author": row.author, "status": row.status, "code": row.code} for row in rows]
        check_rows(step["expect"], found, self.world.zone)

    def entry(self, row: Transaction) -> Table:
        actor = row.actor_member or row.actor_agent
        return {
            "claim": self.poster.name_of(str(row.claim_id)),
            "action": row.action,
            "replaced": self.poster.name_of(str(row.target)) if row.target else "",
            "status": row.status,
            "rule": row.rule,
            "kind": row.kind,
            "actor": actor.key if actor else "",
            "case": row.case is not None,
            "evidence": bool(row.evidence_digest),
        }

    def every_change_is_logged_once(self) -> None:
        """One first row for each claim, with action, rule, policy version, time and author; no value stands in it."""
        for claim in Claim.objects.filter(workspace=self.world.workspace, slot__isnull=False):
            first, *later = Transaction.objects.filter(claim=claim).order_by("number")
            assert first.kind != Transaction.Kind.SETTLED
            assert all(row.kind != Transaction.Kind.CLAIM for row in later), f"{claim.id} was judged twice"
            assert first.action
            assert first.rule
            assert first.policy_version == 1
            assert first.recorded_at >= claim.received_at
            values = [f":{json.dumps(claim.value)}"] if isinstance(claim.value, str) else []
            assert not [value for value in values for row in (first, *later) if value in row.details]
            assert (first.actor_agent_id, first.actor_member_id) == (claim.agent_id, claim.member_id)


STEPS: dict[str, Callable[[Run, Table], None]] = {
    name: getattr(Run, name)
    for name in (
        "post", "together", "clock", "facts", "outcome", "queue", "card", "look", "decide", "race",
        "backoffice", "chat", "embedder", "recall", "receipts", "restore", "erase", "sweep", "work", "log", "security",
    )
}  # fmt: skip
