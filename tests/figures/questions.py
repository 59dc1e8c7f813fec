"""How often each page asks the database, with ten rows of everything and with fifty; nothing of it stays.

Run as `python -m tests.figures.questions` in the environment of a hub; prints JSON.
"""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from tests.chaos import owning
from tests.chaos.stack import Stack
from tests.figures.figure import Figure
from tests.screens import limits

ROWS = (10, 50)


def questions(stack: Stack) -> Iterator[Figure]:
    """What each page asks with fifty rows. In all: with who asks, and the frame that names the workspace."""
    told = json.loads(stack.run("-m", "tests.figures.questions").splitlines()[-1])
    for name, by_rows in told.items():
        few, many = (by_rows[str(rows)] for rows in ROWS)
        note = f"{few['own']} with {ROWS[0]} rows, {many['own']} with {ROWS[1]}; in all {many['all']}"
        goal = limits.QUESTIONS.get(name, math.inf)
        yield Figure(f"questions of the database: {name}", many["own"], "", goal, note=note, exact=True)


def main() -> None:
    owning.set_up()
    from django.db import transaction  # noqa: PLC0415 - the settings are loaded by now

    from tests.screens.budget import visits  # noqa: PLC0415
    from tests.screens.world import make_firm  # noqa: PLC0415

    pages: dict[str, dict[int, Any]] = {}  # Any: as JSON has it
    for rows in ROWS:
        with transaction.atomic():
            for name, asked in visits(make_firm(), rows):
                pages.setdefault(name, {})[rows] = {"own": len(asked.own), "all": asked.all}
            transaction.set_rollback(True)
    print(json.dumps(pages))


if __name__ == "__main__":
    main()
