"""How often the fact that is meant is among the first that recall serves: facts and questions of a file, said and asked
for real in a workspace of their own."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from pathlib import Path
from uuid import UUID

from django.conf import settings

from escalations import triage
from ledgers.services import policies, registries
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts import walls
from memoryhub.accounts.models import Agent, Member, Workspace
from memoryhub.recall import vectors
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.question import Question
from memoryhub.recall.recalling import meaning_of, recall

FIRST = 5
MIXED = "mixed"
# What the shares have to reach with the built-in embedder.
GOALS = {MIXED: 0.90, "pt-BR": 0.85, "en": 0.97}


@dataclass(frozen=True, slots=True)
class Known:
    """A fact of the file: what it says in its language, and the key by which questions mean it."""

    key: str
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the file, and the keys of the facts that would answer it."""

    language: str
    text: str
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Data:
    facts: Sequence[Known]
    questions: Sequence[Asked]


def read(path: Path) -> Data:
    """A fact (`type` fact: `key`, `lang`, `text`) or a question (`type` query: `lang`, `text`, `gold_keys`) a line."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    facts = [Known(row["key"], row["lang"], row["text"]) for row in rows if row["type"] == "fact"]
    asked = [Asked(row["lang"], row["text"], frozenset(row["gold_keys"])) for row in rows if row["type"] == "query"]
    return Data(facts, asked)


def measure(data: Data) -> dict[str, object]:
    """Each language in a scope of its own, and all of them in one; what each question missed."""
    workspace, author = _found()
    languages = sorted({fact.language for fact in data.facts})
    missed: list[str] = []
    shares = {}
    for place in (MIXED, *languages):
        facts = [fact for fact in data.facts if place in (MIXED, fact.language)]
        asked = [one for one in data.questions if place in (MIXED, one.language)]
        keys = {_say(workspace, author, fact, _scope(place)): fact.key for fact in facts}
        _embed(workspace)
        hits = [one for one in asked if _hit(workspace, one, _scope(place), keys)]
        missed += [f"{place}: {one.text}" for one in asked if one not in hits]
        shares[place] = round(len(hits) / len(asked), 4) if asked else 0.0
    chosen = embedder()
    by_language = {language: shares[language] for language in languages}
    return {
        "model": chosen.model if chosen else "none",
        "facts": len(data.facts),
        "questions": len(data.questions),
        "recall_at_5": shares[MIXED],
        "by_language": by_language,
        "missed": missed,
    }


def falls_short(figures: Mapping[str, object]) -> bool:
    """Only the built-in embedder has goals; another one is whoever's chose it."""
    found = {MIXED: figures["recall_at_5"], **dict(figures["by_language"])}  # type: ignore[call-overload]  # a mapping
    return settings.EMBEDDER == "built-in" and any(found.get(place, 1) < goal for place, goal in GOALS.items())


def _scope(place: str) -> str:
    return f"team:{place.lower()}"


def _found() -> tuple[Workspace, Author]:
    """A workspace under the policy that ships, where an agent may note what it hears."""
    workspace = Workspace.objects.create(key="evaluated", name="Evaluated")
    owner, backup = [Member.objects.create(workspace=workspace, key=key, name=key.title()) for key in ("ana", "eva")]
    with walls.inside(workspace):
        shipped = tomllib.loads((resources.files("ledgers.policies") / "shipped.toml").read_text(encoding="utf-8"))
        shipped["automatic"] = ["*"]
        policies.activate(workspace=workspace, document=shipped, member=None)
        registries.save_scope(workspace=workspace, by=None, key="team:*")
        registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record", undated="now")
        registries.save_responsibility(
            workspace=workspace, by=None, scope="team:*", owner=owner, backup=backup, proposers=["agent:*"]
        )
        agent = Agent.objects.create(workspace=workspace, key="crm", name="crm", controller=owner)
    return workspace, Author(agent=agent, sources=["*"], scopes=["*"])


def _say(workspace: Workspace, author: Author, fact: Known, scope: str) -> UUID:
    data = ClaimInput(subject="person:someone", field="note.fact", scope=scope, source="crm", value=fact.text)
    key = f"{scope} {fact.language} {fact.key}"
    with walls.inside(workspace):
        claim = submit(
            workspace=workspace,
            author=author,
            data=data,
            idempotency_key=sha256(key.encode()).hexdigest(),
            request_digest=sha256(repr(data).encode()).digest(),
        ).claim
        triage.settle_now(claim.pk)
    return claim.pk


def _embed(workspace: Workspace) -> None:
    """At once: the log is sealed when everything else on this server has come to an end."""
    if chosen := embedder():
        list(vectors.rebuild(workspace.pk, chosen))


def _hit(workspace: Workspace, asked: Asked, scope: str, keys: Mapping[UUID, str]) -> bool:
    question = Question(asked.text, [scope], k=FIRST)
    meaning = meaning_of(question)
    with walls.inside(workspace):
        recalled, _version = recall(workspace, question, meaning)
    return any(keys.get(item.view.id) in asked.keys for item in recalled.items)
