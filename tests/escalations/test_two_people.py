"""Where two people have to agree: who counts as the second, what clears the first, and that nobody alone decides."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from escalations.card.happened import words
from escalations.deciding import approvals
from escalations.deciding.choice import Choice
from escalations.deciding.confirming import send_back, waiting
from escalations.deciding.decisions import Decided, decide
from escalations.deciding.undoing import undo
from escalations.erasing import erase
from escalations.errors import EvidenceChanged, FourEyes, NobodyConfirms, NotYours
from escalations.models import Approval, Case, Notice
from ledgers.models import Claim, Fact, PolicyVersion, Responsibility
from ledgers.replay.replaying import replay
from ledgers.services import erasing, policies
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Role
from tests.cases.world import World
from tests.escalations.pressing import asking, seen, standing
from tests.escalations.test_decisions import disputed, iban
from tests.factories import make_member, sign_in
from tests.invariants.saying import day, say, world
from tests.screens.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> World:
    """Ana owns; payments need two people; Rita reviews."""
    found = world()
    document = {**PolicyVersion.objects.get(workspace=found.workspace, active=True).document, "four_eyes": ["payment"]}
    policies.activate(workspace=found.workspace, document=document, member=found.members["adm"])
    found.members["rita"] = make_member(found.workspace, "rita", Role.REVIEWER)
    return found


def press(place: World, who: str, case: Case, pressed: Choice) -> Decided:
    return decide(member=place.members[who], case_id=case.id, choice=pressed)


@pytest.fixture
def claim(place: World) -> Claim:
    return disputed(place)


def test_the_first_press_waits_and_the_second_decides(place: World, claim: Claim) -> None:
    case = asking(claim)
    first = press(place, "ana", case, seen(case, "accept"))
    assert (first.waits, first.case.state, standing(claim)) == (True, Case.State.OPEN, Fact.Standing.PENDING)
    assert Notice.objects.filter(case=case, member=place.members["rita"], code="confirm_asked").exists()

    second = press(place, "rita", case, seen(case, "accept"))

    case = second.case
    assert (case.state, case.decided_by, case.undo_until) == (Case.State.DECIDED, place.members["ana"], None)
    assert standing(claim) == Fact.Standing.TIMELINE
    assert [event.code for event in case.events.order_by("at", "id")][-3:-1] == ["approved_first", "approved_second"]
    done = replay(place.workspace)
    assert done.same, done.differences


def test_the_log_names_both(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    press(place, "rita", case, seen(case, "accept"))
    entry = claim.transaction_set.latest("recorded_at")
    assert (entry.actor_member, entry.read["confirmed_by"]) == (place.members["ana"], str(place.members["rita"].id))


def test_the_closed_card_names_both(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    press(place, "rita", case, seen(case, "accept"))
    client, ana = Client(SERVER_NAME="localhost"), place.members["ana"]
    assert ana.user is not None
    sign_in(client, ana.user)
    names = f"Decided by {ana.name}, confirmed by {place.members['rita'].name} on"
    assert names in text_of(client.get(f"/cases/{case.pk}/"))


def test_the_reason_of_the_first_goes_to_the_ledger_with_what_the_second_noted(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, replace(seen(case, "accept"), reason="Asked the bank.", blame="current"))
    shown = waiting(case, place.members["rita"])
    assert shown is not None
    assert shown.reason == "Asked the bank."
    done = press(place, "rita", case, replace(seen(case, "accept"), reason="Saw the letter.")).case
    assert (done.reason, done.blame) == ("Asked the bank.; Saw the letter.", "current")
    assert claim.transaction_set.latest("recorded_at").note == done.reason


def test_an_erasure_takes_the_words_of_an_approval(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, replace(seen(case, "other"), value="BR-77", reason="Asked the bank."))
    send_back(member=place.members["rita"], case=case, reason="Ask again.")
    found = erasing.reach(place.workspace, claim.subject)
    with walls.inside(place.workspace):
        erase(
            workspace=place.workspace,
            by=place.members["adm"],
            subject=claim.subject,
            reason="asked for",
            confirmed=len(found.claims),
        )
    assert [given.choice for given in Approval.objects.all()] == [{}]
    assert "Ask again." not in str(list(case.events.values_list("params", flat=True)))


def test_nobody_is_two_people(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    with pytest.raises(FourEyes, match="four-eyes"):
        press(place, "ana", case, seen(case, "accept"))
    assert standing(claim) == Fact.Standing.PENDING


def test_the_same_press_again_is_answered_as_before(place: World, claim: Claim) -> None:
    case = asking(claim)
    pressed = seen(case, "accept")
    press(place, "ana", case, pressed)
    again = press(place, "ana", case, pressed)
    assert (again.repeated, again.waits) == (True, True)
    assert Approval.objects.filter(case=case).count() == 1
    confirmed = seen(case, "accept")
    press(place, "rita", case, confirmed)
    assert press(place, "rita", case, confirmed).repeated


def test_a_reviewer_never_decides_alone(place: World, claim: Claim) -> None:
    case = asking(claim)
    with pytest.raises(NotYours):
        press(place, "rita", case, seen(case, "accept"))
    press(place, "ana", case, seen(case, "accept"))
    with pytest.raises(NotYours):
        press(place, "rita", case, seen(case, "keep"))
    assert standing(claim) == Fact.Standing.PENDING


def test_who_proposed_or_controls_the_proposing_agent_does_not_confirm(place: World, claim: Claim) -> None:
    agent = claim.agent
    assert agent is not None
    agent.controller = place.members["rita"]
    agent.save(update_fields=["controller"])
    case = asking(claim)
    _only(place, "rita")
    with pytest.raises(NobodyConfirms):
        press(place, "ana", case, seen(case, "accept"))
    assert not Approval.objects.exists()


def test_a_person_who_proposed_it_does_not_confirm_and_is_told_why(place: World) -> None:
    say(place, iban("BR-1"))
    claim = say(place, replace(iban("BR-2"), source="people", by="rui"))
    place.members["rui"].roles = [Role.REVIEWER]
    place.members["rui"].save(update_fields=["roles"])
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    with pytest.raises(NotYours):
        press(place, "rui", case, seen(case, "accept"))
    assert standing(claim) == Fact.Standing.PENDING
    theirs, of_her_delegate = card(place, "rui", case), card(place, "bia", case)
    assert "You proposed this, or answer for the agent that did, so somebody else decides it." in theirs
    assert "Somebody else confirms it" not in theirs
    assert "Somebody else confirms it: the policy wants a second person who stands apart." in of_her_delegate
    assert 'id="confirm"' not in theirs + of_her_delegate
    assert "You approved this first, so another person confirms it." in card(place, "ana", case)
    assert 'id="confirm"' in card(place, "rita", case)
    press(place, "rita", case, seen(case, "accept"))
    assert standing(claim) == Fact.Standing.TIMELINE


def card(place: World, who: str, case: Case) -> str:
    client, user = Client(headers={"accept-language": "en"}), place.members[who].user
    assert user is not None
    sign_in(client, user)
    return client.get(f"/cases/{case.id}/").content.decode()


def _only(place: World, *keys: str) -> None:
    """Nobody but these may be the second person here."""
    for row in Responsibility.objects.filter(workspace=place.workspace):
        row.seconds.set([place.members[key] for key in keys])


def test_with_nobody_to_confirm_nothing_is_decided_and_an_admin_hears(place: World, claim: Claim) -> None:
    admin = make_member(place.workspace, "boss", Role.ACCOUNT_ADMIN)
    Member.objects.filter(id=place.members["rita"].id).update(active=False)
    _only(place, "rita")
    case = asking(claim)
    # A row whose second persons are all away has none: the usual ones do not step in for them.
    with pytest.raises(NobodyConfirms):
        press(place, "ana", case, seen(case, "accept"))
    assert standing(claim) == Fact.Standing.PENDING
    assert Notice.objects.filter(case=case, member=admin, code="blocked").exists()


def test_who_decides_in_the_first_ones_name_does_not_confirm(place: World, claim: Claim) -> None:
    case = asking(claim)
    for row in Responsibility.objects.filter(workspace=place.workspace):
        row.delegates.set([place.members["rita"]])
    _only(place, "rita", "adm")
    press(place, "ana", case, seen(case, "accept"))
    with pytest.raises(FourEyes):
        press(place, "rita", case, seen(case, "accept"))
    assert standing(claim) == Fact.Standing.PENDING
    press(place, "adm", case, seen(case, "accept"))
    assert standing(claim) == Fact.Standing.TIMELINE


def test_another_value_needs_another_person_as_well(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, replace(seen(case, "other"), value="BR-3"))
    with pytest.raises(NotYours):
        press(place, "rita", case, replace(seen(case, "other"), value="BR-4"))
    press(place, "rita", case, replace(seen(case, "other"), value="BR-3"))
    own = Claim.objects.get(value="BR-3")
    assert (own.member, standing(own)) == (place.members["ana"], Fact.Standing.TIMELINE)


def test_whatever_changes_the_case_clears_the_first_approval(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    confirmed = seen(case, "accept")
    say(place, replace(iban("BR-5"), effective_at=day(4)))
    with pytest.raises((EvidenceChanged, NotYours)):
        press(place, "rita", case, confirmed)
    given = Approval.objects.get(case=case)
    assert given.cleared_because == "changed"
    assert Notice.objects.filter(case=case, member=place.members["ana"], code="approval_cleared").exists()
    with pytest.raises(NotYours):
        press(place, "rita", case, replace(seen(case, "accept"), claim=claim.id))


def test_an_approval_of_someone_who_lost_the_right_counts_for_nothing(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    Member.objects.filter(id=place.members["ana"].id).update(active=False)
    with pytest.raises(NotYours):
        press(place, "rita", case, seen(case, "accept"))
    assert standing(claim) == Fact.Standing.PENDING


def test_the_first_takes_it_back_and_the_second_sends_it_back(place: World, claim: Claim) -> None:
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    undo(member=place.members["ana"], case_id=case.id)
    assert approvals.first(case) is None
    press(place, "ana", case, seen(case, "accept"))
    shown = waiting(case, place.members["rita"])
    assert shown is not None
    assert (shown.may_confirm, shown.value) == (True, "BR-2")
    send_back(member=place.members["rita"], case=case, reason="ask the bank first")
    assert approvals.first(case) is None
    assert [kept.cleared_because for kept in Approval.objects.order_by("at")] == ["withdrawn", "sent_back"]
    told = [one for one in words(case.events.order_by("at", "id")) if "approval" in one.text]
    rita, ana = place.members["rita"].name, place.members["ana"].name
    assert f"{ana} took the first approval back." in [one.text for one in told]
    assert (told[-1].text, told[-1].note) == (
        f"{rita} sent it back: the first approval no longer counts.",
        "ask the bank first",
    )
    client, reader = Client(), place.members["rita"].user
    assert reader is not None
    sign_in(client, reader)
    assert f"{rita} sent it back" in client.get(f"/cases/{case.id}/").content.decode()


def test_an_old_approval_is_none(place: World, claim: Claim, settings: Settings) -> None:
    settings.LEDGER_CLOCK = "2027-03-01T12:00:00+00:00"
    case = asking(claim)
    press(place, "ana", case, seen(case, "accept"))
    settings.LEDGER_CLOCK = "2027-03-04T12:00:01+00:00"
    assert approvals.first(case) is None
    with pytest.raises(NotYours):
        press(place, "rita", case, seen(case, "accept"))
