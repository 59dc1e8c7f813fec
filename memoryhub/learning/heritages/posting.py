"""Posts the rows one by one, as programs do, and keeps what the hub called each."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from memoryhub.learning.door import Door
from memoryhub.learning.heritages.rows import Row
from memoryhub.learning.heritages.workspace import FIELD, source_key

# One date for all: what is left to decide is rank.
EFFECTIVE_AT = "2020-01-01T00:00:00Z"


@dataclass
class Posted:
    """The claim id of each row by its number, how long it took, and how many answers were replays."""

    claims: dict[int, str] = field(default_factory=dict)
    seconds: float = 0.0
    replayed: int = 0


def post(door: Door, rows: Iterable[Row], scope: str, *, key: str) -> Posted:
    """Post every row and wait for each to be settled or deferred. `key` begins the idempotency keys of this pass."""
    posted = Posted()
    begun = time.monotonic()
    for row in rows:
        answer = door.post(
            "/claims", claim(row, scope), Prefer="wait=30", Idempotency_Key=f"{key}:{scope}:{row.number}"
        )
        posted.claims[row.number] = answer["id"]
        posted.replayed += door.replayed
    posted.seconds = time.monotonic() - begun
    return posted


def claim(row: Row, scope: str) -> dict[str, str]:
    """The body of one row."""
    return {
        "subject": f"site:{row.place}",
        "field": FIELD,
        "scope": scope,
        "value": row.value,
        "source": source_key(row.site),
        "effective_at": EFFECTIVE_AT,
    }
