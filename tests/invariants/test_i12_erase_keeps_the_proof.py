"""I12: what an erased person's claims said is nowhere; that they were made and decided still verifies."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings as given
from django.db import DatabaseError, connection, transaction
from django.test import Client

from ledgers.models import Claim, Erasure, Fact, Transaction
from ledgers.replay.replaying import replay
from ledgers.verify.checking import check
from memoryhub.accounts.models import Role
from tests.cases.posting import call, fetch
from tests.cases.world import World
from tests.invariants.pressing import accept, case_of, seen, signed_in
from tests.invariants.saying import ACME, Said, day, say, seal_all, world

PERSON = "customer:canaryname"
CANARIES = ("canaryname", "canaryvalue", "canaryquote")


@pytest.fixture
def place(transactional_db: None) -> World:
    found = world()
    admin = found.members["rui"]
    admin.roles = [Role.ACCOUNT_ADMIN, Role.AUDITOR]
    admin.save()
    return found


def fill(place: World) -> dict[str, UUID]:
    """The three canaries through every door there is: values, conditions, quotes, names, an owner's words."""
    said = Said(subject=PERSON, value="canaryvalue one", effective_at=day(1), condition="only if canaryvalue is paid")
    evidence = {"text": "canaryquote said so", "ref": "chat:canaryquote", "url": "https://example.test/canaryquote"}
    ids = {"plain": say(place, replace(said, evidence=evidence)).id}
    ids["later"] = say(place, replace(said, value="canaryvalue two", effective_at=day(9), condition="")).id
    ids["many"] = say(place, replace(said, field="skill", value="canaryvalue skill", condition="")).id
    waits = say(place, replace(said, field="contact.primary", value="canaryvalue", source="agents", by="agent-1"))
    owner = signed_in(place, "ana")
    assert accept(owner, seen(place, "ana", waits), waits).http == 200
    ids["decided"] = waits.id
    pending = say(place, replace(said, field="contact.primary", value="canaryvalue 3", source="agents", by="agent-1"))
    ids["pending"] = pending.id
    assert case_of(pending).state == "open"
    unknown = call(
        place.secrets["crm-sync"],
        "claims",
        {
            "subject": PERSON,
            "field": "nobody.knows",
            "scope": ACME,
            "value": {"deep": ["canaryvalue"]},
            "source": "crm-sync",
            "evidence": {"text": "canaryquote"},
        },
        {"Idempotency-Key": "canaryname-1"},
    )
    assert unknown.http == 202, unknown.body
    ids["unknown"] = UUID(unknown.body["id"])
    return ids


def everything() -> str:
    """Every column of every table as text, as the owner of the database reads it."""
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [row[0] for row in cursor.fetchall()]
        found = []
        for table in tables:
            cursor.execute(f"SELECT string_agg(t::text, E'\\n') FROM {table} t")  # noqa: S608 - names of the catalogue
            found.append(str(cursor.fetchone()[0]))
        cursor.execute("SET ROLE memoryhub_app")
    return "\n".join(found).lower()


