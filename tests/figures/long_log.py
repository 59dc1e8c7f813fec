"""Makes a long log out of a short one and seals it: `python -m tests.figures.long_log 100000`, printing its rows."""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import sys
from random import Random

from tests.chaos import owning

# Rows that are really decided, one by one; the rest are their copies.
DECIDED = 600
UNSEALED = """
    INSERT INTO ledgers_unsealed (workspace_id, xid, transaction_id, hash, left_at)
    SELECT workspace_id, xid, id, hash, clock_timestamp() FROM ledgers_transaction ON CONFLICT DO NOTHING"""


def main(rows: int) -> None:
    owning.set_up()
    from django.db import connection  # noqa: PLC0415 - the settings are loaded by now

    from ledgers.models import Transaction  # noqa: PLC0415
    from ledgers.services.sealing import seal_waiting  # noqa: PLC0415
    from memoryhub.accounts.models import Workspace  # noqa: PLC0415
    from tests.figures.multiplied import multiply  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        workspace = Workspace.objects.get()
        _decide(workspace.key)
        own = Transaction.objects.filter(workspace=workspace).count()
        made = multiply(workspace, rows // own)
        cursor.execute("DELETE FROM ledgers_unsealed")
        cursor.execute("DELETE FROM ledgers_chain")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("DELETE FROM ledgers_seal")
        cursor.execute(UNSEALED)
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("ANALYZE")
    while seal_waiting():
        continue
    print(made)


def _decide(key: str) -> None:
    """Claims like those of a chaos run, through the services."""
    from datetime import datetime  # noqa: PLC0415

    from memoryhub.accounts.models import Agent  # noqa: PLC0415
    from tests.chaos.saying import Mouth  # noqa: PLC0415
    from tests.factories import post  # noqa: PLC0415

    agent = Agent.objects.get(workspace__key=key, key="crm")
    mouth = Mouth(Random(7))
    for _number in range(DECIDED):
        said = mouth.next().body
        since = datetime.fromisoformat(said["effective_at"])
        post(
            agent,
            said["subject"],
            said["field"],
            said["scope"],
            said["value"],
            # An agent speaks for no person.
            source="crm" if said["source"] == "people" else said["source"],
            since=since,
            kind=said["kind"],
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
