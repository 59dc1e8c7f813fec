"""Compares what clients were told with what is there: `python -m tests.chaos.checking JOURNAL`, printing JSON.

Runs as the owner of the database, over all workspaces, when nothing else runs any more.
"""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from tests.chaos import owning
from tests.chaos.journal import Found, read


def main(path: Path) -> None:
    owning.set_up()
    from tests.chaos import told, under_the_law  # noqa: PLC0415 - they need the settings

    lines = list(read(path))
    claims = [line for line in lines if line["what"] == "claim"]
    decisions = [line for line in lines if line["what"] == "decision"]
    checks: dict[str, Callable[[], Found]] = {
        "I1 one fact in force": under_the_law.one_in_force,
        "I2 every change logged": under_the_law.all_logged,
        "I5 one decision wins": lambda: told.one_winner(decisions),
        "I6 one claim per key": told.one_claim_per_key,
        "I6 equal answers": lambda: told.equal_answers(claims),
        "I6 another body refused": lambda: told.others_refused(claims),
        "I7 windows of the law": under_the_law.windows,
        "I8 settled once": told.settled_once,
        "I9 all acknowledged": lambda: told.all_there(claims),
        "I9 as it was said": lambda: told.as_said(claims),
        "I14 owners decided": under_the_law.owners_decided,
        "I16 nothing crossed": lambda: told.nothing_crossed(claims),
    }
    print(json.dumps({name: check() for name, check in checks.items()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
