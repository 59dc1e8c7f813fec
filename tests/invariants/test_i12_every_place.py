"""I12: places where a person hides besides the facts about them: their own scopes, unread claims, an owner's words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from escalations.models import Case, Notice, Presence, SavedView
from escalations.registry.registering import register_unknown
from escalations.telling import EVENTS
from ledgers import clock
from ledgers.models import Claim, Slot, UnknownField
from memoryhub.accounts import walls
from memoryhub.hooks import webhooks
from memoryhub.hooks.models import Delivery, Webhook
from tests.cases.world import World
from tests.invariants.pressing import accept, case_of, seen, signed_in
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


def test_messages_to_others_are_emptied_and_what_waits_is_sent_to_nobody(place: World) -> None:
    with walls.inside(place.workspace):
        for form in Webhook.Format.values:
            url = f"https://hooks.example.test/{form}"
            webhooks.add(by=place.members["rui"], name=form, url=url, events=list(EVENTS), form=form, at=clock.now())
    stays = say(place, Said(subject="customer:other", value="stays"))
    say(place, Said(subject=PERSON, value="canaryvalue"))
    waits = say(place, replace(AGENT, field="contact.primary"))
    assert accept(signed_in(place, "ana"), seen(place, "ana", waits), waits).http == 200
    rows = Delivery._base_manager.filter(workspace=place.workspace)
    gone, kept = rows.exclude(body__contains=str(stays.id)), rows.filter(body__contains=str(stays.id))
    told = dict(gone.values_list("pk", "body"))
    assert all("canaryname" in body for body in told.values())
    assert {row.event for row in gone} >= {"case.opened", "case.decided", "fact.changed"}
    sent = next(iter(told))
    rows.filter(pk=sent).update(next_at=None, sent_at=clock.now())
    erase(place, PERSON)
    assert left() == []
    assert {row.state for row in rows.filter(pk__in=told).exclude(pk=sent)} == {"erased"}
    assert rows.get(pk=sent).state == "sent"
    assert {row.state for row in kept} == {"waiting"}
    with walls.inside(place.workspace):
        webhooks.send_again(rows.select_related("webhook").get(pk=sent), clock.now())
    assert not rows.filter(pk__in=told, next_at__isnull=False).exists()


def test_a_case_in_an_own_scope_keeps_neither_its_name_nor_who_looked(place: World) -> None:
    waits = say(place, replace(AGENT, field="contact.primary", subject="project:apollo", scope="user:canaryname"))
    case = case_of(waits)
    assert case.scope == "user:canaryname"
    member = place.members["ana"]
    with walls.inside(place.workspace):
        Presence.objects.create(workspace=place.workspace, case=case, member=member, seen_at=clock.now())
        Notice.objects.create(workspace=place.workspace, case=case, member=member, code="reminded_50", at=clock.now())
    erase(place, "user:canaryname")
    assert left() == []
    assert Case.objects.get(pk=case.pk).scope == Slot.objects.get(cases=case).scope
    assert not Presence.objects.exists()
    page = signed_in(place, "ana").get("/inbox/")
    assert page.status_code == 200
    assert "canary" not in page.content.decode().lower()


@pytest.mark.parametrize(
    ("name", "query", "goes"),
    [
        ("mine", "q=CanaryName", True),
        ("mine", "q=customer%3Acanaryname&view=all", True),
        ("About Canaryname", "view=late", True),
        ("canarynames", "q=canarynames", False),
        ("mine", "account=client%3Acanaryname", False),
    ],
)
def test_a_kept_view_that_names_the_person_goes(place: World, name: str, query: str, goes: bool) -> None:
    say(place, Said(subject=PERSON, value="canaryvalue"))
    with walls.inside(place.workspace):
        SavedView.objects.create(workspace=place.workspace, member=place.members["ana"], name=name, query=query)
    erase(place, PERSON)
    assert SavedView._base_manager.exists() is not goes


def test_a_kept_view_of_an_own_scope_goes(place: World) -> None:
    say(place, Said(subject="user:canaryname", value="canaryvalue"))
    with walls.inside(place.workspace):
        said = {"workspace": place.workspace, "member": place.members["ana"]}
        SavedView.objects.create(**said, name="own", query="account=user%3Acanaryname")
        SavedView.objects.create(**said, name="pair", query="account=pair%3Acanaryname%2Fbot")
    erase(place, "user:canaryname")
    assert not SavedView._base_manager.exists()


def test_what_was_made_of_it_about_others_stays_and_names_nothing(place: World) -> None:
    parent = say(place, Said(subject=PERSON, value="canaryvalue"))
    made = say(place, replace(AGENT, subject="project:apollo", value="stays", derived_from=(parent.id,)))
    erase(place, PERSON)
    assert left() == []
    assert (Claim.objects.get(pk=made.pk).value, made.derived_from) == ("stays", [parent.id])
