"""The registries for reading, and the three answers to an unknown field."""

from __future__ import annotations

from ledgers.models import Claim, Field, Outbox, PolicyVersion, UnknownField
from tests.screens.reading import text_of
from tests.screens.world import Firm


def _unknown(firm: Firm) -> UnknownField:
    firm.say("monthly", field="billing.cycle")
    return UnknownField.objects.get(key="billing.cycle")


def test_the_registry_says_who_answers_for_what(firm: Firm) -> None:
    words = text_of(firm.client(firm.ana).get("/registry/"))
    for part in (
        "client:*",
        "Ana",
        "Eva",
        "agent:*",
        "Main contact",
        "180 days",
        "CRM",
        "system of record",
        "team:dev",
    ):
        assert part in words, part


def test_only_a_registry_admin_sees_and_answers_unknown_fields(firm: Firm) -> None:
    unknown = _unknown(firm)
    for address in ("/registry/unknown-fields/", f"/registry/unknown-fields/{unknown.pk}/"):
        answer = firm.client(firm.ana).get(address)
        assert answer.status_code == 403
        assert "This page needs the role: registry admin." in text_of(answer)
    refused = firm.client(firm.ana).post(f"/registry/unknown-fields/{unknown.pk}/", {"choice": "refuse"})
    assert refused.status_code == 403
    unknown.refresh_from_db()
    assert unknown.answered_at is None
    words = text_of(firm.client(firm.rui).get("/registry/"))
    assert "One field that claims use is not registered." in words


def test_the_list_counts_what_waits_and_the_page_shows_it(firm: Firm) -> None:
    unknown = _unknown(firm)
    firm.say("yearly", field="billing.cycle")
    client = firm.client(firm.rui)
    assert "billing.cycle 2" in text_of(client.get("/registry/unknown-fields/"))
    words = text_of(client.get(f"/registry/unknown-fields/{unknown.pk}/"))
    assert "yearly" in words
    assert "monthly" in words


def test_registering_settles_what_waited(firm: Firm) -> None:
    unknown = _unknown(firm)
    said = {"choice": "register", "name": "Billing cycle", "type": "text", "values": "one", "review_days": "90"}
    answer = firm.client(firm.rui).post(f"/registry/unknown-fields/{unknown.pk}/", said)
    assert (answer.status_code, answer["Location"]) == (302, "/registry/unknown-fields/")
    field = Field.objects.get(key="billing.cycle")
    assert (field.name, field.type, field.review_days) == ("Billing cycle", "text", 90)
    assert Outbox.objects.filter(claim=Claim.objects.get(field="billing.cycle")).exists()


def test_mapping_sends_what_waited_to_the_named_field(firm: Firm) -> None:
    unknown = _unknown(firm)
    firm.client(firm.rui).post(f"/registry/unknown-fields/{unknown.pk}/", {"choice": "map", "field": "company.address"})
    assert Claim.objects.get(value="monthly").slot is not None
    unknown.refresh_from_db()
    assert unknown.mapped_to == Field.objects.get(key="company.address")


def test_what_is_missing_or_wrong_is_said_and_kept(firm: Firm) -> None:
    unknown = _unknown(firm)
    client, address = firm.client(firm.rui), f"/registry/unknown-fields/{unknown.pk}/"
    for said, told in [
        ({}, "Choose an answer."),
        ({"choice": "map"}, "Choose the field it means."),
        ({"choice": "map", "field": "nowhere"}, "Choose a registered field of this workspace."),
        ({"choice": "register", "type": "enum", "values": "one", "name": "Cycle"}, "A list of options belongs to"),
    ]:
        answer = client.post(address, said)
        assert answer.status_code == 422
        assert told in text_of(answer), said
    assert 'value="Cycle"' in answer.content.decode()
    unknown.refresh_from_db()
    assert unknown.answered_at is None


def test_an_empty_list_says_when_something_will_appear(firm: Firm) -> None:
    words = text_of(firm.client(firm.rui).get("/registry/unknown-fields/"))
    assert "Every field that claims use is registered." in words
    assert "Back to the registry" in words


def test_the_list_is_there_before_a_policy_is_in_force(firm: Firm) -> None:
    PolicyVersion.objects.filter(workspace=firm.workspace).update(active=False)
    firm.say("monthly", field="billing.cycle")
    page = firm.client(firm.rui).get("/registry/unknown-fields/")
    assert "billing.cycle" in page.content.decode()


def test_nobody_is_no_person_to_tick(firm: Firm) -> None:
    page = firm.client(firm.rui).get("/registry/responsibilities/new/").content.decode()
    assert 'type="checkbox" name="delegates" value=""' not in page
    assert f'type="checkbox" name="delegates" value="{firm.eva.pk}"' in page
