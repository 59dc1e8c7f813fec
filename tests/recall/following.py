"""What the workers do in the background, at once: seal what was committed, and give it its vectors."""

from __future__ import annotations

from memoryhub.recall import vectors
from memoryhub.recall.embedding.choosing import embedder
from tests.invariants.saying import seal_all


def embed_all() -> None:
    seal_all()
    chosen = embedder()
    assert chosen is not None
    while vectors.follow(chosen):
        continue
