"""What becomes of messages: a lost bell loses none, an erasure of the user takes their words, and order is kept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from escalations.erasing import erase
from ledgers.services.erasing import reach
from memoryhub.accounts import walls
from memoryhub.conversations import listening
from memoryhub.conversations.models import Conversation, Message, Summary, Unread
from tests.cases.posting import at_once, fetch
from tests.conversations.talking import Place, Talk, place, post, remembered, talk, values, work

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def where() -> Place:
    return place()


def test_a_lost_bell_is_healed_by_the_sweep(where: Place) -> None:
    talk(where).say("I have two cats and a parrot.")
    assert listening.sweep() == 0, "what was just said is left to its bell"
    Unread.objects.update(queued_at=timezone.now() - timedelta(hours=1))
    assert listening.sweep() == 1
    assert listening.sweep() == 0
    assert len(remembered(where)) == 1


def test_two_workers_at_once_remember_it_once(where: Place) -> None:
    said = talk(where)
    said.say("I have two cats and a parrot.")
    at_once([lambda: work(where), lambda: work(where)])
    assert len(remembered(where)) == 1
    assert not Unread.objects.exists()


@pytest.mark.parametrize("subject", ["user:ana", "person:ana"])
def test_erasing_the_user_takes_the_words_of_all_their_conversations(where: Place, subject: str) -> None:
    said, other, stays = talk(where), talk(where, character="sol"), talk(where, "rui")
    for one in (said, other, stays):
        for number in range(16):
            one.exchange(f"I have {number + 2} cats and a parrot.", "Lovely.")
    other.say("This was never read.")
    work(where)
    with walls.inside(where.workspace):
        found = len(reach(where.workspace, subject).claims)
        erase(workspace=where.workspace, by=where.people["adm"], subject=subject, reason="request", confirmed=found)
        gone = Conversation.objects.filter(user=where.people["ana"])
        assert {row.erased_at is not None for row in gone} == {True}
        assert set(Message.objects.filter(conversation__in=gone).values_list("text", flat=True)) == {""}
        assert not Summary.objects.filter(conversation__in=gone).exists()
        assert not Unread.objects.filter(message__conversation__in=gone).exists()
    assert fetch(said.secret, f"conversations/{said.id}/context").http == 404
    assert remembered(where) == []
    assert "parrot" in stays.context()["context"]
    assert len(values(remembered(where, "rui"))) >= 1


def test_a_message_that_is_not_the_next_one_is_refused(where: Place) -> None:
    said = talk(where)
    said.send({"role": "user", "text": "one", "seq": 1})
    refused = post(said.secret, f"conversations/{said.id}/messages", {"role": "user", "text": "x", "seq": 1})
    assert (refused.http, refused.problem) == (409, "out-of-order")
    assert _numbers(said) == [1]


def test_messages_of_many_requests_at_once_have_numbers_without_a_gap(where: Place) -> None:
    said = talk(where)
    at_once([lambda: said.exchange("I like tea.", "Noted.") for _number in range(4)])
    assert _numbers(said) == list(range(1, 9))


def _numbers(said: Talk) -> list[int]:
    return [message["number"] for message in said.context()["window"]]
