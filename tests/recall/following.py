"""What the workers do in the background, at once: seal what was committed, and give it its vectors."""

from __future__ import annotations

from unittest import mock

from ledgers.models import Unsealed
from ledgers.services import sealing
from memoryhub.recall import vectors
from memoryhub.recall.embedding.choosing import embedder

# A sealer lets every transaction of the server end first. Here nobody else writes in this database, and what tests in
# the others do may take minutes.
WAITING = "SELECT workspace_id, xid, transaction_id, hash FROM ledgers_unsealed ORDER BY 1, 2, 3 LIMIT %s"


def embed_all() -> None:
    seal()
    chosen = embedder()
    while chosen is not None and vectors.follow(chosen):
        continue


def seal() -> None:
    with mock.patch.object(sealing, "WAITING", WAITING):
        while Unsealed.objects.exists():
            sealing.seal_waiting()
