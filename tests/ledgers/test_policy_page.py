"""The page that tells the policy in force, in words."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ledgers.models import Field
from ledgers.services import registries
from memoryhub.accounts.models import Member
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Member:
    return factories.make_member(factories.make_workspace(), "ana")


def page(member: Member, language: str = "en") -> str:
    client = Client()
    assert member.user is not None
    client.force_login(member.user)
    response = client.get("/policy/", headers={"Accept-Language": language})
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def test_it_asks_who_you_are_first() -> None:
    response = Client().get("/policy/")
    assert response.status_code == 302
    assert response.headers["Location"] == "/sign-in/?next=%2Fpolicy%2F"


def test_without_a_policy_it_says_what_to_do(ana: Member) -> None:
    assert f"manage.py policy --activate FILE --workspace {ana.workspace.key}" in page(ana)


def test_it_tells_order_ties_sensitive_fields_scope_and_intervals(ana: Member) -> None:
    registries.save_source(
        workspace=ana.workspace, by=ana, key="crm", name="Our CRM", tier="system_of_record"
    )  # fmt: skip
    factories.activate(ana.workspace, "ledgers/policies/shipped.toml")
    text = page(ana)
    assert "Version 1 in force" in text
    assert "Fields that are not sensitive and have an authoritative source" in text
    assert "note.* in pair:*" in text
    assert "system of record = other party, own data › approved document" in text
    assert "Our CRM (system of record) has authority here, above all others." in text
    assert "Review after 90 days." in text
    assert "Main contact" in text
    assert text.index("Always decided by a person") < text.index("payment.iban") < text.index("Settled by rule")


def test_a_declared_field_stands_under_what_happens_to_it(ana: Member) -> None:
    factories.activate(ana.workspace, "ledgers/policies/shipped.toml")
    text = page(ana)
    rule, owner = text.index('id="policy-rule"'), text.index('id="policy-owner"')
    assert text.index('id="policy-person"') < text.index("contact.primary") < rule
    assert rule < text.index("company.plan") < owner
    assert rule < text.index("note.*</code>") < owner
    assert owner < text.index("meeting.time") < text.index('id="policy-automatic"')


def test_another_workspaces_policy_is_not_shown(ana: Member) -> None:
    factories.activate(factories.make_workspace())
    assert "No policy is in force" in page(ana)


def test_names_of_fields_are_in_the_readers_language(ana: Member) -> None:
    factories.activate(ana.workspace, "ledgers/policies/shipped.toml")
    text = page(ana, "pt-BR")
    assert "Contato principal" in text
    assert "gerente da conta" in text
    assert "Main contact" not in text


def test_a_field_that_only_the_registry_knows_is_told_too(ana: Member) -> None:
    factories.activate(ana.workspace, "ledgers/policies/shipped.toml")
    said = {"workspace": ana.workspace, "name": "", "name_pt": ""}
    Field.objects.create(key="door.code", type="text", sensitivity="permission", **said)
    Field.objects.create(key="closing.hours", type="text", review_days=30, **said)
    Field.objects.create(key="payment.card", type="text", sensitivity="payment", **said)
    text = page(ana)
    person, rule, owner = (text.index(f'id="policy-{name}"') for name in ("person", "rule", "owner"))
    assert person < text.index("<code>door.code</code>") < rule
    assert owner < text.index("<code>closing.hours</code>") < text.index("Review after 30 days.", owner)
    # `payment.*` speaks for it.
    assert "<code>payment.card</code>" not in text
