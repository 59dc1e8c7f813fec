"""The admin site: registries change through their checks with history, ledgers are only looked at."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from escalations.models import Case, Notice, WriteBack
from ledgers.models import (
    Backtest,
    Claim,
    DraftEdit,
    DraftVerdict,
    Fact,
    Field,
    PolicyDraft,
    PolicyVersion,
    RegistryChange,
    Responsibility,
    Scope,
    Slot,
    Source,
    Subject,
    Transaction,
    UnknownField,
)  # fmt: skip
from ledgers.services import registries
from ledgers.services.drafts import editing
from memoryhub.accounts.models import Member, Role, User, Workspace
from tests import factories

pytestmark = pytest.mark.django_db

LOOKED_AT = [
    Backtest, Case, Claim, DraftEdit, DraftVerdict, Fact, Notice, PolicyDraft, PolicyVersion, RegistryChange, Slot,
    Subject, Transaction, UnknownField, WriteBack,
]  # fmt: skip


@pytest.fixture
def workspace() -> Workspace:
    return factories.make_workspace("acme")


@pytest.fixture
def ana(workspace: Workspace) -> Member:
    return factories.make_member(workspace, "ana", staff=True)


@pytest.fixture
def eva(workspace: Workspace) -> Member:
    return factories.make_member(workspace, "eva")


@pytest.fixture
def staff(ana: Member) -> Client:
    client = Client()
    assert ana.user is not None
    client.force_login(ana.user)
    return client


def address(model: type[Model], page: str, *arguments: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=arguments)


def source_form(workspace: Workspace, **changed: object) -> dict[str, object]:
    form = {"workspace": workspace.pk, "key": "crm", "name": "CRM", "tier": "system_of_record", "write_back_days": 5}
    return {**form, "subjects": "", **changed}


def test_a_source_is_registered_and_changed_with_history(staff: Client, workspace: Workspace, ana: Member) -> None:
    staff.post(address(Source, "add"), source_form(workspace))
    source = Source.objects.get(workspace=workspace, key="crm")
    staff.post(address(Source, "change", source.pk), source_form(workspace, relayed="on"))
    source.refresh_from_db()
    assert source.relayed
    made, changed = RegistryChange.objects.filter(kind="source", key="crm").order_by("id")
    assert (made.member, changed.member, changed.before, changed.after) == (
        ana, ana, {"relayed": False}, {"relayed": True},
    )  # fmt: skip
    assert LogEntry.objects.filter(object_id=source.pk).count() == 2


def test_the_key_of_an_entry_does_not_change(staff: Client, workspace: Workspace) -> None:
    source = registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record")
    staff.post(address(Source, "change", source.pk), source_form(workspace, key="other"))
    assert list(Source.objects.values_list("key", flat=True)) == ["crm"]


def test_what_the_service_refuses_is_said_and_not_saved(staff: Client, workspace: Workspace) -> None:
    response = staff.post(address(Source, "add"), source_form(workspace, external="on"), follow=True)
    assert "Content that no registered party said can only be registered as unattributed." in response.text
    assert not Source.objects.exists()
    assert not RegistryChange.objects.exists()
    assert not LogEntry.objects.exists()


def test_lists_are_written_one_a_line(staff: Client, workspace: Workspace) -> None:
    party = source_form(
        workspace, key="portal", tier="counterparty", subjects="customer:Smith, Jones\n\n customer:acme "
    )
    staff.post(address(Source, "add"), party)
    source = Source.objects.get(key="portal")
    assert source.subjects == ["customer:Smith, Jones", "customer:acme"]
    assert "customer:Smith, Jones\ncustomer:acme" in staff.get(address(Source, "change", source.pk)).text


def test_responsibilities_are_changed_and_taken_out_with_history(
    staff: Client, workspace: Workspace, ana: Member, eva: Member
) -> None:
    form = {"workspace": workspace.pk, "scope": "client:*", "field": "*", "subject": "*", "owner": ana.pk,
            "backup": eva.pk, "delegates": [], "proposers": "member:ana\nself"}  # fmt: skip
    staff.post(address(Responsibility, "add"), form)
    row = Responsibility.objects.get()
    assert row.proposers == ["member:ana", "self"]
    staff.post(address(Responsibility, "change", row.pk), {**form, "delegates": [eva.pk], "proposers": "self"})
    row.refresh_from_db()
    assert (list(row.delegates.all()), row.proposers) == ([eva], ["self"])
    staff.post(address(Responsibility, "change", row.pk), {**form, "backup": ana.pk})
    row.refresh_from_db()
    assert row.backup == eva
    staff.post(address(Responsibility, "delete", row.pk), {"post": "yes"})
    assert not Responsibility.objects.exists()
    changes = RegistryChange.objects.filter(kind="responsibility").order_by("id")
    assert [(bool(change.before), bool(change.after)) for change in changes] == [
        (False, True), (True, True), (True, False),
    ]  # fmt: skip


def test_fields_and_scopes_are_registered_here(staff: Client, workspace: Workspace) -> None:
    staff.post(address(Scope, "add"), {"workspace": workspace.pk, "key": "Client:*", "name": ""})
    field = {"workspace": workspace.pk, "key": "project.stage", "type": "enum", "values": "one", "options": "open\nwon"}
    staff.post(address(Field, "add"), field)
    assert Scope.objects.get().key == "client:*"
    assert Field.objects.get().options == ["open", "won"]


def test_staff_of_no_workspace_change_nothing_in_one(workspace: Workspace) -> None:
    user = User.objects.create_superuser("ops@example.com", factories.PASSWORD)
    client = Client()
    client.force_login(user)
    assert client.post(address(Source, "add"), source_form(workspace)).status_code == 200
    assert not Source.objects.exists()
    assert not RegistryChange.objects.exists()


def test_staff_see_and_choose_what_is_of_their_workspace(staff: Client, eva: Member) -> None:
    other = factories.make_member(factories.make_workspace("other"), "stranger-there")
    assert "stranger-there" not in staff.get(address(Member, "changelist")).text
    form = staff.get(address(Responsibility, "add")).text
    assert str(eva.pk) in form
    assert str(other.pk) not in form
    assert str(other.workspace_id) not in form


def test_sources_fields_and_scopes_are_never_deleted(staff: Client, workspace: Workspace) -> None:
    rows = [
        registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record"),
        registries.save_scope(workspace=workspace, by=None, key="client:acme"),
        registries.save_field(workspace=workspace, by=None, key="company.plan"),
    ]
    for row in rows:
        assert staff.post(address(type(row), "delete", row.pk), {"post": "yes"}).status_code == 403
        row.refresh_from_db()


@pytest.fixture
def told(workspace: Workspace, ana: Member, eva: Member) -> None:
    """One row in every table: two claims, one of which waits in a case, and a write-back."""
    factories.activate(workspace)
    registries.save_scope(workspace=workspace, by=None, key="client:*")
    crm = registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record")
    registries.save_responsibility(
        workspace=workspace, by=None, scope="client:*", owner=ana, backup=eva, proposers=["agent:sync"]
    )
    agent = factories.make_agent(workspace, "sync")
    factories.post(agent, "customer:acme", "contact.primary", "client:acme", "Dana", source="crm")
    factories.post(agent, "customer:acme", "contact.primary", "client:acme", "Lee", source="crm")
    factories.post(agent, "customer:acme", "shoe.size", "client:acme", 43, source="crm")
    case = Case.objects.get()
    WriteBack.objects.create(
        workspace=workspace, slot=case.slot, case=case, source=crm, fact=case.pk, opened_at=case.opened_at,
        due_at=case.due_at,
    )  # fmt: skip
    _drafted(workspace, eva)


def _drafted(workspace: Workspace, judge: Member) -> None:
    rui = factories.make_member(workspace, "rui", Role.POLICY_EDITOR)
    draft = editing.start(member=rui, title="Trust the client")
    about = {"workspace": workspace, "draft": draft, "hash": draft.hash, "base": draft.base}
    Backtest.objects.create(**about, asked_by=rui, asked_at=draft.created_at)
    DraftVerdict.objects.create(
        **about, member=judge, at=draft.created_at, approved=False, reason="Not yet.", seen=1, comparison={}
    )


@pytest.mark.parametrize("model", LOOKED_AT, ids=lambda model: model.__name__)
@pytest.mark.usefixtures("told")
def test_ledgers_cases_and_versions_are_only_looked_at(staff: Client, model: type[Model]) -> None:
    rows = model._default_manager.all()
    before = list(rows.order_by("pk").values())
    row = rows.first()
    assert row is not None
    assert staff.get(address(model, "changelist")).status_code == 200
    assert staff.get(address(model, "change", row.pk)).status_code == 200
    assert staff.get(address(model, "add")).status_code == 403
    assert staff.post(address(model, "add"), {"workspace": row.pk}).status_code == 403
    for page in ("change", "delete"):
        assert staff.post(address(model, page, row.pk), {"post": "yes", "key": "changed"}).status_code == 403
    staff.post(address(model, "changelist"), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert list(rows.order_by("pk").values()) == before


def test_every_table_of_ledgers_and_cases_in_the_admin_is_accounted_for() -> None:
    registered = {
        model for model in admin.site._registry if model._meta.app_label in ("ledgers", "escalations")
    }  # fmt: skip
    assert registered == {*LOOKED_AT, Field, Responsibility, Scope, Source}


def test_strangers_see_nothing(eva: Member) -> None:
    client = Client()
    assert eva.user is not None
    client.force_login(eva.user)
    response = client.get(address(Claim, "changelist"))
    assert response.status_code == 302
    assert "/login/" in response.headers["Location"]
