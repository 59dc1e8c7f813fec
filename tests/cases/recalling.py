"""Steps of a case that ask what is remembered: recall and its receipts, after the workers made the vectors."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pytest_django.fixtures import Settings

from tests.cases.files import Table
from tests.cases.posting import Poster, call, fetch
from tests.cases.world import World
from tests.recall.embedding_server import Server, Vector, serving
from tests.recall.following import embed_all

# Two directions more than texts that a case says.
DIMS = 64


@dataclass
class Recaller:
    """Asks with the tokens of the case's agents and members."""

    world: World
    poster: Poster

    def ask(self, asked: Table) -> Table:
        embed_all()
        body = {name: value for name, value in asked.items() if name != "by"}
        answer = call(self.world.secrets[asked.get("by", "reader")], "recall", body)
        assert answer.http == 200, answer.body
        told: Table = answer.body
        return told

    def row(self, item: Table, place: int) -> Table:
        """`beside`: the case's own names of the facts that say otherwise."""
        return {**item, "place": place, "beside": [self.poster.name_of(one["fact"]) for one in item["beside"]]}

    def receipts(self, claim: str) -> list[Table]:
        answer = fetch(self.world.secrets["reader"], "receipts", {"fact": self.poster.ids[claim]})
        assert answer.http == 200, answer.body
        rows: list[Table] = answer.body["items"]
        return rows


@contextmanager
def all_alike(settings: Settings, said: Table) -> Iterator[None]:
    """An embedder to which any two texts are as near as `cosine` says, and to which `cut` and above is the same."""
    with serving(Server(dims=DIMS, vector=_alike(said["cosine"]))) as server:
        settings.EMBEDDER, settings.EMBEDDER_URL = "endpoint", server.url
        settings.EMBEDDER_MODEL, settings.EMBEDDER_DIMS = "alike", DIMS
        settings.EMBEDDER_CUT = said["cut"]
        yield


def _alike(cosine: float) -> Vector:
    """All share one direction; each text has one of its own besides."""
    known: dict[str, int] = {}

    def vector(text: str) -> list[float]:
        own = known.setdefault(text, len(known) + 1)
        return [math.sqrt(cosine), *(math.sqrt(1 - cosine) * (place == own) for place in range(1, DIMS))]

    return vector
