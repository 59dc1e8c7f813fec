"""Which share of a question's evidence is among the first that are found: by recall, by cosine alone and by BM25, over
the same turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np

from memoryhub.learning.locomo import workspace
from memoryhub.learning.locomo.bm25 import Bm25
from memoryhub.learning.locomo.dialogues import GROUPS, Dialogue, Query
from memoryhub.recall import vectors
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.embedding.embedder import Embedder, Kind

FIRST, MOST = 5, 10
# Questions that the dialogue answers; those of the last group rest on a false premise and are counted apart.
ANSWERABLE = [name for name in GROUPS.values() if name != "adversarial"]
# The first texts for a question.
Finder = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Share:
    """Of one question by one finder: which share of its evidence is among the first five, and the first ten."""

    finder: str
    group: str
    at_5: float
    at_10: float


@dataclass
class Figures:
    """All shares, and what was measured over."""

    model: str
    dialogues: int
    turns: int = 0
    without_evidence: int = 0
    left_out: int = 0
    shares: list[Share] = field(default_factory=list)

    def rows(self) -> list[dict[str, object]]:
        """One for each finder over all answerable questions, then by group. A share is the mean over questions."""
        found: dict[tuple[str, str], list[Share]] = defaultdict(list)
        for one in self.shares:
            for name in ["all", one.group] if one.group in ANSWERABLE else [one.group]:
                found[name, one.finder].append(one)
        order = ["all", *GROUPS.values()]
        return [_row(*key, found[key]) for key in sorted(found, key=lambda key: order.index(key[0]))]

    def as_json(self) -> dict[str, object]:
        told = {name: getattr(self, name) for name in ("model", "dialogues", "turns", "without_evidence", "left_out")}
        return {**told, "rows": self.rows()}

    def in_words(self) -> str:
        rows = [f"{'questions of':<14}{'found by':<10}{'recall@5':>9}{'recall@10':>11}{'questions':>11}"]
        for row in self.rows():
            shares = f"{row['recall_at_5']:>9.3f}{row['recall_at_10']:>11.3f}{row['questions']:>11}"
            rows.append(f"{row['group']:<14}{row['name']:<10}{shares}")
        about = f"{self.dialogues} dialogues, {self.turns} turns, model {self.model}; not asked, without evidence: "
        return "\n".join([*rows, f"{about}{self.without_evidence}; near and not passed on: {self.left_out}"])


def measure(dialogues: Sequence[Dialogue], tell: Callable[[str], None]) -> Figures:
    """Say every turn, embed all of them, then ask every question that has evidence."""
    chosen, kept = embedder(), workspace.found()
    figures = Figures(chosen.model if chosen else "none", len(dialogues))
    for dialogue in dialogues:
        for turn in dialogue.turns:
            workspace.note(kept, dialogue, turn)
        figures.turns += len(dialogue.turns)
        tell(f"said: {dialogue.name}, {figures.turns} turns in all")
    if chosen:
        for done in vectors.rebuild(kept.workspace.pk, chosen):
            tell(f"embedded: {done}")
    for dialogue in dialogues:
        _ask(figures, kept, dialogue, chosen)
        tell(f"asked: {dialogue.name}, {len(dialogue.queries)} questions")
    return figures


def _ask(figures: Figures, kept: workspace.Kept, dialogue: Dialogue, chosen: Embedder | None) -> None:
    said: dict[str, set[str]] = defaultdict(set)
    for turn in dialogue.turns:
        said[turn.text].add(turn.id)

    def served(question: str) -> Sequence[str]:
        answer = workspace.ask(kept, dialogue, question, MOST)
        figures.left_out += answer.left_out
        return answer.texts

    finders: dict[str, Finder] = {"recall": served, "BM25": _by_words(list(said))}
    if chosen:
        finders["cosine"] = _by_cosine(list(said), chosen)
    asked = [query for query in dialogue.queries if query.evidence]
    figures.without_evidence += len(dialogue.queries) - len(asked)
    for query in asked:
        figures.shares += [_share(name, query, find(query.text), said) for name, find in sorted(finders.items())]


def _by_words(texts: Sequence[str]) -> Finder:
    index = Bm25(texts)
    return lambda question: [texts[place] for place in index.first(question, MOST)]


def _by_cosine(texts: Sequence[str], chosen: Embedder) -> Finder:
    """Vectors of our own, not those that recall keeps: what it does to them is part of what is measured."""
    documents = chosen.embed(texts, Kind.DOCUMENT)

    def find(question: str) -> Sequence[str]:
        [vector] = chosen.embed([question], Kind.QUERY)
        return [texts[place] for place in np.argsort(-(documents @ vector), kind="stable")[:MOST]]

    return find


def _share(finder: str, query: Query, found: Sequence[str], said: Mapping[str, set[str]]) -> Share:
    def at(first: int) -> float:
        turns = {turn for text in found[:first] for turn in said.get(text, ())}
        return len(turns & query.evidence) / len(query.evidence)

    return Share(finder, query.group, at(FIRST), at(MOST))


def _row(group: str, finder: str, shares: Sequence[Share]) -> dict[str, object]:
    return {
        "name": finder,
        "group": group,
        "recall_at_5": round(fmean(one.at_5 for one in shares), 4),
        "recall_at_10": round(fmean(one.at_10 for one in shares), 4),
        "questions": len(shares),
    }
