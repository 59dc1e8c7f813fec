"""Many facts with vectors in the database of a hub: `python -m tests.figures.crowding pairs` or `… others 10000 0`.

Run as the owner of the database, in the environment of a hub; prints the scopes as JSON.
"""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import json
import sys
from random import Random
from typing import TYPE_CHECKING

from tests.chaos import owning

if TYPE_CHECKING:
    from tests.recall.crowds import Crowd

# The store of a product that remembers for its users: facts, people, and how many a pair of one and a character has.
FACTS, USERS, MEAN, MOST = 14_372, 604, 17.7, 157
# The scope that is asked among the others, and how large each of those is.
ONE, SIZE, OTHERS = "team:one", 160, 1000


def main(what: str, *numbers: str) -> None:
    owning.set_up()
    from django.db import connection  # noqa: PLC0415 - the settings are loaded by now

    from ledgers.models import Claim  # noqa: PLC0415
    from memoryhub.recall.embedding.built_in import BuiltIn  # noqa: PLC0415
    from memoryhub.recall.embedding.embedder import Kind  # noqa: PLC0415
    from tests.figures import seeding, sentences  # noqa: PLC0415
    from tests.recall import crowds  # noqa: PLC0415

    made = _pairs() if what == "pairs" else _others(*map(int, numbers))
    first = Claim.objects.select_related("slot").get(pk=seeding.first()["claim"])
    said = BuiltIn().embed(sentences.facts(), Kind.DOCUMENT)
    with connection.cursor() as cursor:
        crowds.write(cursor, first, made, model=BuiltIn.model, dims=BuiltIn.dims, said=said)
        # As a database is that has had its rows for a while.
        cursor.execute("VACUUM (ANALYZE)")
    print(json.dumps([crowd.scope for crowd in made]))


def _pairs() -> list[Crowd]:
    """As many pairs as the mean says; few have many facts, and one has the most."""
    from tests.recall.crowds import Crowd  # noqa: PLC0415

    random, count = Random(5), round(FACTS / MEAN)
    sizes = [MOST, *(max(1, min(MOST, round(random.expovariate(1 / MEAN)))) for _pair in range(count - 1))]
    while (over := sum(sizes) - FACTS) != 0:
        at = random.randrange(1, count)
        sizes[at] = max(1, min(MOST, sizes[at] - (1 if over > 0 else -1)))
    found, start = [], 0
    for number, size in enumerate(sizes):
        found.append(Crowd(f"pair:u{number % USERS}/c{number // USERS}", size, start))
        start += size
    return found


def _others(count: int, start: int) -> list[Crowd]:
    """So many facts, numbered from `start`, in scopes of a thousand; at the very start the one that is asked, too."""
    from tests.recall.crowds import Crowd  # noqa: PLC0415

    base = 1_000_000
    one = [] if start else [Crowd(ONE, SIZE, base)]
    firsts = range(start, start + count, OTHERS)
    return [*one, *(Crowd(f"team:other-{first}", OTHERS, base + SIZE + first) for first in firsts)]


if __name__ == "__main__":
    main(*sys.argv[1:])
