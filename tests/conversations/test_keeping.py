"""What becomes of messages: a lost bell loses none, an erasure of the user takes their words, and order is kept."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test import override_settings
from django.utils import timezone

from escalations.erasing import erase
from ledgers.errors import InvalidClaim
from ledgers.models import Subject
from ledgers.services.authors import Author
from ledgers.services.erasing import reach
from memoryhub.accounts import walls
from memoryhub.conversations import erasing as conversations
from memoryhub.conversations import listening, remembering, speaking
from memoryhub.conversations.models import Conversation, Message, Summary, Unread
from memoryhub.conversations.speaking import Once, Said
from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.embedding.embedder import Kind, Vectors
from tests.cases.posting import at_once, fetch
from tests.conversations.talking import Place, Talk, place, post, remembered, talk, values, work
from tests.local.processes import until

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


@pytest.mark.parametrize("subject", ["user:ana", "Person: Ana"])
def test_a_user_of_whom_nothing_is_remembered_is_erased_as_well(where: Place, subject: str) -> None:
    said, stays = talk(where), talk(where, "rui")
    for one in (said, stays):
        one.exchange("Good morning, Luna!", "Good morning!")
    work(where)
    with walls.inside(where.workspace):
        found = reach(where.workspace, subject)
        assert found.counts == {"claims": 0, "slots": 0, "conversations": 1, "messages": 2}
        done = erase(workspace=where.workspace, by=where.people["adm"], subject=subject, reason="request", confirmed=0)
        assert done.counts["messages"] == 2
        gone = Message.objects.filter(conversation__user=where.people["ana"])
        assert set(gone.values_list("text", flat=True)) == {""}
        assert not Subject.objects.filter(key__in=("user:ana", "person:ana")).exists()
        assert not reach(where.workspace, subject)
        with pytest.raises(InvalidClaim):
            erase(workspace=where.workspace, by=where.people["adm"], subject=subject, reason="request", confirmed=0)
    assert fetch(said.secret, f"conversations/{said.id}/context").http == 404
    assert "Good morning" in stays.context()["context"]


def test_what_is_just_being_said_is_waited_for_and_goes_with_the_user(where: Place) -> None:
    """Whoever adds a message and whoever erases hold the same row; a message that comes after is refused."""
    said = talk(where)
    held, erased = threading.Event(), threading.Event()
    user, adm = where.people["ana"], where.people["adm"]
    author = Author(member=user, sources=["chat"], scopes=["pair:ana/luna"])

    def saying() -> None:
        with walls.inside(where.workspace), transaction.atomic():
            conversation = Conversation.objects.get(pk=said.id)
            once = Once("late", b"")
            speaking.say(conversation=conversation, author=author, said=[Said("user", "Are you there?")], once=once)
            held.set()
            until(_somebody_waits_for_us, "the erasure to wait")
            assert not erased.is_set(), "the erasure comes after"

    def erasing() -> None:
        assert held.wait(10)
        with walls.inside(where.workspace):
            erase(workspace=where.workspace, by=adm, subject="user:ana", reason="request", confirmed=0)
        erased.set()

    said.exchange("Good morning, Luna!", "Good morning!")
    at_once([saying, erasing])
    with walls.inside(where.workspace):
        assert list(Message.objects.values_list("text", flat=True)) == ["", "", ""]
    late = post(said.secret, f"conversations/{said.id}/messages", {"role": "user", "text": "Hello?"})
    assert late.http == 404


def test_what_is_just_being_read_and_an_erasure_do_not_wait_for_each_other(
    where: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader is stopped with the conversation in its hands until the erasure waits for somebody."""
    said, other = talk(where), where.people["adm"]
    said.say("I work at Zorbax.")
    work(where)
    said.say("I do not work at Zorbax any more, I work at Kestrel.")
    reading, keep = threading.Event(), remembering.remember

    def slowly(*args: Any) -> None:  # noqa: ANN401  # what it is given
        reading.set()
        until(_somebody_waits_for_us, "the erasure to wait")
        keep(*args)

    def erasing() -> None:
        assert reading.wait(10)
        with walls.inside(where.workspace):
            count = len(reach(where.workspace, "user:ana").claims)
            with suppress(InvalidClaim):  # there is one more by now
                erase(workspace=where.workspace, by=other, subject="user:ana", reason="request", confirmed=count)

    monkeypatch.setattr(listening, "remember", slowly)
    at_once([lambda: work(where), erasing])
    assert not Unread.objects.exists(), "it was read at the first try"


def _somebody_waits_for_us() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid)))")
        return bool(cursor.fetchone()[0])


