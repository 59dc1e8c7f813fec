"""The dialogues as remembered notes: said, decided, embedded and asked for as an agent's notes are."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources

from escalations import triage
from ledgers.services import policies
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts import walls
from memoryhub.accounts.models import Agent, Member, Role, Workspace
from memoryhub.conversations.registering import SOURCE, prepare
from memoryhub.learning.locomo.dialogues import Dialogue, Turn
from memoryhub.recall.question import Question
from memoryhub.recall.recalling import meaning_of, recall


@dataclass(frozen=True, slots=True)
class Answer:
    """The texts that recall serves, the nearest first, and how many were near that it does not pass on."""

    texts: list[str]
    left_out: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A workspace with notes of dialogues in it."""

    workspace: Workspace
    author: Author


def found() -> Kept:
    """A workspace under the policy that ships, and an agent that keeps notes of what it hears."""
    workspace = Workspace.objects.create(key="dialogues", name="Dialogues", time_zone="UTC")
    admin = Member.objects.create(workspace=workspace, key="ana", name="Ana", roles=[Role.ACCOUNT_ADMIN])
    with walls.inside(workspace):
        shipped = tomllib.loads((resources.files("ledgers.policies") / "shipped.toml").read_text(encoding="utf-8"))
        policies.activate(workspace=workspace, document=shipped, member=None)
        prepare(workspace)
        agent = Agent.objects.create(workspace=workspace, key="listener", name="Listener", controller=admin)
    return Kept(workspace, Author(agent=agent, sources=[SOURCE], scopes=["pair:*"]))


def note(kept: Kept, dialogue: Dialogue, turn: Turn) -> None:
    """One turn, word for word, dated by its session."""
    data = ClaimInput(
        subject=f"person:{turn.speaker}",
        field="note.fact",
        scope=_scope(dialogue),
        source=SOURCE,
        value=turn.text,
        effective_at=turn.said_at,
        evidence={"text": turn.text, "ref": f"{dialogue.name}/{turn.id}"},
    )
    with walls.inside(kept.workspace):
        claim = submit(
            workspace=kept.workspace,
            author=kept.author,
            data=data,
            idempotency_key=f"{dialogue.name}/{turn.id}",
            request_digest=sha256(repr(data).encode()).digest(),
        ).claim
        triage.settle_now(claim.pk)


def ask(kept: Kept, dialogue: Dialogue, question: str, most: int) -> Answer:
    asked = Question(question, [_scope(dialogue)], k=most)
    meaning = meaning_of(asked)
    with walls.inside(kept.workspace):
        recalled, _version = recall(kept.workspace, asked, meaning)
    return Answer([str(item.view.value) for item in recalled.items], len(recalled.left_out))


def _scope(dialogue: Dialogue) -> str:
    return f"pair:dialogue-{dialogue.number}/listener"
