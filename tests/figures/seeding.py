"""Many facts quickly: copies of one settled claim, written as the owner of the database with the guards asleep.

Run as `python -m tests.figures.seeding facts 200000`, `… hot 5000` or `… cases 10000`, in the environment of a hub;
prints JSON. The copies read like any other fact; their log is not theirs, so nothing is verified or replayed over them.
"""

# ruff: noqa: S608, T201 - the statements are our own, and the printed line is what it is run for
from __future__ import annotations

import json
import sys
import time
from typing import Any
from uuid import UUID

from tests.chaos import owning

SUBJECT = "client:seeded-"
DISPUTED = "client:disputed-"
# One settled claim of each kind, from which the rest is copied.
KEY = "seed"


def main(what: str, count: int) -> None:
    owning.set_up()
    from django.db import connection  # noqa: PLC0415 - the settings are loaded by now

    began = time.monotonic()
    statements = many_cases() if what == "cases" else many_slots(first()) if what == "facts" else one_slot(first())
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET lock_timeout = 0; SET session_replication_role = replica")
        for statement in statements:
            cursor.execute(statement, [count])
        # As a database is that has had its rows for a while.
        cursor.execute("VACUUM (ANALYZE)")
    print(json.dumps({"seconds": round(time.monotonic() - began, 1), "subject": SUBJECT, "count": count}))


def first() -> dict[str, Any]:  # Any: ids and texts
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
    return _copies(table, f"held.id = '{row}'", members)


def _copies(table: str, which: str, members: dict[str, str]) -> str:
    changed = ", ".join(f"'{name}', {value}" for name, value in members.items())
    return (
        f"INSERT INTO {table} SELECT made.* FROM {table} held, generate_series(1, %s) n, "
        f"LATERAL jsonb_populate_record(held, jsonb_build_object({changed})) made WHERE {which}"
    )


def many_slots(first: dict[str, Any]) -> list[str]:  # Any: ids and texts
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


def one_slot(first: dict[str, Any]) -> list[str]:  # Any: ids and texts
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


# What belongs to a case, with the columns that hold ids of its own rows; a copy has other ids, made of these.
OF_A_CASE = {
    "ledgers_subject": ("id",),
    "ledgers_slot": ("id", "subject_id"),
    "ledgers_claim": ("id", "slot_id"),
    "ledgers_transaction": ("id", "slot_id", "claim_id", "target", "fact"),
    "ledgers_fact": ("id", "slot_id", "claim_id", "carrier_id", "opened_by_id", "closed_by_id"),
    "escalations_case": ("id", "slot_id", "fact"),
    "escalations_caseclaim": ("case_id", "claim_id"),
    "escalations_caseevent": ("id", "case_id"),
}


def many_cases() -> list[str]:
    """Open cases, each about another client's contact: one value in force, one from the client that waits."""
    from escalations.models import Case  # noqa: PLC0415

    case = Case.objects.get(pk=_disputed())
    name = f"'{DISPUTED}' || n"
    changed = {
        "ledgers_subject": {"key": name, "shown": name},
        "ledgers_slot": {"scope": name},
        "ledgers_claim": {"subject": name, "scope": name, "idempotency_key": "held.idempotency_key || '-' || n"},
        # Nobody is reminded of a copy: that work is measured elsewhere.
        "escalations_case": {
            "scope": name,
            "due_at": "now() + (n %% 96 - 4) * interval '1 hour'",
            "reminds_at": "NULL",
        },
        "escalations_caseclaim": {"id": "nextval(pg_get_serial_sequence('escalations_caseclaim', 'id'))"},
    }
    where = {
        "ledgers_subject": f"held.id = '{case.slot.subject_id}'",
        "ledgers_slot": f"held.id = '{case.slot_id}'",
        "escalations_caseclaim": f"held.case_id = '{case.pk}'",
        "escalations_caseevent": f"held.case_id = '{case.pk}'",
    }
    return [
        _copies(
            table,
            where.get(table, f"held.slot_id = '{case.slot_id}'"),
            {**{column: f"md5(held.{column} || ' ' || n)::uuid" for column in own}, **changed.get(table, {})},
        )
        for table, own in OF_A_CASE.items()
    ]


def _disputed() -> UUID:
    """The id of a case between the system of record and the client's own word."""
    from datetime import UTC, datetime  # noqa: PLC0415

    from escalations.models import Case  # noqa: PLC0415
    from memoryhub.accounts.models import Agent  # noqa: PLC0415
    from tests.factories import post  # noqa: PLC0415

    place = f"{DISPUTED}0"
    for who, source, value, year in [("crm", "crm", "Dana Souza", 2025), ("acme", "portal", "Lee Ramos", 2026)]:
        agent = Agent.objects.filter(key=who).order_by("workspace__key").first()
        assert agent is not None
        post(agent, place, "contact.primary", place, value, source=source, since=datetime(year, 1, 1, tzinfo=UTC))
    return Case.objects.get(slot__scope=place, slot__field="contact.primary").pk


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
