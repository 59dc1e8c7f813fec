"""What users say in passing becomes facts of their pair: said once, changed, doubted, and never past the law."""

from __future__ import annotations

import pytest

from tests.conversations.talking import Place, place, remembered, talk, values, work

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def where() -> Place:
    return place()


def test_what_is_said_in_passing_becomes_a_fact_of_the_pair(where: Place) -> None:
    said = talk(where)
    said.exchange("I have two cats and a parrot.", "How lovely!")
    work(where)
    [fact] = remembered(where)
    assert fact["subject"] == "person:ana"
    assert fact["scope"] == "pair:ana/luna"
    assert fact["field"] == "note.fact.private"
    assert fact["source"] == {**fact["source"], "key": "chat", "tier": "agent_inference"}
    assert fact["owner"] == "ana"


def test_a_message_is_read_once_however_often_the_bell_rings(where: Place) -> None:
    said = talk(where)
    said.say("I work as a nurse at the children's hospital.")
    work(where)
    work(where)
    assert len(remembered(where)) == 1


def test_a_paraphrase_is_dropped_and_another_number_takes_the_old_ones_place(where: Place) -> None:
    said = talk(where)
    said.say("Handover is due on 15 October")
    work(where)
    assert values(remembered(where)) == ["Handover is due on 15 October"]
    said.say("Handover is due on 16 October")
    work(where)
    assert values(remembered(where)) == ["Handover is due on 16 October"]
    [old] = remembered(where, ledger="history")
    assert (old["value"], old["status"]) == ("Handover is due on 15 October", "expired")
    said.say("On 16 October the handover is due")
    work(where)
    assert values(remembered(where)) == ["Handover is due on 16 October"]
    assert remembered(where, ledger="pending") == []
