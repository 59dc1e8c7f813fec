"""What a change of the registries does to claims and cases that wait."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from escalations.models import Case, CaseEvent, Notice
from escalations.registry import registering
from escalations.rerouting import reroute
from escalations.triage import drain
from ledgers.errors import InvalidClaim
from ledgers.models import Claim, Fact, Responsibility, UnknownField
from ledgers.services import registries
from memoryhub.accounts.models import Agent, Member, Workspace
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def workspace() -> Workspace:
    workspace = factories.make_workspace()
    factories.activate(workspace)
    registries.save_scope(workspace=workspace, by=None, key="client:*")
    registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record")
    return workspace


@pytest.fixture
def ana(workspace: Workspace) -> Member:
    return factories.make_member(workspace, "ana")


@pytest.fixture
def eva(workspace: Workspace) -> Member:
    return factories.make_member(workspace, "eva")


@pytest.fixture
def sync(workspace: Workspace) -> Agent:
    return factories.make_agent(workspace, "sync")


@pytest.fixture
def row(workspace: Workspace, ana: Member, eva: Member) -> Responsibility:
    return registries.save_responsibility(
        workspace=workspace, by=None, scope="client:*", owner=ana, backup=eva, proposers=["agent:sync"]
    )


def say(sync: Agent, field: str, value: object, *, day: int = 1) -> Claim:
    since = datetime(2026, 1, day, tzinfo=UTC)
    return factories.post(sync, "customer:acme", field, "client:acme", value, source="crm", since=since)


def in_force(field: str) -> list[object]:
    facts = Fact.objects.filter(slot__field=field, standing="timeline", recorded_during__endswith__isnull=True)
    return [fact.claim.value for fact in facts.select_related("claim").order_by("effective_at")]


@pytest.mark.usefixtures("row")
def test_registering_an_unknown_field_settles_what_waited(workspace: Workspace, ana: Member, sync: Agent) -> None:
    say(sync, "shoe.size", 43)
    assert in_force("shoe.size") == []
    unknown = UnknownField.objects.get(workspace=workspace)
    registering.register_unknown(unknown=unknown, by=ana, type="number")
    drain()
    assert in_force("shoe.size") == [43]


@pytest.mark.usefixtures("row")
def test_so_does_registering_a_pattern_that_covers_it(workspace: Workspace, ana: Member, sync: Agent) -> None:
    say(sync, "shoe.size", "43")
    say(sync, "hat.size", "57")
    registering.save_field(workspace=workspace, by=ana, key="shoe.*")
    drain()
    assert in_force("shoe.size") == ["43"]
    answers = dict(UnknownField.objects.filter(workspace=workspace).values_list("key", "answer"))
    assert answers == {"shoe.size": "register", "hat.size": ""}


@pytest.mark.usefixtures("row")
def test_and_a_policy_that_declares_it(workspace: Workspace, ana: Member, sync: Agent) -> None:
    say(sync, "opening.hours", "9-17")
    shipped = factories.read_policy("ledgers/policies/shipped.toml")
    registering.activate_policy(workspace=workspace, document=shipped, member=ana)
    drain()
    assert in_force("opening.hours") == ["9-17"]


@pytest.mark.usefixtures("row")
def test_mapping_an_unknown_field_settles_what_waited_under_the_known_one(
    workspace: Workspace, ana: Member, sync: Agent
) -> None:
    say(sync, "firm.plan", "gold")
    plan = registries.save_field(workspace=workspace, by=ana, key="company.plan")
    registering.map_unknown(unknown=UnknownField.objects.get(workspace=workspace), by=ana, field=plan)
    drain()
    assert in_force("company.plan") == ["gold"]
    say(sync, "firm.plan", "platinum", day=2)
    assert in_force("company.plan") == ["gold", "platinum"]
    assert UnknownField.objects.count() == 1


@pytest.mark.usefixtures("row")
def test_a_refused_name_is_refused_at_the_door_from_then_on(workspace: Workspace, ana: Member, sync: Agent) -> None:
    say(sync, "shoe.size", 43)
    registries.refuse_unknown(unknown=UnknownField.objects.get(workspace=workspace), by=ana)
    with pytest.raises(InvalidClaim) as error:
        say(sync, "shoe.size", 44)
    assert error.value.slug == "refused-field"
    assert Claim.objects.count() == 1


def test_a_changed_owner_takes_the_open_cases_along(
    workspace: Workspace, ana: Member, eva: Member, sync: Agent, row: Responsibility
) -> None:
    say(sync, "contact.primary", "Dana")
    say(sync, "contact.primary", "Lee")
    case = Case.objects.get()
    assert (case.owner, case.backup) == (ana, eva)
    rui = factories.make_member(workspace, "rui")
    registering.save_responsibility(workspace=workspace, by=ana, row=row, owner=rui)
    moved = Case.objects.get()
    assert (moved.owner, moved.backup, moved.version) == (rui, eva, case.version + 1)
    event = CaseEvent.objects.get(case=case, code="rerouted")
    assert (event.params, event.member) == ({"from": "ana", "to": "rui"}, ana)
    assert Notice.objects.filter(case=case, member=rui).exists()


def test_a_member_who_leaves_hands_open_cases_to_the_backup(
    workspace: Workspace, ana: Member, eva: Member, sync: Agent, row: Responsibility
) -> None:
    say(sync, "contact.primary", "Dana")
    say(sync, "contact.primary", "Lee")
    Member.objects.filter(pk=ana.pk).update(active=False)
    assert reroute(workspace=workspace, by=eva) == 1
    case = Case.objects.get()
    assert (case.owner, case.backup) == (None, eva)
    assert Notice.objects.filter(case=case, member=eva).exists()
    Member.objects.filter(pk=ana.pk).update(active=True)
    assert reroute(workspace=workspace, by=eva) == 1
    assert Case.objects.get().owner == ana


def test_a_change_that_moves_nobody_leaves_the_case_as_it_is(
    workspace: Workspace, ana: Member, sync: Agent, row: Responsibility
) -> None:
    say(sync, "contact.primary", "Dana")
    say(sync, "contact.primary", "Lee")
    version = Case.objects.get().version
    registering.save_responsibility(workspace=workspace, by=ana, row=row, proposers=["agent:*"])
    assert Case.objects.get().version == version


def test_a_case_nobody_is_responsible_for_has_no_owner_until_somebody_is(
    workspace: Workspace, ana: Member, eva: Member, sync: Agent, row: Responsibility
) -> None:
    say(sync, "contact.primary", "Dana")
    say(sync, "contact.primary", "Lee")
    registering.remove_responsibility(row=row, by=ana)
    case = Case.objects.get()
    assert (case.owner, case.backup) == (None, None)
    registering.save_responsibility(workspace=workspace, by=ana, scope="client:acme", owner=eva, backup=ana)
    assert Case.objects.get().owner == eva
