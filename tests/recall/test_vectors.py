"""Vectors follow the log: which of them are compared, made anew, and taken away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from pgvector import HalfVector
from pytest_django.fixtures import Settings

from ledgers.services import erasing
from memoryhub.accounts import walls
from memoryhub.recall import vectors
from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.embedding.embedder import Kind, Unavailable, Vectors
from memoryhub.recall.embedding.endpoint import Endpoint
from memoryhub.recall.models import FactVector, Followed, SetAside
from tests.cases.posting import at_once
from tests.cases.world import World
from tests.invariants.saying import ACME, Said, day, say, seal_all, world
from tests.plugins.walls import as_owner
from tests.recall.asking import recall, values
from tests.recall.embedding_server import Fault, Server, serving
from tests.recall.following import follow_all

pytestmark = pytest.mark.django_db(transaction=True)


class Other(BuiltIn):
    """Another model, of as many numbers as the built-in one, which knows nothing of meaning."""

    model = "other"

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        return np.eye(self.dims, dtype=np.float32)[[len(text) % self.dims for text in texts]]


def acme() -> World:
    place = world()
    say(place, Said("contact.primary", "Dana", effective_at=day(1)))
    say(place, Said("company.plan", "gold", effective_at=day(1)))
    return place


def embed(*options: str) -> str:
    said = StringIO()
    call_command("embed", *options, stdout=said)
    return said.getvalue()


@pytest.mark.parametrize(("model", "dims"), [("other", 512), ("other", 3), (BuiltIn.model + "/3", 3)])
def test_a_vector_of_another_model_or_size_is_never_compared(model: str, dims: int) -> None:
    place = acme()
    follow_all()
    # Compared, the plan would be what the question means exactly.
    [asked] = BuiltIn().embed(["contact Dana"], Kind.QUERY)
    with as_owner():
        FactVector.objects.update(model=model, vector=HalfVector([-1.0] * dims))
        FactVector.objects.filter(claim__slot__field="company.plan").update(vector=HalfVector(asked[:dims]))
        Followed.objects.update(model=model)
    assert values(recall(place, "contact Dana", k=1)) == ["Dana"]


def test_another_model_makes_every_vector_anew_and_once() -> None:
    place = acme()
    follow_all()
    while vectors.follow(Other()):
        continue
    assert {row.model for row in FactVector.objects.all()} == {"other"}
    assert FactVector.objects.count() == 2
    assert values(recall(place, "contact Dana", k=1)) == ["Dana"]


def test_what_is_erased_while_it_is_embedded_gets_no_vector() -> None:
    place = acme()
    follow_all()
    say(place, Said("skill", "a secret note", effective_at=day(2)))
    seal_all()

    class Slow(BuiltIn):
        def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
            found = super().embed(texts, kind)
            # Between reading the words and keeping what was made of them.
            at_once([lambda: _erase(place)])
            return found

    assert vectors.follow(Slow()) > 0
    assert not FactVector.objects.exists()
    assert values(recall(place, "a secret note, contact Dana, plan gold")) == []
    embed("--rebuild")
    assert not FactVector.objects.exists()


def _erase(place: World) -> None:
    with walls.inside(place.workspace):
        count, adm = len(erasing.reach(place.workspace, ACME).claims), place.members["adm"]
        erasing.erase(workspace=place.workspace, by=adm, subject=ACME, reason="request", confirmed=count)


def test_the_command_says_how_far_the_vectors_are_and_makes_them_anew() -> None:
    place = acme()
    name = BuiltIn.model
    assert f"acme: model {name}, 2 facts, 0 with a vector, 2 without, followed up to 0 of" in embed("--status")
    follow_all()
    say(place, Said("skill", "origami", effective_at=day(2)))
    assert "3 facts, 2 with a vector, 1 without" in embed("--status")
    with as_owner():
        FactVector.objects.update(vector=HalfVector([1.0] * 512))
    said = embed("--rebuild", "--workspace", "acme")
    assert "acme: 3 of 3" in said
    assert "3 facts, 3 with a vector, 0 without" in said
    assert values(recall(place, "who do I talk to there?", k=1)) == ["Dana"]
    with pytest.raises(CommandError, match="nowhere"):
        embed("--status", "--workspace", "nowhere")


def test_a_rebuild_that_is_cut_short_keeps_what_was_made(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 1)
    place = acme()
    with serving(Server(dims=512)) as server:
        settings.EMBEDDER, settings.EMBEDDER_URL, settings.EMBEDDER_MODEL = "endpoint", server.url, "tiny"
        settings.EMBEDDER_DIMS = 512
        chosen = embedder()
        assert chosen is not None
        next(vectors.rebuild(place.workspace.pk, chosen))
        assert FactVector.objects.count() == 1
        server.faults = [(500, {}, b"")]
        with pytest.raises(CommandError, match="run it again"):
            embed("--rebuild")
        assert "2 of 2" in embed("--rebuild")
        assert {row.model for row in FactVector.objects.all()} == {"tiny/512"}
        assert isinstance(chosen, Endpoint)
        chosen.close()


def test_while_the_embedder_is_away_recall_goes_by_words_and_nothing_is_forgotten(settings: Settings) -> None:
    place = acme()
    seal_all()
    with serving(Server(faults=[(500, {}, b"")] * 2, dims=512)) as server:
        settings.EMBEDDER, settings.EMBEDDER_URL, settings.EMBEDDER_MODEL = "endpoint", server.url, "away"
        settings.EMBEDDER_DIMS = 512
        chosen = embedder()
        assert chosen is not None
        with pytest.raises(Unavailable):
            vectors.follow(chosen)
        assert not Followed.objects.exists()
        assert values(recall(place, "primary contact", k=1)) == ["Dana"]
        follow_all()
        assert FactVector.objects.filter(model="away/512").count() == 2
        assert isinstance(chosen, Endpoint)
        chosen.close()


@contextmanager
def choosy(settings: Settings, answer: Fault | None) -> Iterator[Server]:
    """An embedder far away that takes every text but those that speak of origami: these get that answer, or a vector
    of no direction."""
    server = Server(dims=4, vector=lambda text: [0.0 if "origami" in text else 1.0] * 4)
    server.refuses = lambda texts: answer if any("origami" in text for text in texts) else None
    with serving(server):
        settings.EMBEDDER, settings.EMBEDDER_URL, settings.EMBEDDER_MODEL = "endpoint", server.url, "choosy"
        settings.EMBEDDER_DIMS = 4
        yield server
        chosen = embedder()
        assert chosen is not None
        assert isinstance(chosen, Endpoint)
        chosen.close()


@pytest.mark.parametrize(
    "answer", [(400, {}, b"{}"), (413, {}, b""), (422, {}, b""), (200, {}, b'{"data": []}'), (200, {}, b"no"), None]
)
def test_a_text_that_is_refused_holds_up_no_other_and_is_found_by_its_words(
    settings: Settings, answer: Fault | None
) -> None:
    place = acme()
    say(place, Said("skill", "origami", effective_at=day(2)))
    with choosy(settings, answer) as server:
        follow_all()
        held = FactVector.objects.values_list("claim__field", flat=True)
        assert set(held) == {"contact.primary", "company.plan"}
        assert "acme: 1 put aside" in embed("--status")
        assert "origami" in values(recall(place, "who folds origami?"))
        say(place, Said("company.address", "Rua das Flores, 10", effective_at=day(2)))
        follow_all()
        assert FactVector.objects.count() == 3
        assert "acme: 1 put aside" in embed("--rebuild")
        server.refuses, server.vector = None, None
        assert "put aside" not in embed("--rebuild")
        assert FactVector.objects.count() == 4


@pytest.mark.parametrize("answer", [(400, {}, b"{}"), (200, {}, b"no")])
def test_where_every_text_is_refused_it_is_not_the_texts_and_none_is_put_aside(
    settings: Settings, answer: Fault
) -> None:
    acme()
    seal_all()
    with choosy(settings, None) as server:
        server.refuses = lambda _texts: answer
        chosen = embedder()
        assert chosen is not None
        with pytest.raises(Unavailable):
            vectors.follow(chosen)
        assert not Followed.objects.exists()
        assert not SetAside.objects.exists()


@pytest.mark.parametrize("status", [401, 404, 408, 429, 500, 503])
def test_a_fault_of_the_moment_puts_nothing_aside(settings: Settings, status: int) -> None:
    place = acme()
    say(place, Said("skill", "origami", effective_at=day(2)))
    seal_all()
    with choosy(settings, (status, {"Retry-After": "0"}, b"")):
        chosen = embedder()
        assert chosen is not None
        with pytest.raises(Unavailable):
            vectors.follow(chosen)
        assert not Followed.objects.exists()
        assert not SetAside.objects.exists()


def test_what_is_put_aside_is_gone_with_an_erasure(settings: Settings) -> None:
    place = acme()
    say(place, Said("skill", "origami", effective_at=day(2)))
    with choosy(settings, (400, {}, b"")):
        follow_all()
        assert SetAside.objects.count() == 1
        _erase(place)
        assert not SetAside.objects.exists()
        embed("--rebuild")
        assert not SetAside.objects.exists()
