"""Reads the ledgers and the queue back through the API and sets them beside what the oracle expects, row for row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memoryhub.learning.door import Door
from memoryhub.learning.heritages.oracle import STANDS, SUPPORTS, WAITS, Place, place_name
from memoryhub.learning.heritages.posting import Posted


@dataclass
class Seen:
    """What the hub answers about one scope."""

    outcomes: dict[int, str] = field(default_factory=dict)
    in_force: dict[str, list[str]] = field(default_factory=dict)
    cases: dict[str, list[frozenset[int]]] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    # Facts in force or waiting that are none of the rows asked about.
    strangers: int = 0

    @property
    def counts(self) -> Counter[str]:
        return Counter(self.outcomes.values())


def look(door: Door, owner: Door, scope: str, posted: Posted) -> Seen:
    """The outcome of every posted claim, the values in force, and the open cases with the claims that wait in them."""
    numbers = {claim: number for number, claim in posted.claims.items()}
    seen = Seen()
    for ledger in ("accepted", "pending", "history"):
        for fact in door.pages("/facts", scope=scope, ledger=ledger):
            _enter(seen, ledger, fact, numbers)
    for number, claim in posted.claims.items():
        if number not in seen.outcomes:
            seen.outcomes[number] = _off_the_list(door, claim)
    for case in owner.pages("/cases", scope=scope):
        place = _place(case["subject"])
        seen.cases.setdefault(place, []).append(_waiting(owner, case["id"], numbers))
        seen.versions[place] = case["version"]
    return seen


def _enter(seen: Seen, ledger: str, fact: Mapping[str, Any], numbers: Mapping[str, int]) -> None:
    number = numbers.get(fact["id"])
    if number is None:
        seen.strangers += ledger != "history"
        return
    if number in seen.outcomes:
        raise AssertionError(f"Claim {fact['id']} stands in two ledgers.")
    seen.outcomes[number] = {"accepted": STANDS, "pending": WAITS}.get(ledger, fact["status"])
    if ledger == "accepted":
        seen.in_force.setdefault(_place(fact["subject"]), []).append(fact["value"])


def differences(expected: Mapping[str, Place], seen: Seen) -> list[str]:
    """Every row, place and case that is not as expected, in words."""
    found = []
    outcomes = {number: outcome for place in expected.values() for number, outcome in place.outcomes.items()}
    for number, outcome in outcomes.items():
        if seen.outcomes.get(number) != outcome:
            found.append(f"row {number}: expected {outcome}, the hub says {seen.outcomes.get(number)}")
    for name, place in expected.items():
        if seen.in_force.get(name) != [place.value]:
            found.append(f"{name}: expected {place.value} in force, the hub says {seen.in_force.get(name)}")
        waiting = [frozenset(number for number, _value, _rank in place.waiting)] if place.has_case else []
        if seen.cases.get(name, []) != waiting:
            found.append(f"{name}: expected a case over rows {waiting}, the hub says {seen.cases.get(name, [])}")
    strangers = (seen.in_force.keys() | seen.cases.keys()) - expected.keys()
    return [*found, *(f"{name}: nothing was said about it" for name in sorted(strangers))]


def _place(subject: str) -> str:
    return place_name(subject.partition(":")[2])


def _off_the_list(door: Door, claim: str) -> str:
    """A claim that is no fact of its own repeats one; anything else is lost, and named as the hub names it."""
    answer = door.get(f"/claims/{claim}")
    outcome = answer["outcome"] or {}
    settled = answer["state"] == "settled" and outcome.get("action") == "noop"
    return SUPPORTS if settled else f"{answer['state']}, {outcome.get('action')}"


def _waiting(owner: Door, case: str, numbers: Mapping[str, int]) -> frozenset[int]:
    """The rows that wait in a case."""
    return frozenset(numbers[fact["id"]] for fact in owner.get(f"/cases/{case}")["candidates"])
