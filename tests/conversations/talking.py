"""People who talk to characters through the API, and what the workers do meanwhile, run at once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.test.utils import override_settings

from ledgers.services import policies
from memoryhub.accounts import tokens, walls
from memoryhub.accounts.models import Member, Role, Workspace
from memoryhub.conversations import listening
from memoryhub.conversations.models import Conversation
from tests.cases.posting import Answer, call, fetch
from tests.factories import make_agent, make_member, make_workspace, read_policy
from tests.recall.following import embed_all

Told = dict[str, Any]  # JSON
_keys = itertools.count(1)


@dataclass
class Place:
    """A workspace with the policy that ships, its people, and the tokens of agents, one for each pair."""

    workspace: Workspace
    people: dict[str, Member]
    secrets: dict[str, str] = field(default_factory=dict)

    def agent(self, user: str, character: str) -> str:
        """The token that opens this pair and nothing else."""
        pair = f"pair:{user}/{character}"
        if pair not in self.secrets:
            self.secrets[pair] = self.token(f"agent-{len(self.secrets)}", [pair])
        return self.secrets[pair]

    def token(self, name: str, scopes: Sequence[str], *, may_write: bool = True) -> str:
        issued = tokens.issue(
            workspace=self.workspace,
            name=name,
            agent=make_agent(self.workspace, name, self.people["adm"]),
            sources=["chat"],
            scopes=list(scopes),
            may_write=may_write,
            by=self.people["adm"],
        )
        return issued.secret


@dataclass
class Talk:
    """One conversation, as its agent holds it."""

    place: Place
    secret: str
    id: str

    def say(self, *texts: str, role: str = "user") -> None:
        for text in texts:
            self.send({"role": role, "text": text})

    def exchange(self, said: str, answered: str) -> None:
        both = [{"role": "user", "text": said}, {"role": "character", "text": answered}]
        self.send({"messages": both})

    def send(self, body: Told, key: str = "") -> Told:
        answer = post(self.secret, f"conversations/{self.id}/messages", body, key)
        assert answer.http == 201, answer.body
        found: Told = answer.body
        return found

    def context(self, **asked: str) -> Told:
        answer = fetch(self.secret, f"conversations/{self.id}/context", asked)
        assert answer.http == 200, answer.body
        found: Told = answer.body
        return found


def place(key: str = "") -> Place:
    workspace = make_workspace(key)
    people = {name: make_member(workspace, name) for name in ("ana", "rui")}
    people["adm"] = make_member(workspace, "adm", Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN)
    with walls.inside(workspace):
        policies.activate(
            workspace=workspace, document=read_policy("ledgers/policies/shipped.toml"), member=people["adm"]
        )
    return Place(workspace, people)


def talk(where: Place, user: str = "ana", character: str = "luna", *, language: str = "en") -> Talk:
    secret = where.agent(user, character)
    answer = post(secret, "conversations", {"user": user, "character": character, "language": language})
    assert answer.http == 201, answer.body
    return Talk(where, secret, answer.body["id"])


def post(secret: str, path: str, body: Told, key: str = "") -> Answer:
    return call(secret, path, body, {"Idempotency-Key": key or f"talk-{next(_keys)}"})


def work(where: Place, *, embed: bool = False) -> None:
    """What the bells bring about, and with `embed` the vectors."""
    with walls.inside(where.workspace):
        held = list(Conversation.objects.order_by("started_at").values_list("pk", flat=True))
    for conversation in held:
        listening.listen(where.workspace.pk, conversation)
    if embed:
        embed_all()


def remembered(where: Place, user: str = "ana", character: str = "luna", **asked: str) -> list[Told]:
    """What GET /facts says of a pair."""
    answer = fetch(where.agent(user, character), "facts", {"scope": f"pair:{user}/{character}", **asked})
    assert answer.http == 200, answer.body
    found: list[Told] = answer.body["items"]
    return found


def values(facts: Sequence[Told]) -> list[Any]:
    return [fact["value"] for fact in facts]


@contextmanager
def at(moment: str) -> Iterator[None]:
    with override_settings(LEDGER_CLOCK=moment):
        yield
