"""Sources, fields and scopes on their pages: saved by the service of every other door, refused in its words."""

from __future__ import annotations

import pytest

from ledgers.models import Field, RegistryChange, Scope, Source
from memoryhub.accounts.models import Role
from tests.factories import make_member
from tests.screens.reading import text_of
from tests.screens.world import Firm

SOURCE = {"key": "billing", "name": "Billing", "tier": "system_of_record", "write_back_days": "3"}
FIELD = {"key": "billing.cycle", "name": "Cycle", "type": "enum", "values": "one", "options": "monthly\nyearly"}


def test_a_source_is_added_and_changed(firm: Firm) -> None:
    client = firm.client(firm.rui)
    assert "Saved: billing." in text_of(client.post("/registry/sources/new/", SOURCE, follow=True))
    source = Source.objects.get(key="billing")
    assert (source.name, source.tier, source.write_back_days) == ("Billing", "system_of_record", 3)
    address = f"/registry/sources/{source.pk}/"
    changed = {**SOURCE, "key": "other", "tier": "counterparty", "subjects": "customer:a\ncustomer:b"}
    assert client.post(address, changed).status_code == 302
    source.refresh_from_db()
    assert (source.key, source.tier, source.subjects) == ("billing", "counterparty", ["customer:a", "customer:b"])
    assert RegistryChange.objects.filter(kind="source", key="billing", member=firm.rui).count() == 2
    page = text_of(client.get(address))
    told = page.partition("Last changes")[2]
    assert "Tier: other party, own data" in told
    assert "Subjects: customer:a, customer:b" in told
    assert "['" not in told


def test_a_field_is_added_and_changed(firm: Firm) -> None:
    client = firm.client(firm.rui)
    assert client.post("/registry/fields/new/", FIELD).status_code == 302
    field = Field.objects.get(key="billing.cycle")
    assert (field.type, field.options) == ("enum", ["monthly", "yearly"])
    client.post(f"/registry/fields/{field.pk}/", {**FIELD, "sensitivity": "payment", "review_days": "90"})
    field.refresh_from_db()
    assert (field.sensitivity, field.review_days) == ("payment", 90)


def test_a_scope_is_added_and_renamed(firm: Firm) -> None:
    client = firm.client(firm.rui)
    assert client.post("/registry/scopes/new/", {"key": "team:sales", "name": "Sales"}).status_code == 302
    scope = Scope.objects.get(key="team:sales")
    client.post(f"/registry/scopes/{scope.pk}/", {"name": "Sales team"})
    scope.refresh_from_db()
    assert scope.name == "Sales team"


@pytest.mark.parametrize(
    ("kind", "form", "told"),
    [
        ("sources", {**SOURCE, "tier": "approved_document"}, "An approved document has somebody responsible for it."),
        ("sources", {**SOURCE, "external": "on"}, "can only be registered as unattributed"),
        ("sources", {**SOURCE, "key": "crm"}, "This key is registered already."),
        ("sources", {**SOURCE, "key": "UPPER"}, "A key has small letters"),
        ("fields", {**FIELD, "options": ""}, "A list of options belongs to the type enum"),
        ("fields", {**FIELD, "key": "contact.primary"}, "This key is registered already."),
        ("scopes", {"key": "client:*:x"}, "A pattern is a kind and a star"),
    ],
)
def test_what_the_service_refuses_is_said_beside_it(firm: Firm, kind: str, form: dict[str, str], told: str) -> None:
    answer = firm.client(firm.rui).post(f"/registry/{kind}/new/", form)
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert not RegistryChange.objects.filter(member=firm.rui).exists()


def test_the_type_of_a_field_in_use_stays(firm: Firm) -> None:
    firm.say("Rua A", field="company.address", source="crm")
    field = Field.objects.get(key="company.address")
    answer = firm.client(firm.rui).post(f"/registry/fields/{field.pk}/", {"type": "number", "values": "one"})
    assert answer.status_code == 422
    assert "Facts of this field exist" in text_of(answer)


def test_only_a_registry_admin_changes_entries(firm: Firm) -> None:
    admin = make_member(firm.workspace, "adm", Role.ACCOUNT_ADMIN)
    source = Source.objects.get(key="crm", workspace=firm.workspace)
    for address in ("/registry/sources/new/", f"/registry/sources/{source.pk}/", "/registry/scopes/new/"):
        for member in (firm.ana, admin):
            assert firm.client(member).post(address, SOURCE).status_code == 403
