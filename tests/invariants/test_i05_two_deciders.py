"""I5: of two people who decide the same case at the same moment one wins, and the other hears who, when and what."""

from __future__ import annotations

import os
from functools import partial

import pytest

from escalations.models import Case
from ledgers.models import Fact, Transaction
from tests.cases.posting import at_once
from tests.invariants.pressing import accept, seen, signed_in
from tests.invariants.saying import Said, day, say, world

PAIRS = 100 if os.environ.get("PROVE") else 12


@pytest.mark.django_db(transaction=True)
def test_pairs_of_deciders_have_one_winner_each() -> None:
    place = world()
    deciders = {who: signed_in(place, who) for who in ("ana", "bia")}
    for number in range(PAIRS):
        client = f"client:c{number}"
        say(place, Said(subject=client, field="contact.primary", value="Dana", effective_at=day(1)))
        waiting = [
            say(
                place,
                Said(
                    subject=client, field="contact.primary", value=value, effective_at=day(9), source="people", by="ana"
                ),
            )
            for value in ("Lee", "Kim")
        ]
        pages = {who: seen(place, who, waiting[0]) for who in deciders}
        wanted = dict(zip(deciders, waiting, strict=True))
        answers = at_once([partial(accept, deciders[who], pages[who], wanted[who]) for who in deciders])
        by_whom = dict(zip(deciders, answers, strict=True))
        assert sorted(answer.http for answer in answers) == [200, 409], [answer.body for answer in answers]
        winner = next(who for who, answer in by_whom.items() if answer.http == 200)
        loser = next(answer for answer in answers if answer.http == 409)
        case = Case.objects.get(id=pages["ana"].id)
        assert loser.problem == "already-decided"
        assert_told(loser.body["detail"], place.members[winner].name, case)
        assert case.decided_by == place.members[winner]
        standing = Fact.objects.get(claim=wanted[winner], standing="timeline", recorded_during__upper_inf=True)
        assert standing.value_key == wanted[winner].value_key
        assert Transaction.objects.filter(case=case.id, kind="decision").count() == 1


def assert_told(words: str, who: str, case: Case) -> None:
    assert case.closed_at is not None
    when = case.closed_at.astimezone(case.workspace.zone)
    assert who in words
    assert f"{when:%H:%M}" in words
    assert f"{when:%Y}" in words
    assert "accept" in words
