"""I11: what was true at one instant, as known at another, reads the same for ever, byte for byte."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from random import Random

import pytest
from pytest_django.fixtures import Settings

from ledgers.models import Fact
from tests.cases.posting import fetch
from tests.cases.world import World
from tests.invariants.pressing import accept, case_of, seen, signed_in
from tests.invariants.saying import Said, day, say, world
from tests.invariants.test_i02_every_change_is_logged import random_claim

BEFORE, AFTER = (60, 1000) if os.environ.get("PROVE") else (30, 40)
LEDGERS = ("accepted", "pending", "history")


def decide_some(place: World, random: Random, many: int, settings: Settings, start: int) -> None:
    """Claims of every kind, some of them decided by their owner, on a clock that runs."""
    ana = signed_in(place, "ana")
    for number in range(many):
        settings.LEDGER_CLOCK = (day(start) + timedelta(hours=number)).isoformat()
        claim = say(place, random_claim(random, place))
        waits = Fact.objects.filter(claim=claim, standing="pending", recorded_during__upper_inf=True).exists()
        if waits and random.random() < 0.4 and case_of(claim).state == "open":
            accept(ana, seen(place, "ana", claim), claim)


def answers(place: World) -> dict[str, str]:
    """All three ledgers at each pair of instants, without what names the open case of today."""
    found = {}
    for as_of in (day(10), day(150), day(400)):
        for known_at in (day(300), day(300) + timedelta(hours=BEFORE // 2), day(300) + timedelta(hours=BEFORE - 1)):
            for ledger in LEDGERS:
                asked = {"as_of": as_of.isoformat(), "known_at": known_at.isoformat(), "ledger": ledger, "limit": "200"}
                answer = fetch(place.secrets["reader"], "facts", asked)
                assert answer.http == 200, answer.body
                for item in answer.body["items"]:
                    for caveat in item["caveats"]:
                        # The way to the open case is for whoever reads now, not part of what was known then.
                        caveat.pop("case")
                found[f"{as_of} {known_at} {ledger}"] = json.dumps(answer.body, sort_keys=True)
    return found


@pytest.mark.django_db(transaction=True)
def test_the_past_reads_the_same_after_many_more_decisions(settings: Settings) -> None:
    random, place = Random(11), world()
    decide_some(place, random, BEFORE, settings, 300)
    settings.LEDGER_CLOCK = (day(300) + timedelta(hours=BEFORE)).isoformat()
    first = answers(place)
    assert sum('"id"' in text for text in first.values()) > len(first) / 2
    decide_some(place, random, AFTER, settings, 310)
    changed = [(asked, first[asked], text) for asked, text in answers(place).items() if text != first[asked]]
    assert not changed, "\n".join(changed[0])


@pytest.mark.django_db(transaction=True)
def test_a_change_is_seen_only_from_the_instant_it_was_recorded(settings: Settings) -> None:
    place = world()
    settings.LEDGER_CLOCK = day(10).isoformat()
    say(place, Said(value="gold", effective_at=day(1)))
    settings.LEDGER_CLOCK = day(20).isoformat()
    say(place, Said(value="silver", effective_at=day(5)))
    known = {}
    for number in (5, 10, 15, 20, 25):
        asked = {"as_of": day(8).isoformat(), "known_at": day(number).isoformat()}
        known[number] = [item["value"] for item in fetch(place.secrets["reader"], "facts", asked).body["items"]]
    assert known == {5: [], 10: ["gold"], 15: ["gold"], 20: ["silver"], 25: ["silver"]}


@pytest.mark.django_db(transaction=True)
def test_a_status_is_told_as_it_was_known(settings: Settings) -> None:
    """Rejected at first, in force once a correction laid it bare, superseded after: each in its time."""
    place = world()
    told: list[tuple[int, Said]] = [
        (10, Said(value="gold", effective_at=day(1))),
        (11, Said(value="silver", effective_at=day(2), source="people", by="ana")),
        (20, Said(kind="correct", value="gold", effective_at=day(60))),
        (25, Said(value="platinum", effective_at=day(0))),
    ]
    first, seen_at = None, {}
    for number, said in told:
        settings.LEDGER_CLOCK = day(number).isoformat()
        said.corrects = first if said.kind == "correct" else None
        claim = say(place, said)
        first = first or claim.id
    for number in (15, 22, 27):
        found: list[tuple[str, str]] = []
        for ledger in LEDGERS:
            asked = {"as_of": day(number).isoformat(), "known_at": day(number).isoformat(), "ledger": ledger}
            items = fetch(place.secrets["reader"], "facts", asked).body["items"]
            found += [(item["value"], item["status"]) for item in items if item["value"] == "silver"]
        seen_at[number] = found
    assert seen_at == {
        15: [("silver", "rejected")],
        22: [("silver", "accepted")],
        27: [("silver", "superseded")],
    }
