"""Another order for one field, tried on a history with all five actions: the buckets are those of the oracle."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from ledgers.backtest import report
from ledgers.domain.actions import Action
from ledgers.models import Claim, Transaction
from tests.cases.world import World
from tests.escalations.pressing import asking, press, seen
from tests.factories import activate_document
from tests.invariants.saying import Said as Posted
from tests.invariants.saying import day, say, world
from tests.ledgers.backtest import oracle
from tests.ledgers.backtest.drafting import PLAN, backtest, counts, with_field
from tests.ledgers.backtest.oracle import Order, Said

SLOTS = 400 if os.environ.get("PROVE") else 40
# A source and an author of each tier; of two there are two.
VOICES = {
    "crm-sync": ("crm-sync", "system_of_record"),
    "billing-sync": ("billing-sync", "system_of_record"),
    "people": ("ana", "authorized_person"),
    "portal-acme": ("agent-2", "counterparty"),
    "agents": ("agent-1", "agent_inference"),
}
LAST = ["unattributed"]
RECORDED: Order = [
    ["system_of_record", "counterparty"],
    ["approved_document"],
    ["authorized_person"],
    ["agent_inference"],
    LAST,
]
TRIED: Order = [
    ["counterparty"],
    ["approved_document"],
    ["authorized_person", "agent_inference"],
    ["system_of_record"],
    LAST,
]


def written(order: Order) -> list[str | list[str]]:
    """An order as a policy writes it."""
    return [list(group) if len(group) > 1 else group[0] for group in order]


def random_claim(random: Random, scope: str) -> Posted:
    source = random.choice(list(VOICES))
    start = random.randint(0, 6)
    return Posted(
        field=PLAN,
        scope=scope,
        value=random.choice(["gold", "silver", "bronze"]),
        source=source,
        by=VOICES[source][0],
        effective_at=day(start),
        expires_at=random.choice([None, None, day(start) + timedelta(days=random.randint(1, 4))]),
    )


def as_said(posted: Posted) -> Said:
    assert posted.effective_at is not None
    return Said(VOICES[posted.source][1], posted.value, posted.effective_at, posted.expires_at)


def decide(place: World, claim: Claim, choice: str) -> Transaction:
    case = asking(claim)
    pressed = replace(seen(case, choice), claim=claim.id if choice == "accept" else None, reason="Asked by phone.")
    press(place, case, pressed)
    return Transaction.objects.filter(case=case.id, kind=Transaction.Kind.DECISION).get()


def tell(place: World, random: Random, scope: str, expected: dict[str, str]) -> None:
    """Claims in one slot until one of them has to wait, about which a person mostly decides."""
    admitted: list[Said] = []
    for _number in range(6):
        posted = random_claim(random, scope)
        claim, said = say(place, posted), as_said(posted)
        entry = Transaction.objects.get(claim=claim)
        expected[str(entry.id)] = oracle.bucket(said, admitted, RECORDED, TRIED)
        waits = oracle.fate(said, admitted, RECORDED, RECORDED).values is None
        assert waits == bool(entry.reason)
        if not waits:
            admitted.append(said)
            continue
        choice = random.choice(["accept", "keep", ""])
        if choice:
            decision = decide(place, claim, choice)
            turned = oracle.against(said, admitted, RECORDED, TRIED, accepted=choice == "accept")
            expected[str(decision.id)] = "B" if turned else "same"
        return


@pytest.mark.long
def test_the_buckets_are_those_of_the_oracle(transactional_db: None) -> None:
    place, random = world(), Random(5)
    activate_document(place.workspace, with_field(PLAN, order=written(RECORDED)))
    expected: dict[str, str] = {}
    for number in range(SLOTS):
        tell(place, random, f"client:c{number}", expected)
    actions = set(Transaction.objects.filter(workspace=place.workspace).values_list("action", flat=True))
    assert actions == {str(action) for action in Action}

    result = backtest(place, with_field(PLAN, order=written(TRIED)))

    assert result.control.found == 0, result.control.differences
    said = report.as_json(result)
    found = {change["transaction"]: bucket for bucket, changes in said["changes"].items() for change in changes}
    assert found == {number: bucket for number, bucket in expected.items() if bucket != "same"}
    assert said["buckets"] == {**dict.fromkeys("ABCD", 0), **Counter(expected.values())}
    assert min(said["buckets"].values()) > 0
    _adds_up(said["matrix"], said["buckets"])
    assert [row["field"] for row in said["fields"]] == [PLAN]


def _adds_up(matrix: Sequence[dict[str, object]], buckets: dict[str, int]) -> None:
    assert {name: sum(int(str(row[name])) for row in matrix) for name in buckets} == buckets
    assert len({(row["field"], row["stood"], row["came"]) for row in matrix}) == len(matrix) > 5


@pytest.mark.parametrize("order", [RECORDED, TRIED])
def test_the_order_that_is_in_force_changes_nothing(transactional_db: None, order: Order) -> None:
    place, random = world(), Random(9)
    document = with_field(PLAN, order=written(order))
    activate_document(place.workspace, document)
    for number in range(4):
        for _claim in range(4):
            say(place, random_claim(random, f"client:c{number}"))
    result = backtest(place, {**document, "name": "by another name"})
    assert counts(result) == {"same": result.control.decisions}