def ask(client: Client, **body: Any) -> Any:  # noqa: ANN401 - any JSON
    answer = client.post("/api/v1/erasures", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def erase(place: World) -> dict[str, Any]:
    admin = signed_in(place, "rui")
    status, preview = ask(admin, subject=PERSON, reason="request")
    assert status == 200, preview
    status, told = ask(admin, subject=PERSON, reason="request", confirm=preview["claims"])
    assert status == 201, told
    certificate: dict[str, Any] = told
    return certificate


def test_nothing_readable_is_left_and_the_proof_holds(place: World) -> None:
    other = say(place, Said(subject="customer:other", value="stays", effective_at=day(1)))
    before = fetch(place.secrets["reader"], f"facts/{other.id}").body
    ids = fill(place)
    seal_all()
    assert all(canary in everything() for canary in CANARIES)
    hashes = {row.id: bytes(row.hash) for row in Transaction.objects.filter(workspace=place.workspace)}

    certificate = erase(place)

    found = everything()
    assert [canary for canary in CANARIES if canary in found] == []
    assert set(certificate["claims"]) == {str(number) for number in ids.values()}
    assert not any(canary in json.dumps(certificate) for canary in CANARIES)
    # The log is as it was, verifies, and leads to the ledgers as they are.
    now = {row.id: bytes(row.hash) for row in Transaction.objects.filter(workspace=place.workspace)}
    assert {number: now[number] for number in hashes} == hashes
    seal_all()
    with transaction.atomic():
        assert check(place.workspace.id).good
    done = replay(place.workspace)
    assert done.same, done.differences
    # Nobody else's facts are touched.
    assert fetch(place.secrets["reader"], f"facts/{other.id}").body == before


def test_readers_are_told_that_it_was_erased(place: World) -> None:
    ids = fill(place)
    erase(place)
    reader, auditor = place.secrets["reader"], signed_in(place, "rui")
    for name, number in ids.items():
        claim = fetch(place.secrets["crm-sync"], f"claims/{number}").body
        assert (claim["value"], claim["condition"], claim["evidence"]) == (None, None, {}), name
        assert claim["erased_at"], name
    fact = fetch(reader, f"facts/{ids['plain']}").body
    assert (fact["status"], fact["value"], fact["ledger"]) == ("erased", None, "history")
    then = fetch(reader, f"facts/{ids['plain']}", {"as_of": day(2).isoformat()}).body
    assert then["value"] is None
    assert fetch(reader, "facts", {"subject": PERSON}).body["items"] == []
    page = auditor.get(f"/facts/{ids['plain']}/")
    assert page.status_code == 200
    assert not any(canary in page.content.decode().lower() for canary in CANARIES)
    assert "erased" in page.content.decode().lower()


def test_what_was_asked_about_the_person_is_asked_no_more(place: World) -> None:
    ids = fill(place)
    case = case_of(Claim.objects.get(id=ids["pending"]))
    erase(place)
    case.refresh_from_db()
    assert (case.state, case.closed_because) == ("closed", "erasure.person")
    assert not Fact.objects.filter(standing="pending", claim_id__in=ids.values(), recorded_during__upper_inf=True)


def test_the_same_name_begins_anew(place: World) -> None:
    fill(place)
    erase(place)
    again = say(place, Said(subject=PERSON, value="new", effective_at=day(20)))
    assert fetch(place.secrets["reader"], f"facts/{again.id}").body["status"] == "accepted"
    assert replay(place.workspace).same


def test_only_an_account_admin_who_saw_how_much_it_is(place: World) -> None:
    fill(place)
    assert ask(signed_in(place, "ana"), subject=PERSON, reason="request")[0] == 403
    assert call(place.secrets["crm-sync"], "erasures", {"subject": PERSON, "reason": "request"}).http == 403
    admin = signed_in(place, "rui")
    status, told = ask(admin, subject=PERSON, reason="request", confirm=1)
    assert (status, told["errors"][0]["pointer"]) == (422, "#/confirm")
    assert ask(admin, subject="customer:nobody", reason="request", confirm=1)[0] == 422
    assert not Erasure.objects.exists()


def test_nothing_but_an_erasure_empties_anything(place: World) -> None:
    ids = fill(place)
    for statement in (
        "UPDATE ledgers_claim SET value = NULL, erased_at = now() WHERE id = %s",
        "UPDATE ledgers_fact SET value_key = NULL WHERE claim_id = %s",
        "UPDATE ledgers_transaction SET note = '' WHERE claim_id = %s",
    ):
        for role in ("memoryhub_app", given.DATABASES["default"]["USER"]):
            with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:  # noqa: PT012
                cursor.execute(f"SET LOCAL ROLE {role}")
                cursor.execute("SELECT set_config('memoryhub.workspace', %s, true)", [str(place.workspace.id)])
                if role == "memoryhub_app":
                    cursor.execute("SELECT set_config('memoryhub.erasing', 'yes', true)")
                cursor.execute(statement, [ids["plain"]])
    erasure = erase(place)
    with pytest.raises(DatabaseError, match="only what it names"), transaction.atomic():
        connection.cursor().execute("SELECT ledgers_erase(%s)", [erasure["id"]])
