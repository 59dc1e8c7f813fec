"""What the registries take and refuse, and what they remember of it."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction

from ledgers.domain.responsibility import find
from ledgers.models import Field, RegistryChange, Responsibility, Slot, Subject, UnknownField
from ledgers.registry_errors import RegistryRefused
from ledgers.selectors.registries import registered_field, responsibilities, scope_exists
from ledgers.services import registries
from memoryhub.accounts.models import Member, Workspace
from tests import factories
from tests.plugins.walls import as_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def workspace() -> Workspace:
    return factories.make_workspace()


@pytest.fixture
def ana(workspace: Workspace) -> Member:
    return factories.make_member(workspace, "ana")


@pytest.fixture
def eva(workspace: Workspace) -> Member:
    return factories.make_member(workspace, "eva")


def refused(error: pytest.ExceptionInfo[RegistryRefused]) -> list[tuple[str, str]]:
    return [(found["pointer"], found["code"]) for found in error.value.errors]


def test_external_content_is_registered_only_as_unattributed(workspace: Workspace, ana: Member) -> None:
    with pytest.raises(RegistryRefused) as error:
        registries.save_source(workspace=workspace, by=ana, key="web", tier="system_of_record", external=True)
    assert refused(error) == [("#/tier", "external-is-unattributed")]
    assert registries.save_source(workspace=workspace, by=ana, key="web", tier="unattributed", external=True).external


def test_a_counterparty_is_bound_to_the_subjects_it_speaks_for(workspace: Workspace, ana: Member) -> None:
    with pytest.raises(RegistryRefused) as error:
        registries.save_source(workspace=workspace, by=ana, key="portal", tier="counterparty")
    assert refused(error) == [("#/subjects", "counterparty-without-subjects")]


def test_an_approved_document_has_a_responsible_and_an_interval(workspace: Workspace, ana: Member) -> None:
    with pytest.raises(RegistryRefused) as error:
        registries.save_source(workspace=workspace, by=ana, key="handbook", tier="approved_document")
    assert refused(error) == [
        ("#/responsible", "document-without-responsible"),
        ("#/review_days", "document-without-review"),
    ]
    registries.save_source(
        workspace=workspace, by=ana, key="handbook", tier="approved_document", responsible=ana, review_days=180
    )


@pytest.mark.parametrize("key", ["", "CRM", "system_of_record:crm", "crm*", "crm main", "x" * 65])
def test_keys_of_sources_cannot_be_mistaken_for_anything_else(workspace: Workspace, key: str) -> None:
    with pytest.raises(RegistryRefused) as error:
        registries.save_source(workspace=workspace, by=None, key=key, tier="system_of_record")
    assert refused(error) == [("#/key", "invalid-key")]


def test_who_left_is_responsible_for_nothing_new(workspace: Workspace, ana: Member, eva: Member) -> None:
    Member.objects.filter(pk=ana.pk).update(active=False)
    ana.refresh_from_db()
    with pytest.raises(RegistryRefused) as error:
        registries.save_source(
            workspace=workspace, by=eva, key="rules", tier="approved_document", responsible=ana, review_days=30
        )
    assert refused(error) == [("#/responsible", "person-not-active")]
    with pytest.raises(RegistryRefused) as error:
        registries.save_responsibility(workspace=workspace, by=eva, owner=ana, backup=eva)
    assert refused(error) == [("#/owner", "person-not-active")]


def test_people_of_another_workspace_own_nothing_here(workspace: Workspace, ana: Member) -> None:
    stranger = factories.make_member(factories.make_workspace(), "stranger")
    with pytest.raises(RegistryRefused) as error:
        registries.save_responsibility(workspace=workspace, by=ana, owner=ana, backup=stranger)
    assert refused(error) == [("#/backup", "person-not-active")]


def test_a_backup_is_mandatory_and_somebody_else(workspace: Workspace, ana: Member) -> None:
    with pytest.raises(RegistryRefused) as error:
        registries.save_responsibility(workspace=workspace, by=ana, scope="client:*", owner=ana)
    assert refused(error) == [("#/backup", "backup-missing")]
    with pytest.raises(RegistryRefused) as error:
        registries.save_responsibility(workspace=workspace, by=ana, scope="client:*", owner=ana, backup=ana)
    assert refused(error) == [("#/backup", "backup-is-owner")]


def test_one_owner_or_self(workspace: Workspace, ana: Member, eva: Member) -> None:
    for owner, owner_is_self in ((None, False), (ana, True)):
        with pytest.raises(RegistryRefused) as error:
            registries.save_responsibility(
                workspace=workspace, by=ana, owner=owner, owner_is_self=owner_is_self, backup=eva
            )
        assert refused(error) == [("#/owner", "one-owner")]


def test_a_tie_is_refused_when_saved_and_says_with_what(workspace: Workspace, ana: Member, eva: Member) -> None:
    registries.save_responsibility(
        workspace=workspace, by=ana, scope="client:*", subject="Customer: ACME", owner=ana, backup=eva
    )
    with pytest.raises(RegistryRefused) as error:
        registries.save_responsibility(
            workspace=workspace, by=ana, scope="client:*", subject="customer:acme", owner=eva, backup=ana
        )
    assert refused(error) == [("#/scope", "responsibility-tie")]
    assert "client:* · * · customer:acme" in str(error.value.errors[0]["detail"])


def test_the_database_refuses_a_tie_too(workspace: Workspace, ana: Member, eva: Member) -> None:
    registries.save_responsibility(workspace=workspace, by=ana, scope="client:*", owner=ana, backup=eva)
    with pytest.raises(IntegrityError), transaction.atomic():
        Responsibility.objects.create(workspace=workspace, scope="client:*", owner=eva, backup=ana)


@pytest.mark.parametrize("entry", ["ana", "member:", "agent:*x", "team:sales", "agent:a b"])
def test_proposers_are_keys_patterns_or_self(workspace: Workspace, ana: Member, eva: Member, entry: str) -> None:
    with pytest.raises(RegistryRefused) as error:
        registries.save_responsibility(
            workspace=workspace, by=ana, owner=ana, backup=eva, proposers=["member:ana", "agent:inbox-*", entry]
        )
    assert refused(error) == [("#/proposers/2", "invalid-proposer")]


def test_rows_reach_the_domain_with_their_delegates(workspace: Workspace, ana: Member, eva: Member) -> None:
    row = registries.save_responsibility(
        workspace=workspace, by=ana, scope="client:*", owner=ana, backup=eva, proposers=["self"]
    )
    registries.save_responsibility(workspace=workspace, by=ana, row=row, delegates=[eva])
    found = find(responsibilities(workspace), "client:acme", "contact.primary", "customer:acme")
    assert found is not None
    assert (found.owner, found.backup, found.proposers) == ("ana", "eva", ("self",))
    assert found.delegates == {"eva"}


def test_scopes_and_kinds_of_them(workspace: Workspace, ana: Member) -> None:
    registries.save_scope(workspace=workspace, by=ana, key="Team:Sales", name="Sales")
    registries.save_scope(workspace=workspace, by=ana, key="user:*")
    assert [scope_exists(workspace, key) for key in ("team:sales", "user:u1", "team:dev")] == [True, True, False]
    for wrong in ("us*", "user:*x", "", "user: a b"):
        with pytest.raises(RegistryRefused):
            registries.save_scope(workspace=workspace, by=ana, key=wrong)


def test_a_pattern_of_fields_is_registered_once_and_the_closest_speaks(workspace: Workspace, ana: Member) -> None:
    for key in ("preference.*", "preference.food.*", "preference.food.fish"):
        registries.save_field(workspace=workspace, by=ana, key=key)
    keys = {}
    for key in ("preference.colour", "preference.food.meat", "preference.food.fish", "preference"):
        field = registered_field(workspace, key)
        keys[key] = field.key if field else None
    assert keys == {
        "preference.colour": "preference.*",
        "preference.food.meat": "preference.food.*",
        "preference.food.fish": "preference.food.fish",
        "preference": None,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Field.objects.create(workspace=workspace, key="preference.*")


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"key": "Price"}, ("#/key", "invalid-field-key")),
        ({"type": "currency"}, ("#/type", "unknown-type")),
        ({"values": "some"}, ("#/values", "unknown-cardinality")),
        ({"sensitivity": "secret"}, ("#/sensitivity", "unknown-class")),
        ({"review_days": 0}, ("#/review_days", "not-positive")),
        ({"type": "enum"}, ("#/options", "options-and-type")),
        ({"options": ["a"]}, ("#/options", "options-and-type")),
    ],
)
def test_fields_say_what_is_wrong_with_them(
    workspace: Workspace, data: dict[str, object], found: tuple[str, str]
) -> None:
    with pytest.raises(RegistryRefused) as error:
        registries.save_field(workspace=workspace, by=None, **{"key": "price.list", **data})  # type: ignore[arg-type]  # wrong on purpose
    assert refused(error) == [found]


def test_a_field_in_use_keeps_its_type(workspace: Workspace, ana: Member) -> None:
    registries.save_field(workspace=workspace, by=ana, key="price.*", type="text")
    subject = Subject.objects.create(workspace=workspace, key="plan:pro", shown="plan:pro")
    Slot.objects.create(workspace=workspace, subject=subject, field="price.list", scope="team:dev")
    with pytest.raises(RegistryRefused) as error:
        registries.save_field(workspace=workspace, by=ana, key="price.*", type="number")
    assert refused(error) == [("#/type", "field-in-use")]
    registries.save_field(workspace=workspace, by=ana, key="price.*", review_days=90)


def test_what_the_policy_declares_is_changed_in_the_policy(workspace: Workspace, ana: Member) -> None:
    factories.activate(workspace)
    with pytest.raises(RegistryRefused) as error:
        registries.save_field(workspace=workspace, by=ana, key="price.list", review_days=30)
    assert refused(error) == [("#/review_days", "declared-by-policy")]
    registries.save_field(workspace=workspace, by=ana, key="price.list", name="List price")


def test_a_declared_field_whose_authority_is_not_registered_yet_can_be_named(workspace: Workspace, ana: Member) -> None:
    factories.activate(workspace, "ledgers/policies/shipped.toml")
    registries.save_field(workspace=workspace, by=ana, key="company.plan", domain="sales")
    other = registries.save_source(workspace=workspace, by=ana, key="sheet", tier="system_of_record")
    with pytest.raises(RegistryRefused) as error:
        registries.save_field(workspace=workspace, by=ana, key="company.plan", authoritative=other)
    assert refused(error) == [("#/authoritative", "declared-by-policy")]


def test_every_change_says_who_when_and_from_what_to_what(workspace: Workspace, ana: Member, eva: Member) -> None:
    registries.save_source(workspace=workspace, by=ana, key="crm", tier="system_of_record")
    registries.save_source(workspace=workspace, by=eva, key="crm", relayed=True)
    registries.save_source(workspace=workspace, by=eva, key="crm", relayed=True)
    first, second = RegistryChange.objects.filter(workspace=workspace, kind="source", key="crm").order_by("id")
    assert (first.member, first.before, first.after["tier"]) == (ana, {}, "system_of_record")
    assert (second.member, second.before, second.after) == (eva, {"relayed": False}, {"relayed": True})
    assert first.at < second.at


def test_a_row_taken_out_is_remembered(workspace: Workspace, ana: Member, eva: Member) -> None:
    row = registries.save_responsibility(workspace=workspace, by=ana, scope="client:*", owner=ana, backup=eva)
    registries.remove_responsibility(row=row, by=eva)
    last = RegistryChange.objects.filter(workspace=workspace, kind="responsibility").latest("id")
    assert (last.member, last.before["owner"], last.after) == (eva, "ana", {})
    assert responsibilities(workspace) == []


def test_the_audit_of_the_registries_is_never_rewritten(workspace: Workspace, ana: Member) -> None:
    registries.save_scope(workspace=workspace, by=ana, key="team:sales")
    changes = RegistryChange.objects.filter(workspace=workspace)
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
        changes.update(key="team:other")
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
        changes.delete()


def test_an_unknown_field_is_answered_once(workspace: Workspace, ana: Member) -> None:
    unknown = UnknownField.objects.create(workspace=workspace, key="shoe.size")
    field = registries.register_unknown(unknown=unknown, by=ana, type="number")
    assert (field.key, field.type, unknown.answer, unknown.answered_by) == ("shoe.size", "number", "register", ana)
    with pytest.raises(RegistryRefused) as error:
        registries.refuse_unknown(unknown=unknown, by=ana)
    assert refused(error) == [("#/choice", "already-answered")]


def test_an_unknown_field_may_be_another_name_of_a_known_one(workspace: Workspace, ana: Member) -> None:
    phone = registries.save_field(workspace=workspace, by=ana, key="contact.phone", type="phone")
    unknown = UnknownField.objects.create(workspace=workspace, key="phone.number")
    registries.map_unknown(unknown=unknown, by=ana, field=phone)
    assert (unknown.answer, unknown.mapped_to) == ("map", phone)
    elsewhere = registries.save_field(workspace=factories.make_workspace(), by=None, key="contact.phone")
    other = UnknownField.objects.create(workspace=workspace, key="tel")
    with pytest.raises(RegistryRefused):
        registries.map_unknown(unknown=other, by=ana, field=elsewhere)


def test_every_kind_of_change_that_is_kept_has_its_name() -> None:
    calls = (path.read_text() for room in ("ledgers", "escalations") for path in (factories.ROOT / room).rglob("*.py"))
    kept = {kind for code in calls for kind in re.findall(r'\brecord\([^()]*(?:\([^()]*\))?[^()]*kind="(\w+)"', code)}
    assert {"workspace", "token", "webhook", "member"} <= kept
    assert kept <= set(RegistryChange.Kind.values)
