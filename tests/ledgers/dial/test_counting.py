"""What the dial counts, on decisions that people really took."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from escalations import checks
from escalations.deciding.reverting import revert
from escalations.models import Case
from ledgers.dial import reading
from ledgers.models import Claim, Field
from tests import factories
from tests.ledgers.dial.world import DOCUMENT, Office, day, open_office

CRM, CLIENT, BILLING = "system_of_record", "counterparty", "billing"
PLAN, SIZE = "company.plan", "company.size"
SAME_DAY, LATER = 0, 30


def test_a_generated_history_is_counted_as_somebody_with_a_list_would(office: Office) -> None:
    """The list knows nothing of the engine: a later date wins among equals, a tie has no winner, and what people did is
    written down as they do it."""
    dice, expected = random.Random(5), Counter[tuple[str, str, str, str]]()
    for _number in range(14):
        key, source, at = dice.choice([(PLAN, "crm", LATER), (SIZE, "client", LATER), (SIZE, "client", SAME_DAY)])
        choice = dice.choice(["accept", "keep", "other", "both", "accept later", "undone", "own word"])
        by, owner = ("anas", "ana") if choice == "own word" else ("sync", dice.choice(["ana", "bia"]))
        claim = office.conflict(source=source, at=at, by=by, owner=owner, key=key)
        decide(office, claim, choice)
        if choice in {"undone", "own word"}:
            continue
        pair = (key, CRM, CLIENT if source == "client" else CRM)
        expected[*pair, "asked"] += 1
        expected[*pair, "took"] += choice == "accept"
        expected[*pair, "ruled"] += at == LATER
        expected[*pair, "agreed"] += at == LATER and choice == "accept"
    names = ("asked", "took", "ruled", "agreed")
    told = {
        (*pair, name): said for pair, counts in office.told().items() for name, said in zip(names, counts, strict=True)
    }
    assert {name: said for name, said in told.items() if said} == {
        name: said for name, said in expected.items() if said
    }
    assert {name[0] for name in told} == {PLAN, SIZE}


def decide(office: Office, claim: Claim, choice: str) -> None:
    match choice:
        case "other":
            office.press(claim, "other", value="bronze")
        case "both":
            office.press(claim, "both", scopes=[claim.scope, f"{claim.scope}-2"])
        case "accept later":
            office.press(claim, "accept", effective_at=day(60))
        case "undone":
            owner = office.bia if claim.scope == "client:bia" else office.ana
            office.undo(office.press(claim, "accept"), owner)
        case "own word":
            office.press(claim, "accept")
        case said:
            office.press(claim, said)


def test_what_was_taken_back_counts_as_what_was_decided_then(office: Office) -> None:
    claim = office.conflict()
    office.undo(office.press(claim, "accept"))
    assert office.told() == {}
    office.press(claim, "keep")
    assert office.told() == {(PLAN, CRM, CRM): (1, 0, 1, 0)}


def test_a_decision_that_was_reverted_later_is_no_agreement(office: Office) -> None:
    claim = office.conflict()
    case = office.press(claim, "accept")
    assert office.told()[PLAN, CRM, CRM][3] == 1
    stood = Claim.objects.get(subject=claim.subject, value="gold")
    revert(member=office.ana, case_id=case.id, claim=stood.id, reason="It was a typing error.", key=None)
    assert office.told() == {}


def test_both_in_scopes_of_their_own_is_no_agreement_whichever_stays(office: Office) -> None:
    for here, there in (("client:ana", "client:ana-2"), ("client:ana-3", "client:ana")):
        office.press(office.conflict(), "both", scopes=[here, there])
    assert office.told() == {(PLAN, CRM, CRM): (2, 0, 2, 0)}


def test_a_claim_taken_from_another_date_is_no_agreement(office: Office) -> None:
    office.press(office.conflict(), "accept", effective_at=day(60))
    assert office.told() == {(PLAN, CRM, CRM): (1, 0, 1, 0)}


def test_of_more_than_are_read_the_newest_count(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.decided("keep", 2)
    office.decided("accept")
    monkeypatch.setattr(reading, "MOST", 2)
    assert (office.told(), office.counted().read.older) == ({(PLAN, CRM, CRM): (2, 1, 2, 1)}, True)
    monkeypatch.setattr(reading, "MOST", 3)
    assert office.counted().read.older is False


def test_nobody_turns_the_dial_with_their_own_word(office: Office) -> None:
    # An agent of hers, herself, and a claim that names her as who said it.
    office.press(office.conflict(by="anas"), "accept")
    office.press(office.conflict(by="anas"), "keep")
    assert (office.told(), office.counted().read.own) == ({}, 2)
    # The same agent's claims count where somebody else decides.
    office.press(office.conflict(by="anas", owner="bia"), "accept")
    assert office.told() == {(PLAN, CRM, CRM): (1, 1, 1, 1)}


def test_asking_again_and_again_about_one_fact_counts_once(office: Office) -> None:
    subject = "customer:often"
    office.say("gold", subject)
    for number, value in enumerate(("silver", "bronze", "tin")):
        office.press(office.say(value, subject, at=10 + number), "accept")
    assert office.told() == {(PLAN, CRM, CRM): (1, 1, 1, 1)}
    office.press(office.say("lead", subject, at=40), "keep")
    assert office.told() == {(PLAN, CRM, CRM): (1, 0, 1, 0)}


def test_what_the_rules_settled_counts_by_what_people_say_of_it_later(office: Office) -> None:
    right, never, since = (office.conflict(key="company.status") for _time in range(3))
    Field.objects.filter(key="company.status").update(review_days=1)
    with override_settings(LEDGER_CLOCK=(timezone.now() + timedelta(days=9)).isoformat()):
        checks.sweep_workspace(office.workspace.pk)
        cases = {case.fact: case for case in Case.objects.filter(kind="review_due", state="open")}
        assert office.told() == {}
        for claim, choice, more in (
            (right, "still_true", {}),
            (never, "other", {"value": "tin", "effective_at": day(30)}),
            (since, "other", {"value": "tin", "effective_at": timezone.now()}),
        ):
            office.answer(cases[claim.id], choice, **more)
        assert office.told() == {("company.status", CRM, CRM): (2, 1, 2, 1)}


def test_the_same_reading_under_another_order_of_today(office: Office) -> None:
    office.decided("keep", source="client", key=SIZE)
    assert office.told() == {(SIZE, CRM, CLIENT): (1, 0, 1, 0)}
    factories.activate_document(office.workspace, {**DOCUMENT, "fields": {**DOCUMENT["fields"], SIZE: {}}})
    # Today the CRM ranks above, so the rules would have kept what it says as well.
    assert office.told() == {(SIZE, CRM, CLIENT): (1, 0, 1, 1)}


def test_only_the_period_and_the_accounts_asked_about(office: Office) -> None:
    office.decided("accept")
    office.decided("keep", owner="bia")
    assert office.told(scope="client:bia") == {(PLAN, CRM, CRM): (1, 0, 1, 0)}
    assert office.told(scope="client:*")[PLAN, CRM, CRM][0] == 2
    assert office.told(scope="team:*") == {}
    with override_settings(LEDGER_CLOCK=(timezone.now() + timedelta(days=60)).isoformat()):
        assert (office.told(days=30), office.told(days=90)[PLAN, CRM, CRM][0]) == ({}, 2)
        assert office.told(days=None)[PLAN, CRM, CRM][0] == 2


def test_nothing_of_another_workspace_is_counted(office: Office) -> None:
    office.decided("accept")
    with open_office() as other:
        assert other.told() == {}
        other.decided("keep", 2)
        assert other.told() == {(PLAN, CRM, CRM): (2, 0, 2, 0)}
    assert office.told() == {(PLAN, CRM, CRM): (1, 1, 1, 1)}
