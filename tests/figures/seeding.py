"""Many facts quickly: copies of one settled claim, written as the owner of the database with the guards asleep.

Run as `python -m tests.figures.seeding facts 200000` or `… hot 5000`, in the environment of a hub; prints JSON. The
copies read like any other fact; their log is not theirs, so nothing is verified or replayed over them.
"""

# ruff: noqa: S608, T201 - the statements are our own, and the printed line is what it is run for
from __future__ import annotations

import json
import sys
import time
from typing import Any

from tests.chaos import owning

SUBJECT = "client:seeded-"
# One settled claim of each kind, from which the rest is copied.
KEY = "seed"


def main(what: str, count: int) -> None:
    owning.set_up()
    from django.db import connection  # noqa: PLC0415 - the settings are loaded by now

    began = time.monotonic()
    first = _first()
    statements = _many_slots(first) if what == "facts" else _one_slot(first)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET session_replication_role = replica")
        for statement in statements:
            cursor.execute(statement, [count])
        cursor.execute("ANALYZE")
    print(json.dumps({"seconds": round(time.monotonic() - began, 1), "subject": SUBJECT, "count": count}))


def _first() -> dict[str, Any]:  # Any: ids and texts
    """Post and settle the claim all others are copies of."""
    from datetime import UTC, datetime  # noqa: PLC0415

    from ledgers.models import Fact  # noqa: PLC0415
    from memoryhub.accounts.models import Agent  # noqa: PLC0415
    from tests.factories import post  # noqa: PLC0415

    agent = Agent.objects.filter(key="crm").order_by("workspace__key").first()
    assert agent is not None
    since = datetime(2000, 1, 1, tzinfo=UTC)
    place = f"{SUBJECT}0"
    claim = post(agent, place, "company.plan", place, "gold", source="crm", since=since)
    fact = Fact.objects.get(claim=claim)
    assert claim.slot is not None
    return {
        "claim": claim.id,
        "fact": fact.id,
        "entry": fact.opened_by_id,
        "slot": claim.slot_id,
        "subject": claim.slot.subject_id,
    }


def _made(kind: str) -> str:
    return f"md5('{kind}' || n)::uuid"


def _copy(table: str, row: object, members: dict[str, str]) -> str:
    """Insert copies of a row, numbered n = 1 … count, with some members changed."""
    changed = ", ".join(f"'{name}', {value}" for name, value in members.items())
    return (
        f"INSERT INTO {table} SELECT made.* FROM {table} held, generate_series(1, %s) n, "
        f"LATERAL jsonb_populate_record(held, jsonb_build_object({changed})) made WHERE held.id = '{row}'"
    )


def _many_slots(first: dict[str, Any]) -> list[str]:  # Any: ids and texts
    """One fact in each of many slots, in force since 2000 without an end."""
    name = f"'{SUBJECT}' || n"
    place = {"subject": name, "scope": name}
    return [
        _copy("ledgers_subject", first["subject"], {"id": _made("subject"), "key": name, "shown": name}),
        _copy("ledgers_slot", first["slot"], {"id": _made("slot"), "subject_id": _made("subject"), "scope": name}),
        _copy(
            "ledgers_claim",
            first["claim"],
            {"id": _made("claim"), "slot_id": _made("slot"), "idempotency_key": "'seeded-' || n", **place},
        ),
        _copy(
            "ledgers_transaction",
            first["entry"],
            {"id": _made("entry"), "slot_id": _made("slot"), "claim_id": _made("claim")},
        ),
        _copy(
            "ledgers_fact",
            first["fact"],
            {
                "id": _made("fact"),
                "slot_id": _made("slot"),
                "claim_id": _made("claim"),
                "carrier_id": _made("claim"),
                "opened_by_id": _made("entry"),
            },
        ),
    ]


def _one_slot(first: dict[str, Any]) -> list[str]:  # Any: ids and texts
    """Many windows of an hour each in the one slot, before the one that is there."""
    since = "timestamptz '1990-01-01' + n * interval '1 hour'"
    window = f"tstzrange({since}, {since} + interval '1 hour')"
    dates = {"effective_at": since, "expires_at": f"{since} + interval '1 hour'"}
    return [
        _copy("ledgers_claim", first["claim"], {"id": _made("hot"), "idempotency_key": "'hot-' || n", **dates}),
        _copy("ledgers_transaction", first["entry"], {"id": _made("hot entry"), "claim_id": _made("hot")}),
        _copy(
            "ledgers_fact",
            first["fact"],
            {
                "id": _made("hot fact"),
                "claim_id": _made("hot"),
                "carrier_id": _made("hot"),
                "opened_by_id": _made("hot entry"),
                "valid_during": window,
                "dated": since,
                "value_key": "'v' || n %% 7",
                **dates,
            },
        ),
    ]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
