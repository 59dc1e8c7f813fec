"""Versions of the policy: never edited, one in force, and outside content last by the database's own word."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from ledgers.domain.tiers import Tier
from ledgers.models import Field, PolicyVersion, Transaction
from ledgers.registry_errors import NoActivePolicy, PolicyRefused, RegistryRefused
from ledgers.services import policies, registries
from memoryhub.accounts.models import Workspace
from tests import factories
from tests.plugins.walls import as_owner

pytestmark = pytest.mark.django_db

INTERNAL = [str(tier) for tier in Tier if tier is not Tier.UNATTRIBUTED]
OUTSIDE = "unattributed"


@pytest.fixture
def workspace() -> Workspace:
    return factories.make_workspace()


def test_nothing_is_decided_without_a_policy(workspace: Workspace) -> None:
    with pytest.raises(NoActivePolicy) as error:
        policies.active(workspace)
    assert error.value.status == 503


def test_a_refusal_names_each_place_as_a_json_pointer(workspace: Workspace) -> None:
    document = {"tiers": [OUTSIDE, *INTERNAL], "fields": {"a.b": {"order": [["agent_inference", 3]]}}}
    with pytest.raises(PolicyRefused) as error:
        policies.activate(workspace=workspace, document=document, member=None)
    assert [(found["pointer"], found["code"]) for found in error.value.errors] == [
        ("#/tiers/0", "unattributed-not-last"),
        ("#/fields/a.b/order/0/1", "wrong-type"),
    ]
    assert not PolicyVersion.objects.exists()


def test_what_a_version_says_never_changes(workspace: Workspace) -> None:
    version = factories.activate(workspace)
    rows = PolicyVersion.objects.filter(pk=version.pk)
    for changed in ({"document": {"tiers": INTERNAL}}, {"hash": "0"}, {"version": 9}):
        with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**changed)
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
        rows.delete()


def test_one_version_is_in_force(workspace: Workspace) -> None:
    first = factories.activate(workspace)
    factories.activate(workspace)
    with pytest.raises(IntegrityError), transaction.atomic():
        PolicyVersion.objects.filter(pk=first.pk).update(active=True)


@pytest.mark.parametrize(
    "order",
    [
        [OUTSIDE, *INTERNAL],
        [*INTERNAL[:-1], [INTERNAL[-1], OUTSIDE]],
        [*INTERNAL[:-1], OUTSIDE, INTERNAL[-1]],
        [[OUTSIDE], *INTERNAL],
        [*INTERNAL, f"{OUTSIDE}:web"],
        [f"{OUTSIDE}:web", *INTERNAL],
    ],
)
@pytest.mark.parametrize("of_a_field", [False, True], ids=["of all fields", "of one field"])
def test_the_database_refuses_an_order_that_lifts_outside_content(
    workspace: Workspace, order: list[object], of_a_field: bool
) -> None:
    document = {"tiers": INTERNAL, "fields": {"diet": {"order": order}}} if of_a_field else {"tiers": order}
    with pytest.raises(IntegrityError, match="policy_outside_last"), transaction.atomic():
        PolicyVersion.objects.create(workspace=workspace, version=1, document=document, hash="0")


@pytest.mark.parametrize("order", [INTERNAL, [*INTERNAL, OUTSIDE], [*INTERNAL, [OUTSIDE]]])
def test_the_database_takes_every_order_that_keeps_it_last(workspace: Workspace, order: list[object]) -> None:
    document = {"tiers": order, "fields": {"diet": {"order": order}, "skill": {"values": "many"}}}
    PolicyVersion.objects.create(workspace=workspace, version=1, document=document, hash="0")


def test_activation_is_whole_or_not_at_all(workspace: Workspace) -> None:
    factories.activate(workspace)
    agent = factories.make_agent(workspace, "sync")
    registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record")
    registries.save_scope(workspace=workspace, by=None, key="client:*")
    factories.post(agent, "plan:pro", "price.list", "client:acme", 100, source="crm")
    document = factories.read_policy("tests/cases/p0.toml")
    document["fields"]["aaa"] = {}
    document["fields"]["price.list"] = {"type": "text"}
    with pytest.raises(RegistryRefused) as error:
        policies.activate(workspace=workspace, document=document, member=None)
    assert [found["code"] for found in error.value.errors] == ["field-in-use"]
    assert policies.active(workspace)[0] == 1
    assert not Field.objects.filter(key="aaa").exists()


def test_workspaces_have_versions_of_their_own(workspace: Workspace) -> None:
    other = factories.make_workspace()
    factories.activate(workspace)
    factories.activate(workspace)
    factories.activate(other, "ledgers/policies/shipped.toml")
    assert policies.active(workspace)[0] == 2
    assert policies.active(other)[0] == 1
    assert policies.active(other)[1].name == "Shipped"


def test_a_new_version_judges_nothing_again_and_decides_what_comes(workspace: Workspace) -> None:
    ana, eva = factories.make_member(workspace, "ana"), factories.make_member(workspace, "eva")
    registries.save_scope(workspace=workspace, by=None, key="client:*")
    for key, tier in (("crm", "system_of_record"), ("chat", "agent_inference")):
        registries.save_source(workspace=workspace, by=None, key=key, tier=tier)
    registries.save_responsibility(workspace=workspace, by=None, owner=ana, backup=eva, proposers=["agent:sync"])
    sync = factories.make_agent(workspace, "sync")

    def say(subject: str, value: str, source: str) -> Transaction:
        claim = factories.post(sync, subject, "company.plan", "client:acme", value, source=source)
        return Transaction.objects.get(claim=claim)

    document = factories.read_policy("tests/cases/p0.toml")
    factories.activate_document(workspace, document)
    say("client:acme", "gold", "crm")
    first = say("client:acme", "silver", "chat")
    chat_first = ["agent_inference", *INTERNAL[:-1]]
    factories.activate_document(workspace, {**document, "tiers": chat_first})
    assert Transaction.objects.filter(workspace=workspace).count() == 2
    first.refresh_from_db()
    assert (first.action, first.policy_version) == ("reject_conflict", 1)
    say("client:other", "gold", "crm")
    second = say("client:other", "silver", "chat")
    assert (second.action, second.policy_version) == ("revise", 2)
