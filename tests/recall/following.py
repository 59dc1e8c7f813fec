"""What the workers do in the background, at once."""

from __future__ import annotations

from memoryhub.accounts import workspaces
from memoryhub.recall import vectors
from memoryhub.recall.embedding.choosing import embedder
from tests.invariants.saying import seal_all


def embed_all() -> None:
    """A vector for every fact there is. The log is not waited for: what else runs on this server holds its end back."""
    chosen = embedder()
    if chosen is None:
        return
    for workspace_id in workspaces.ids():
        list(vectors.rebuild(workspace_id, chosen))


def follow_all() -> None:
    """As the workers do it: what was recorded is sealed first."""
    seal_all()
    chosen = embedder()
    while chosen is not None and vectors.follow(chosen):
        continue
