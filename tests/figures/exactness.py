"""How many of the five nearest recall finds, against the exact order: `python -m tests.figures.exactness`.

Run as the owner of the database, in the environment of a hub; prints for each size of a scope the share as JSON.
"""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.chaos import owning
from tests.figures import sentences

if TYPE_CHECKING:
    from memoryhub.recall.near import Meaning, Near

# Up to two thousand all are looked at; above, a graph answers.
SIZES = (160, 2_000, 20_000)
FIRST = 5


def main() -> None:
    owning.set_up()
    from django.db import connection  # noqa: PLC0415 - the settings are loaded by now

    from ledgers.models import Claim  # noqa: PLC0415
    from ledgers.selectors import facts  # noqa: PLC0415
    from ledgers.selectors.facts import Asked  # noqa: PLC0415
    from memoryhub.accounts import walls  # noqa: PLC0415
    from memoryhub.recall import graphs  # noqa: PLC0415
    from memoryhub.recall.embedding.built_in import BuiltIn  # noqa: PLC0415
    from memoryhub.recall.embedding.embedder import Kind  # noqa: PLC0415
    from memoryhub.recall.models import FactVector  # noqa: PLC0415
    from memoryhub.recall.near import Meaning, Near  # noqa: PLC0415
    from memoryhub.recall.question import Question  # noqa: PLC0415
    from tests.figures import seeding  # noqa: PLC0415
    from tests.recall import crowds  # noqa: PLC0415

    model, base = BuiltIn(), 5_000_000
    first = Claim.objects.select_related("slot", "workspace").get(pk=seeding.first()["claim"])
    made = [crowds.Crowd(f"team:exact-{size}", size, base + size * 2) for size in SIZES]
    with connection.cursor() as cursor:
        said = model.embed(sentences.facts(), Kind.DOCUMENT)
        crowds.write(cursor, first, made, model=model.model, dims=model.dims, said=said)
    meanings = [Meaning(one, model.model, model.dims) for one in model.embed(sentences.questions(), Kind.QUERY)]
    found = {}
    for crowd in made:
        with walls.inside(first.workspace):
            one = FactVector.objects.filter(scope=crowd.scope).values_list("claim", flat=True)[:1]
            graphs.keep(first.workspace_id, one, model)
        with walls.inside(first.workspace):
            where = Near(first.workspace, Question("", [crowd.scope]), facts.moment(Asked()), 4 * FIRST)
            found[crowd.count] = sum(_share(where, one) for one in meanings) / len(meanings)
    print(json.dumps({"questions": len(meanings), "shares": found}))


def _share(where: Near, meaning: Meaning) -> float:
    """A fact as near as the fifth is as good as the fifth."""
    from django.db.models import F, Q  # noqa: PLC0415 - as above

    from memoryhub.recall import near  # noqa: PLC0415

    # No graph is over the column itself: the database orders all there are.
    exact = near._nearest(where, meaning, Q(scope=where.asked.scopes[0]), F("vector"))[:FIRST]
    found = near.by_meaning(where, meaning)[:FIRST]
    return sum(one.score >= exact[-1].score for one in found) / FIRST


if __name__ == "__main__":
    main()
