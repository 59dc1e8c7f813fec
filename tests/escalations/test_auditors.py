"""Auditors read everything and decide nothing: no door hands them a decision, and none that is open lets them in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from escalations import handing
from escalations.deciding.decisions import decide
from escalations.deciding.second_person import confirmers
from escalations.errors import InvalidStep, NotYours
from escalations.members.people import save_person
from escalations.models import Case
from escalations.rights import verdict
from ledgers.models import Responsibility
from ledgers.registry_errors import RegistryRefused
from ledgers.services.absences import save_absence
from ledgers.services.responsibilities import save_responsibility
from memoryhub.accounts.models import Member, Role
from tests.escalations.pressing import seen
from tests.factories import make_member
from tests.screens.world import Firm, make_firm


@pytest.fixture
def firm(db: None) -> Firm:
    return make_firm()


@pytest.fixture
def olga(firm: Firm) -> Member:
    return make_member(firm.workspace, "olga", Role.AUDITOR)


def test_a_case_is_not_handed_to_an_auditor_nor_offered_to_be(firm: Firm, olga: Member) -> None:
    case = firm.dispute()
    with pytest.raises(InvalidStep) as refused:
        handing.delegate(member=firm.ana, case_id=case.pk, to="olga", version=case.version)
    assert "auditor, who decides nothing" in str(refused.value.errors[0]["detail"])
    assert 'value="olga"' not in firm.client(firm.ana).get(f"/cases/{case.pk}/").content.decode()
    both = make_member(firm.workspace, "both", Role.AUDITOR, Role.OWNER)
    assert handing.delegate(member=firm.ana, case_id=case.pk, to="both", version=case.version).assignee == both


def test_an_auditor_stands_in_for_nobody(firm: Firm, olga: Member) -> None:
    now = timezone.now()
    with pytest.raises(RegistryRefused) as refused:
        save_absence(member=firm.ana, by=firm.ana, delegate=olga, begins=now, ends=now + timedelta(days=1))
    assert [error["code"] for error in refused.value.errors] == ["person-only-audits"]


@pytest.mark.parametrize("place", ["owner", "backup", "delegates", "seconds"])
def test_an_auditor_answers_for_nothing_in_the_registry(firm: Firm, olga: Member, place: str) -> None:
    row = Responsibility.objects.get(scope="client:*")
    named = {"owner": olga, "backup": olga, "delegates": [olga], "seconds": [olga]}
    with pytest.raises(RegistryRefused) as refused:
        save_responsibility(workspace=firm.workspace, by=firm.rui, row=row, **{place: named[place]})  # type: ignore[arg-type]  # one of them
    assert {error["code"] for error in refused.value.errors} == {"person-only-audits"}


@pytest.mark.parametrize("place", ["assignee", "delegates", "seconds"])
def test_an_auditor_who_was_named_before_decides_and_confirms_nothing(firm: Firm, olga: Member, place: str) -> None:
    case, row = firm.dispute(), Responsibility.objects.get(scope="client:*")
    if place == "assignee":
        Case.objects.filter(pk=case.pk).update(assignee=olga)
    else:
        getattr(row, place).add(olga)
    case.refresh_from_db()
    assert not verdict(case, olga).allowed
    assert olga not in confirmers(case, firm.ana)
    with pytest.raises(NotYours):
        decide(member=olga, case_id=case.pk, choice=seen(case, "keep"))
    case.refresh_from_db()
    assert case.state == "open"


def test_the_cases_of_who_audits_alone_from_now_on_go_to_the_backup_and_come_back(firm: Firm) -> None:
    case, admin = firm.dispute(), make_member(firm.workspace, "ada", Role.ACCOUNT_ADMIN)
    save_person(workspace=firm.workspace, by=admin, key="ana", name="Ana", roles=[Role.AUDITOR])
    case.refresh_from_db()
    assert (case.owner, case.backup, verdict(case, firm.eva).allowed) == (None, firm.eva, True)
    save_person(workspace=firm.workspace, by=admin, key="ana", name="Ana", roles=[Role.OWNER])
    case.refresh_from_db()
    assert case.owner == firm.ana
