"""Handing a case to somebody else and putting it off: the owner stays, the clock runs on, and news bring it back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from escalations import checks, handing
from escalations.errors import AlreadyDecided, EvidenceChanged, InvalidStep, NotYours
from escalations.models import Case, Notice
from escalations.rerouting import reroute
from escalations.rights import verdict
from escalations.time import absences
from ledgers.models import Responsibility
from memoryhub.accounts.models import Agent, Role
from tests.factories import activate_document, make_member
from tests.screens.world import TIERS, Firm, make_firm


@pytest.fixture
def firm(db: None) -> Firm:
    return make_firm()


def _delegate(firm: Firm, case: Case, to: str) -> Case:
    case.refresh_from_db()
    return handing.delegate(member=firm.ana, case_id=case.pk, to=to, version=case.version)


def _snooze(firm: Firm, case: Case, until: datetime | None) -> Case:
    case.refresh_from_db()
    return handing.snooze(member=firm.ana, case_id=case.pk, until=until, version=case.version)


def test_whom_the_owner_names_may_decide_this_case_until_it_is_taken_back(firm: Firm) -> None:
    case = firm.dispute()
    assert not verdict(case, firm.rui).allowed
    handed = _delegate(firm, case, "rui")
    assert (handed.assignee, handed.owner, handed.version) == (firm.rui, firm.ana, case.version + 1)
    assert verdict(handed, firm.rui).allowed
    assert verdict(handed, firm.ana).allowed
    assert Notice.objects.filter(case=case, member=firm.rui, code="handed_on").count() == 1
    back = _delegate(firm, case, "")
    assert back.assignee is None
    assert not verdict(back, firm.rui).allowed
    assert list(case.events.order_by("at", "id").values_list("code", flat=True)) == [
        "opened",
        "handed_on",
        "taken_back",
    ]


@pytest.mark.parametrize("to", ["ana", "nobody", ""])
def test_it_is_handed_to_an_active_colleague_and_to_nobody_else(firm: Firm, to: str) -> None:
    with pytest.raises(InvalidStep):
        _delegate(firm, firm.dispute(), to)


def test_somebody_who_left_is_not_named(firm: Firm) -> None:
    type(firm.rui).objects.filter(pk=firm.rui.pk).update(active=False)
    with pytest.raises(InvalidStep):
        _delegate(firm, firm.dispute(), "rui")


def test_where_two_people_are_needed_the_proposer_is_not_named(firm: Firm) -> None:
    activate_document(firm.workspace, {"tiers": TIERS, "automatic": [], "four_eyes": ["contact"]})
    Agent.objects.filter(pk=firm.agent.pk).update(controller=firm.rui)
    case = firm.dispute()
    with pytest.raises(InvalidStep):
        _delegate(firm, case, "rui")
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    assert _delegate(firm, case, "bia").assignee == bia


def test_whom_it_was_handed_to_hands_it_no_further_but_may_give_it_back(firm: Firm) -> None:
    case = _delegate(firm, firm.dispute(), "rui")
    with pytest.raises(NotYours):
        handing.delegate(member=firm.rui, case_id=case.pk, to="eva", version=case.version)
    assert handing.delegate(member=firm.rui, case_id=case.pk, to="", version=case.version).assignee is None


def test_while_the_owner_is_away_whom_she_named_may_still_decide(firm: Firm) -> None:
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    case, now = _delegate(firm, firm.dispute(), "rui"), datetime.now(UTC)
    away = absences.begin(member=firm.ana, by=firm.ana, delegate=bia, begins=now, ends=now + timedelta(days=3))
    case.refresh_from_db()
    assert (case.owner, case.assignee) == (bia, firm.rui)
    assert verdict(case, firm.rui).allowed
    absences.end(absence=away, by=firm.ana)
    case.refresh_from_db()
    assert (case.owner, case.assignee) == (firm.ana, firm.rui)


def test_what_a_stand_in_handed_on_stays_so_when_the_owner_is_back(firm: Firm) -> None:
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    case, now = firm.dispute(), datetime.now(UTC)
    away = absences.begin(member=firm.ana, by=firm.ana, delegate=bia, begins=now, ends=now + timedelta(days=3))
    case.refresh_from_db()
    handing.delegate(member=bia, case_id=case.pk, to="rui", version=case.version)
    absences.end(absence=away, by=firm.ana)
    case.refresh_from_db()
    assert (case.owner, case.assignee) == (firm.ana, firm.rui)


def test_with_another_owner_nobody_decides_in_the_name_of_the_one_before(firm: Firm) -> None:
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    case = _delegate(firm, firm.dispute(), "rui")
    Responsibility.objects.filter(workspace=firm.workspace, owner=firm.ana).update(owner=bia)
    reroute(workspace=firm.workspace, by=firm.eva)
    case.refresh_from_db()
    assert (case.owner, case.assignee) == (bia, None)
    assert not verdict(case, firm.rui).allowed
    assert "handing_ended" in case.events.values_list("code", flat=True)
    page = firm.client(firm.rui).get(f"/cases/{case.pk}/")
    assert 'id="decide"' not in page.content.decode()


def test_who_may_not_decide_hands_nothing_on_and_puts_nothing_off(firm: Firm) -> None:
    case = firm.dispute()
    with pytest.raises(NotYours):
        handing.delegate(member=firm.eva, case_id=case.pk, to="rui", version=case.version)
    with pytest.raises(NotYours):
        handing.snooze(member=firm.rui, case_id=case.pk, until=None, version=case.version)


def test_a_step_on_what_changed_meanwhile_is_refused(firm: Firm) -> None:
    case = firm.dispute()
    firm.say("Kim Sato", effective_at=datetime(2026, 11, 20, tzinfo=UTC))
    with pytest.raises(EvidenceChanged):
        handing.snooze(member=firm.ana, case_id=case.pk, until=None, version=case.version)
    Case.objects.update(state="decided", choice="keep", decided_by=firm.ana, closed_at=datetime.now(UTC))
    with pytest.raises(AlreadyDecided):
        _delegate(firm, case, "rui")


def test_a_case_is_put_off_until_a_day_and_comes_back(firm: Firm) -> None:
    case = firm.dispute()
    until = datetime.now(UTC) + timedelta(hours=2)
    put_off = _snooze(firm, case, until)
    assert (put_off.snoozed_until, put_off.due_at) == (until, case.due_at)
    checks.sweep()
    case.refresh_from_db()
    assert case.snoozed_until == until
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledgers.clock.now", lambda: until + timedelta(minutes=1))
        checks.sweep()
        checks.sweep()
    assert Case.objects.get(pk=case.pk).snoozed_until is None
    assert case.events.filter(code="woken").count() == 1


def test_it_is_never_put_off_past_its_due_date(firm: Firm) -> None:
    case = firm.dispute()
    for until in (case.due_at + timedelta(seconds=1), datetime.now(UTC) - timedelta(minutes=1)):
        with pytest.raises(InvalidStep):
            _snooze(firm, case, until)
    assert _snooze(firm, case, None).snoozed_until == case.due_at
    Case.objects.update(due_at=datetime.now(UTC) - timedelta(hours=1))
    with pytest.raises(InvalidStep):
        _snooze(firm, case, None)


def test_a_new_claim_wakes_it(firm: Firm) -> None:
    case = _snooze(firm, firm.dispute(), None)
    firm.say("Kim Sato", effective_at=datetime(2026, 11, 20, tzinfo=UTC))
    case.refresh_from_db()
    assert case.snoozed_until is None
