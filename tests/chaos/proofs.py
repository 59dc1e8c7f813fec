"""What the processes themselves say about a run: their logs, the outbox, and the product's own proofs of the log."""

from __future__ import annotations

import re

from tests.chaos.sending import Seen
from tests.chaos.stack import Stack

# The lock keeps these from ever being met; the constraint is the net below it.
NET = ("fact_one_in_force", "transaction_claim_number_unique")


def waiting(stack: Stack) -> int:
    """Claims not decided yet."""
    query = "SELECT count(*) FROM ledgers_outbox WHERE slot_id IS NOT NULL"
    return int(stack.database.rows(query)[0][0])


def of_service(stack: Stack, seen: Seen, drained: float, limit: float) -> dict[str, list[str]]:
    log = stack.database.log.decode(errors="replace")
    left = waiting(stack)
    return {
        "I9 decided in time": [f"{left} claims still wait after {limit:.0f} s"] if drained >= limit else [],
        # Counted in the log: what the server counts itself is forgotten when it is killed.
        "I25 no deadlock": _times(log, "deadlock detected"),
        "I1 the net is never reached": [line for name in NET for line in _times(log, name)],
        "no answer but 503 from 500 on": seen.worst[:20],
    }


def _times(log: str, words: str) -> list[str]:
    found = len(re.findall(f"ERROR:.*{words}", log))
    return [f"{words}: {found} times in the log of the database"] if found else []


def of_the_log(stack: Stack) -> dict[str, list[str]]:
    """The product's own commands over the whole log."""
    found = {}
    for name, command in {"I3 replay": ["replay"], "I4 the log is whole": ["verify_log"]}.items():
        try:
            stack.run("manage.py", *command)
        except RuntimeError as error:
            found[name] = [str(error)[-1500:]]
        else:
            found[name] = []
    return found
