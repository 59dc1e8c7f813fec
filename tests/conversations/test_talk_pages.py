"""The pages on which a person reads their own conversations, finds what was remembered from them, and erases one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memoryhub.conversations.models import Conversation, Message
from tests.conversations.test_memory_page import firm, look, remembered
from tests.screens.budget import asked
from tests.screens.reading import text_of
from tests.screens.world import Firm

__all__ = ["firm"]
pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 20, tzinfo=UTC)


def talked(firm: Firm, count: int, character: str = "tutor") -> Conversation:
    here = {"workspace": firm.workspace, "author": "agent:inbox"}
    talk = Conversation.objects.create(
        **here,
        user=firm.ana,
        character=character,
        started_at=NOW,
        last=count,
        request_digest=b"",
        idempotency_key=f"{character}-{Conversation.objects.count()}",
    )
    Message.objects.bulk_create(
        Message(
            **here, conversation=talk, number=number, role="user", text=f"Word {number}.", said_at=NOW, agent=firm.agent
        )
        for number in range(1, count + 1)
    )
    return talk


def test_each_conversation_is_listed_with_its_days_and_read_by_its_user_alone(firm: Firm) -> None:
    talk = talked(firm, 3)
    listed = text_of(firm.client(firm.ana).get("/memory/conversations/"))
    assert "tutor 3 messages begun 19 Nov 2026 · last said 19 Nov 2026, 21:00" in listed
    assert "tutor" in look(firm, firm.ana).partition('id="talks"')[2]
    where = f"/memory/conversations/{talk.pk}/"
    assert "Word 3." in text_of(firm.client(firm.ana).get(where))
    for method in ("get", "post"):
        assert getattr(firm.client(firm.eva), method)(where, {"sure": "1"}).status_code == 404
    assert "There is no conversation" in text_of(firm.client(firm.eva).get("/memory/conversations/"))


def test_a_long_one_is_read_in_parts(firm: Firm) -> None:
    where, client = f"/memory/conversations/{talked(firm, 85).pk}/", firm.client(firm.ana)
    first = client.get(where).content.decode()
    assert "Word 40." in first
    assert "Word 41." not in first
    middle = client.get(f"{where}?from=41").content.decode()
    assert 'href="?from=1"' in middle
    assert 'href="?from=81"' in middle
    last = client.get(f"{where}?from=81").content.decode()
    assert "Word 85." in last
    assert "said-after" not in last
    assert "Word 85." in client.get(f"{where}?from=999").content.decode()


def test_what_is_remembered_leads_to_the_message_it_was_said_in(firm: Firm) -> None:
    talk = talked(firm, 60)
    remembered(firm, "Has a dog.", evidence={"text": "Word 43.", "ref": f"chat:{talk.pk}/43"})
    link = f"/memory/conversations/{talk.pk}/?from=41#said-43"
    assert link in look(firm, firm.ana)
    assert 'id="said-43"' in firm.client(firm.ana).get(link).content.decode()
    firm.client(firm.ana).post(f"/memory/conversations/{talk.pk}/", {"sure": "1"})
    page = look(firm, firm.ana)
    assert "Has a dog." in page
    assert link not in page


def test_it_is_erased_by_whoever_is_sure_and_once(firm: Firm) -> None:
    talk, other, client = talked(firm, 3), talked(firm, 2, "coach"), firm.client(firm.ana)
    where = f"/memory/conversations/{talk.pk}/"
    unsure = client.post(where)
    assert unsure.status_code == 422
    assert "Nothing was erased." in text_of(unsure)
    assert not Message.objects.filter(text="").exists()
    for _again in range(2):
        assert "The conversation is erased." in text_of(client.post(where, {"sure": "1"}, follow=True))
    assert set(Message.objects.filter(conversation=talk).values_list("text", flat=True)) == {""}
    assert not Message.objects.filter(conversation=other, text="").exists()
    assert client.get(where).status_code == 404
    assert str(talk.pk) not in client.get("/memory/conversations/").content.decode()


@pytest.mark.parametrize("count", [2, 30])
def test_lists_ask_the_database_as_often_however_many_there_are(firm: Firm, count: int) -> None:
    for number in range(count):
        talked(firm, 1, f"c{number}")
    client = firm.client(firm.ana)
    page = client.get("/memory/conversations/").content.decode()
    assert page.count('class="row-link"') == min(count, 20)
    assert ("page-next" in page) == (count > 20)
    assert len(asked(lambda: client.get("/memory/conversations/")).own) <= 4