@override_settings(CONVERSATIONS_PER_USER=2)
def test_one_user_has_so_many_conversations_and_no_more(where: Place) -> None:
    first = talk(where)
    talk(where, character="sol")
    body = {"user": "ana", "character": "luna", "language": "en"}
    refused = post(first.secret, "conversations", body)
    assert (refused.http, refused.problem) == (409, "too-many-conversations")
    talk(where, "rui")
    with walls.inside(where.workspace):
        conversations.erase(user=where.people["ana"], conversation=UUID(first.id))
    assert post(first.secret, "conversations", body, "a-key").http == 201
    assert post(first.secret, "conversations", body, "a-key").http == 201, "a repeat is no other conversation"


@override_settings(CONVERSATIONS_PER_USER=1)
def test_two_starts_at_once_stay_within_the_limit(where: Place) -> None:
    """The second waits until the first is counted."""
    talk(where, "rui")
    user, secret = where.people["ana"], where.agent("ana", "luna")
    author = Author(member=user, sources=["chat"], scopes=["pair:ana/luna"])
    begun = threading.Event()
    answers: list[int] = []

    def first() -> None:
        with walls.inside(where.workspace), transaction.atomic():
            speaking.start(
                workspace=where.workspace, author=author, user=user, character="luna", language="", once=Once("a", b"")
            )
            begun.set()
            until(_somebody_waits_for_us, "the second to wait")
            assert not answers

    def second() -> None:
        assert begun.wait(10)
        body = {"user": "ana", "character": "luna", "language": "en"}
        answers.append(post(secret, "conversations", body).http)

    at_once([first, second])
    assert answers == [409]


def test_a_user_erases_one_conversation_and_keeps_what_is_remembered(where: Place) -> None:
    said, other = talk(where), talk(where)
    for one in (said, other):
        for number in range(17):
            one.exchange(f"I have {number + 2} cats and a parrot.", "Lovely.")
        work(where)
    said.say("This was never read.")
    notes = values(remembered(where))
    with walls.inside(where.workspace):
        with pytest.raises(Conversation.DoesNotExist):
            conversations.erase(user=where.people["rui"], conversation=UUID(said.id))
        conversations.erase(user=where.people["ana"], conversation=UUID(said.id))
        rows = Message.objects.filter(conversation=UUID(said.id))
        assert set(rows.values_list("text", "idempotency_key")) == {("", "")}
        assert Summary.objects.get(conversation=UUID(said.id)).lines == []
        assert not Unread.objects.exists()
    assert fetch(said.secret, f"conversations/{said.id}/context").http == 404
    assert "parrot" in other.context()["context"]
    work(where)
    assert values(remembered(where)) == notes


def test_a_message_that_is_not_the_next_one_is_refused(where: Place) -> None:
    said = talk(where)
    said.send({"role": "user", "text": "one", "seq": 1})
    refused = post(said.secret, f"conversations/{said.id}/messages", {"role": "user", "text": "x", "seq": 1})
    assert (refused.http, refused.problem) == (409, "out-of-order")
    assert _numbers(said) == [1]


def test_no_conversation_is_locked_while_the_embedder_takes_its_time(
    where: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed, held = BuiltIn.embed, []

    def watched(self: BuiltIn, texts: Sequence[str], kind: Kind) -> Vectors:
        held.append(connection.in_atomic_block)
        return embed(self, texts, kind)

    said = talk(where)
    said.say("Handover is due on 16 October and I have a dog called Thor.")
    work(where, embed=True)
    monkeypatch.setattr(BuiltIn, "embed", watched)
    said.say("Handover is due on 15 October, and I play chess.", "I have a dog called Thor.")
    work(where)
    assert held
    assert not any(held)
    notes = ["Handover is due on 15 October", "I have a dog called Thor", "I play chess"]
    assert sorted(values(remembered(where))) == notes


@pytest.mark.parametrize("text", ["  ", "\u200b\u2060", "\N{BRAILLE PATTERN BLANK}"])
def test_a_message_of_nothing_that_is_seen_is_refused(where: Place, text: str) -> None:
    said = talk(where)
    refused = post(said.secret, f"conversations/{said.id}/messages", {"role": "user", "text": text})
    assert (refused.http, refused.problem, refused.body["errors"][0]["code"]) == (422, "invalid-claim", "blank")


def test_in_the_context_the_messages_come_last_with_a_summary_and_without(where: Place) -> None:
    said = talk(where)
    said.say("I have a dog called Thor.")
    work(where)
    for number in range(17):
        text = said.context(query="dog")["context"]
        assert text.index("Facts from memory") < text.index("Messages, as quoted data"), number
        said.exchange(f"We walked {number} miles.", "Nice.")
    assert text.index("Summary of the conversation") < text.index("Facts from memory")


def test_messages_of_many_requests_at_once_have_numbers_without_a_gap(where: Place) -> None:
    said = talk(where)
    at_once([lambda: said.exchange("I like tea.", "Noted.") for _number in range(4)])
    assert _numbers(said) == list(range(1, 9))


def _numbers(said: Talk) -> list[int]:
    return [message["number"] for message in said.context()["window"]]
