"""While a question is embedded far away, no transaction of whoever asks is open, whichever door it came in by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.embedding.endpoint import Endpoint
from tests.conversations.talking import place, talk
from tests.invariants.saying import Said, day, say, world
from tests.plugins.walls import as_owner
from tests.recall.asking import recall, values
from tests.recall.embedding_server import Server, serving
from tests.recall.following import embed_all
from tests.screens.world import make_firm

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'"


@dataclass
class Far:
    """Embeds like any other, and looks meanwhile how many transactions wait for it."""

    dims: int = 4
    waited: list[int] = field(default_factory=list)

    def vector(self, text: str) -> list[float]:
        # A thread of the server has a connection of its own; only the owner sees what others are at.
        with as_owner(), connection.cursor() as cursor:
            cursor.execute(OPEN)
            self.waited.append(cursor.fetchone()[0])
        connection.close()
        return [1.0, *[0.0] * (self.dims - 1)]


@pytest.fixture
def far(settings: Settings) -> Iterator[Far]:
    made = Far()
    with serving(Server(dims=made.dims, vector=made.vector)) as server:
        settings.EMBEDDER, settings.EMBEDDER_URL, settings.EMBEDDER_MODEL = "endpoint", server.url, "far"
        settings.EMBEDDER_DIMS = made.dims
        yield made
        chosen = embedder()
        assert chosen is not None
        assert isinstance(chosen, Endpoint)
        chosen.close()


def test_an_agent_that_recalls_holds_no_transaction_open(far: Far) -> None:
    built = world()
    say(built, Said("contact.primary", "Dana", effective_at=day(1)))
    embed_all()
    far.waited.clear()
    assert values(recall(built, "whom do I call?")) == ["Dana"]
    assert far.waited == [0]


def test_nor_does_an_agent_that_reads_the_context_of_a_conversation(far: Far) -> None:
    talked = talk(place())
    talked.say("My dog is called Rex.")
    far.waited.clear()
    assert [message["text"] for message in talked.context()["window"]] == ["My dog is called Rex."]
    assert far.waited == [0]


def test_nor_does_a_person_who_asks_on_the_page(far: Far) -> None:
    firm = make_firm()
    firm.say("Rua das Flores, 10", source="crm", field="company.address", effective_at=day(1))
    embed_all()
    far.waited.clear()
    page = firm.client(firm.ana).get("/ask/?q=where&scope=client:acme")
    assert "An agent would be told 1 fact" in page.content.decode()
    assert far.waited == [0]


def test_whoever_is_not_signed_in_has_nothing_embedded(far: Far) -> None:
    make_firm()
    Client().get("/ask/?q=where&scope=client:acme")
    assert far.waited == []
