"""I12: places where a person hides besides the facts about them: their own scopes, unread claims, an owner's words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from escalations.registry.registering import register_unknown
from ledgers.models import Claim, Slot, UnknownField
from memoryhub.accounts import walls
from tests.cases.world import World
from tests.invariants.pressing import seen, signed_in
from tests.invariants.saying import Said, day, say, seal_all, store
from tests.invariants.test_i12_erase_keeps_the_proof import ask, everything, place
from tests.plugins.walls import as_owner

__all__ = ["place"]
PERSON = "customer:canaryname"
AGENT = Said(subject=PERSON, source="agents", by="agent-1", value="canaryvalue")


def erase(place: World, subject: str) -> dict[str, Any]:  # any JSON
    admin = signed_in(place, "rui")
    status, preview = ask(admin, subject=subject, reason="request")
    assert status == 200, preview
    status, told = ask(admin, subject=subject, reason="request", confirm=preview["claims"])
    assert status == 201, told
    return dict(told)


def left() -> list[str]:
    return [line for line in everything().splitlines() if "canary" in line]


def test_a_user_leaves_their_own_scopes_also_where_nobody_registered_the_field(place: World) -> None:
    own = replace(AGENT, subject="project:apollo", scope="user:canaryname")
    unread = store(place, replace(own, field="nobody.knows"))
    about = store(place, Said(subject="user:canaryname", field="nobody.knows", value="canaryvalue"))
    placed = say(place, replace(own, field="company.plan"))
    shared = say(place, Said(subject="project:apollo", value="stays"))
    told = erase(place, "user:canaryname")
    assert set(told["claims"]) == {str(claim.id) for claim in (unread, about, placed)}
    assert left() == []
    # The project itself is nobody's: what the team knows of it stands, under its name.
    assert Slot.objects.get(claim=shared).subject.shown == "project:apollo"


def test_who_is_known_by_unread_claims_alone_is_forgotten_and_does_not_come_back(place: World) -> None:
    store(place, Said(subject=PERSON, field="nobody.knows", value="canaryvalue"))
    erase(place, PERSON)
    assert left() == []
    unknown = UnknownField.objects.get(key="nobody.knows")
    with walls.inside(place.workspace):
        register_unknown(unknown=unknown, by=place.members["adm"], name="Known", type="text", values="one")
    assert Claim.objects.get(field="nobody.knows").slot_id is None


def test_what_an_owner_wrote_goes_with_the_person(place: World) -> None:
    waits = say(place, replace(AGENT, field="contact.primary"))
    page = seen(place, "ana", waits)
    body: dict[str, object] = {"choice": "other", "value": "canaryvalue two", "reason": "canaryquote told me"}
    body |= {"version": page.version, "evidence_digest": page.evidence_digest, "effective_at": day(3).isoformat()}
    body |= {"decision_key": "0199b3b0-0000-7000-8000-000000000001"}
    path = f"/api/v1/cases/{page.id}/decision"
    answer = signed_in(place, "ana").post(path, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    erase(place, PERSON)
    assert left() == []


def test_the_function_works_in_its_own_workspace_and_for_its_own_role_alone(place: World) -> None:
    say(place, Said(subject=PERSON, value="canaryvalue"))
    erasure = erase(place, PERSON)
    seal_all()
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SELECT has_function_privilege('public', 'ledgers_erase(uuid)', 'execute')")
        assert cursor.fetchone() == (False,)
        cursor.execute("SELECT has_function_privilege('memoryhub_app', 'ledgers_erase(uuid)', 'execute')")
        assert cursor.fetchone() == (True,)
    kept = "workspace_id, at, by_id, reason, mark, claims, slots, subjects, counts, digest, last_seq"
    copied = (
        f"INSERT INTO ledgers_erasure (id, {kept})"  # noqa: S608 - our own columns
        f" SELECT gen_random_uuid(), {kept} FROM ledgers_erasure WHERE id = %s RETURNING id"
    )
    with transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(copied, [erasure["id"]])
        # In this transaction nobody named a workspace.
        with pytest.raises(DatabaseError, match="only what it names"), transaction.atomic():
            cursor.execute("SELECT ledgers_erase(%s)", [cursor.fetchone()[0]])
