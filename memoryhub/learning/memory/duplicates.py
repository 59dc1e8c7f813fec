"""From which cosine on two statements may say the same, and what that would throw away, over pairs of a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from memoryhub.conversations.offline.likeness import Relation, relation
from memoryhub.recall.embedding.embedder import Embedder, Kind

LABELS = {"paraphrase": "duplicates", "related": "related", "contradiction": "contradictions"}
# The cuts that are tried.
STEPS = [round(0.5 + 0.01 * step, 2) for step in range(50)]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements, what they are to each other, and how near the model finds them."""

    one: str
    other: str
    label: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """The shares of each kind of pair that count as said already from this cosine on."""

    cut: float
    duplicates: float
    related: float
    contradictions: float

    def as_json(self) -> dict[str, float]:
        dropped = {f"{label}_dropped": getattr(self, label) for label in LABELS.values()}
        return {"cut": self.cut, **dropped}


def read(path: Path, embedder: Embedder) -> list[Pair]:
    """A pair a line: `a`, `b` and `label` (paraphrase, related, contradiction)."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    texts = list(dict.fromkeys(text for row in rows for text in (row["a"], row["b"])))
    vectors = dict(zip(texts, embedder.embed(texts, Kind.DOCUMENT), strict=True))
    return [Pair(row["a"], row["b"], row["label"], float(np.dot(vectors[row["a"]], vectors[row["b"]]))) for row in rows]


def measure(pairs: Sequence[Pair], embedder: Embedder) -> dict[str, Any]:  # Any: JSON
    """At the cut in use, with and without a look at the words; and the lowest cut that drops nothing it should not."""
    at, harmless = dropped(pairs, embedder.duplicate_cut), [one for one in map_cuts(pairs) if not _harms(one)]
    return {
        "model": embedder.model,
        "pairs": len(pairs),
        **at.as_json(),
        "by_cosine_alone": dropped(pairs, embedder.duplicate_cut, guarded=False).as_json(),
        "lowest_harmless_cut": harmless[0].as_json() if harmless else None,
    }


def map_cuts(pairs: Sequence[Pair]) -> list[Dropped]:
    return [dropped(pairs, cut) for cut in STEPS]


def dropped(pairs: Sequence[Pair], cut: float, *, guarded: bool = True) -> Dropped:
    shares = {
        name: _share([pair for pair in pairs if pair.label == label], cut, guarded) for label, name in LABELS.items()
    }
    return Dropped(cut, **shares)


def _share(pairs: Sequence[Pair], cut: float, guarded: bool) -> float:
    gone = [pair for pair in pairs if pair.cosine >= cut and (not guarded or _repeats(pair, cut))]
    return round(len(gone) / len(pairs), 4) if pairs else 0.0


def _repeats(pair: Pair, cut: float) -> bool:
    return relation(pair.one, pair.other, pair.cosine, cut) is Relation.DUPLICATE


def _harms(one: Dropped) -> bool:
    return bool(one.related or one.contradictions)
