"""Each bucket, planted once: what the rules did, what a person did, and what the draft would have done."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from escalations.deciding.undoing import undo
from ledgers.backtest import report
from ledgers.backtest.result import Window
from ledgers.models import Claim, Transaction
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen
from tests.factories import activate_document
from tests.invariants.saying import Said, day, say, world
from tests.ledgers.backtest.drafting import PLAN, backtest, counts, p0, with_field

# Each commit has a number of its own, by which the changes of one decision are known.
pytestmark = pytest.mark.django_db(transaction=True)

WEAK_FIRST = ["agent_inference", "counterparty", "authorized_person", "approved_document", "system_of_record"]
# Two systems of record stand level; here one of them goes before.
BILLING_FIRST = [
    "system_of_record:billing-sync",
    *["system_of_record", "approved_document", "authorized_person", "counterparty", "agent_inference"],
]
NARROW = p0(automatic=["company.status"])


@pytest.fixture
def place() -> World:
    return world()


def two(place: World, second: str = "billing-sync", by: str = "billing-sync", at: int = 1, **said: Any) -> Claim:  # noqa: ANN401 - members of a claim
    """Something stands, and another source says something else."""
    say(place, Said(value="gold", effective_at=day(1)))
    return say(place, Said(value="silver", source=second, by=by, effective_at=day(at), **said))


def decide(place: World, waits: Claim, choice: str, **more: Any) -> None:  # noqa: ANN401 - members of a choice
    case = asking(waits)
    press(place, case, replace(seen(case, choice), reason="Asked by phone.", **more))


def test_the_policy_in_force_changes_nothing(place: World) -> None:
    decide(place, two(place), "keep")
    assert counts(backtest(place, p0())) == {"same": 3}


def test_another_winner_by_rule(place: World) -> None:
    claim = two(place, "agents", "agent-1", at=5)
    result = backtest(place, with_field(PLAN, order=WEAK_FIRST))
    assert counts(result) == {"same": 1, "A": 1}
    told = report.as_json(result)
    (change,) = told["changes"]["A"]
    assert change["claim"] == str(claim.id)
    assert (change["stood"], change["came"]) == ("system_of_record:crm-sync", "agent_inference:agents")
    assert (change["active"], change["draft"]) == ("reject_conflict authority.weaker", "revise authority.stronger")
    (sample,) = told["samples"]
    traces = [[line["code"] for line in sample[side]["trace"]] for side in ("active", "draft")]
    assert ["authority.weaker" in traces[0], "authority.stronger" in traces[1]] == [True, True]


def test_what_went_by_rule_goes_to_a_person(place: World) -> None:
    two(place, at=5)
    assert counts(backtest(place, NARROW)) == {"same": 1, "C": 1}


def test_what_went_to_a_person_goes_by_rule(place: World) -> None:
    two(place)
    assert counts(backtest(place, with_field(PLAN, order=BILLING_FIRST))) == {"same": 1, "D": 1}


@pytest.mark.parametrize(
    ("choice", "more", "turned"),
    [
        ("keep", {}, True),
        ("other", {"value": "bronze"}, True),
        ("accept", {}, False),
        ("accept", {"effective_at": day(20)}, True),
    ],
)
def test_a_person_is_contradicted_where_the_draft_takes_what_they_did_not(
    place: World, choice: str, more: dict[str, Any], turned: bool
) -> None:
    claim = two(place)
    decide(place, claim, choice, **({"claim": claim.id} if choice == "accept" else {}), **more)
    result = backtest(place, with_field(PLAN, order=BILLING_FIRST))
    assert counts(result) == ({"same": 1, "B": 1, "D": 1} if turned else {"same": 2, "D": 1})
    assert result.control.decisions == 3


def test_a_person_is_contradicted_where_the_draft_refuses_what_they_took(place: World) -> None:
    claim = two(place)
    decide(place, claim, "accept", claim=claim.id)
    first = ["system_of_record:crm-sync", *BILLING_FIRST[1:]]
    assert counts(backtest(place, with_field(PLAN, order=first))) == {"same": 1, "B": 1, "D": 1}


def test_a_person_who_took_their_word_back_is_not_contradicted(place: World) -> None:
    claim = two(place)
    case = asking(claim)
    decide(place, claim, "keep")
    undo(member=place.members["ana"], case_id=case.id)
    result = backtest(place, with_field(PLAN, order=BILLING_FIRST))
    assert counts(result) == {"same": 2, "D": 1}
    assert result.control.followed == 1


def test_what_the_policy_in_force_contradicts_too_is_no_news(place: World) -> None:
    decide(place, two(place), "keep")
    activate_document(place.workspace, with_field(PLAN, order=BILLING_FIRST))
    result = backtest(place, {**with_field(PLAN, order=BILLING_FIRST), "name": "by another name"})
    assert counts(result) == {"same": 3}
    # It was another version that asked a person.
    assert (result.judged, result.as_today) == (2, 1)


def test_what_waited_and_was_settled_later_is_a_decision_of_its_own(place: World) -> None:
    gold = say(place, Said(value="gold", effective_at=day(1)))
    say(place, Said(value="silver", source="billing-sync", by="billing-sync", effective_at=day(1)))
    say(place, Said(value="silver", kind="correct", corrects=gold.id, effective_at=day(1)))
    rows = Transaction.objects.filter(workspace=place.workspace)
    assert sorted(rows.values_list("kind", flat=True)) == ["claim", "claim", "claim", "settled"]
    # The correction is too weak under the draft; what waited is judged by what it read when it was settled.
    assert counts(backtest(place, with_field(PLAN, order=BILLING_FIRST))) == {"same": 3, "D": 1}


def test_only_what_is_in_the_window_counts(place: World, settings: Settings) -> None:
    settings.LEDGER_CLOCK = day(300).isoformat()
    claim = two(place)
    settings.LEDGER_CLOCK = day(340).isoformat()
    decide(place, claim, "keep")
    draft = with_field(PLAN, order=BILLING_FIRST)
    month = Window(days=30, until=day(345))
    # The claim was judged before; what the draft makes of it is known all the same.
    assert counts(backtest(place, draft, month)) == {"B": 1}
    assert counts(backtest(place, draft, Window(days=90, until=day(345)))) == {"same": 1, "B": 1, "D": 1}
    assert counts(backtest(place, draft, Window(days=1, until=day(345)))) == {}
    assert counts(backtest(place, draft, Window(until=day(300) + timedelta(days=1)))) == {"same": 1, "D": 1}


def test_only_what_is_in_the_scope_counts(place: World) -> None:
    two(place)
    for source in ("crm-sync", "billing-sync"):
        say(place, Said(value=source, source=source, by=source, scope="client:beta", effective_at=day(1)))
    draft = with_field(PLAN, order=BILLING_FIRST)
    assert counts(backtest(place, draft, Window(scope="client:beta"))) == {"same": 1, "D": 1}
    assert counts(backtest(place, draft, Window(scope="client:*"))) == {"same": 2, "D": 2}
    assert counts(backtest(place, draft, Window(scope="team:*"))) == {}


def test_the_same_by_another_rule_is_the_same_and_is_counted(place: World) -> None:
    two(place, "agents", "agent-1", at=5)
    order = [*BILLING_FIRST[1:-1], "agent_inference"]
    assert backtest(place, with_field(PLAN, order=order)).sorted.by_another_rule == 0
    sensitive = backtest(place, {**NARROW, "fields": {**NARROW["fields"], PLAN: {"sensitivity": "legal"}}})
    assert counts(sensitive) == {"same": 1, "C": 1}
    assert sensitive.sorted.by_another_rule == 1
