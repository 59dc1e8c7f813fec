"""LangGraph's store over a hub: like LangGraph's own where it stores, and unlike it where it would overwrite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import pytest
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore
from pytest_django.live_server_helper import LiveServer

from ledgers.models import Claim
from memoryhub.client import Hub, NotAllowed, Remembered
from memoryhub.client.langgraph_store import HubStore
from tests import looping
from tests.api.world import World
from tests.recall.following import embed_all

ACME = ("team:sales", "customer:acme")
OTHER = ("team:sales", "customer:globex")
TIME, MAIL = "contact.preferred_time", "contact.email"
SAID = {"value": "09:00", "effective_at": "2026-03-01T12:00:00Z"}
LATER = {"value": "10:00", "effective_at": "2026-04-01T12:00:00Z"}


MAILS = (
    {"value": "dana@acme.example", "effective_at": "2026-03-01T12:00:00Z"},
    {"value": "lee@acme.example", "effective_at": "2026-04-01T12:00:00Z"},
)


@pytest.fixture
def told() -> list[Remembered]:
    return []


@pytest.fixture
def store(world: World, live_server: LiveServer, told: list[Remembered]) -> Iterator[HubStore]:
    with Hub(live_server.url, world.secrets["agent"]) as hub:
        yield HubStore(hub, "crm-main", told=told.append)


def keep(store: BaseStore) -> None:
    store.put(ACME, TIME, SAID)
    store.put(OTHER, TIME, LATER)


def held(store: BaseStore, place: tuple[str, ...] = ACME, key: str = TIME) -> dict[str, Any]:  # Any: JSON
    item = store.get(place, key)
    assert item is not None
    return item.value


def values(found: Iterable[Item]) -> list[str]:
    return sorted(item.value["value"] for item in found)


def several(store: BaseStore) -> object:
    item, found, places = store.batch([GetOp(ACME, TIME), SearchOp(()), ListNamespacesOp()])
    assert isinstance(item, Item)
    return item.value["value"], values(cast("list[Item]", found)), sorted(cast("list[tuple[str, ...]]", places))


ASKED: dict[str, Callable[[BaseStore], object]] = {
    "an item": lambda store: held(store)["value"],
    "none": lambda store: store.get(ACME, "plan.tier"),
    "its place": lambda store: [(item.namespace, item.key) for item in store.search(ACME)],
    "all of a scope": lambda store: values(store.search(("team:sales",))),
    "all of a subject": lambda store: values(store.search(ACME)),
    "all": lambda store: values(store.search(())),
    "some": lambda store: len(store.search((), limit=1)),
    "the rest": lambda store: len(store.search((), offset=1)),
    "nothing beyond": lambda store: store.search((), offset=2),
    "by value": lambda store: values(store.search((), filter={"value": "10:00"})),
    "by difference": lambda store: values(store.search((), filter={"value": {"$ne": "09:00"}})),
    "places": lambda store: sorted(store.list_namespaces()),
    "places to a depth": lambda store: store.list_namespaces(max_depth=1),
    "places that begin": lambda store: sorted(store.list_namespaces(prefix=("team:sales",))),
    "places that end": lambda store: store.list_namespaces(suffix=("customer:acme",)),
    "any place": lambda store: store.list_namespaces(prefix=("*", "customer:acme")),
    "places beyond": lambda store: store.list_namespaces(offset=2),
    "several things": several,
}


def test_it_answers_as_a_store_does(store: HubStore) -> None:
    theirs = InMemoryStore()
    keep(theirs)
    keep(store)
    assert {name: ask(store) for name, ask in ASKED.items()} == {name: ask(theirs) for name, ask in ASKED.items()}


def test_a_batch_reads_before_it_writes(store: HubStore) -> None:
    theirs = InMemoryStore()
    for one in (store, theirs):
        assert one.batch([PutOp(ACME, TIME, SAID), GetOp(ACME, TIME)]) == [None, None]
        assert held(one)["value"] == "09:00"


def test_it_answers_who_awaits(store: HubStore) -> None:
    async def talk() -> object:
        await store.aput(ACME, TIME, SAID)
        found = await store.aget(ACME, TIME)
        return found.value["value"] if found else None

    assert looping.run(talk()) == "09:00"


def test_what_is_older_and_arrives_late_does_not_overwrite(store: HubStore, told: list[Remembered]) -> None:
    store.put(ACME, TIME, LATER)
    store.put(ACME, TIME, SAID)
    assert held(store)["value"] == "10:00"
    assert [said.state for said in told] == ["settled", "settled"]


def test_what_its_owner_decides_is_read_once_it_is_decided(store: HubStore, told: list[Remembered]) -> None:
    for mail in MAILS:
        store.put(ACME, MAIL, mail)
    mail = held(store, key=MAIL)
    assert told[-1].state == "pending"
    assert mail["value"] == "dana@acme.example"
    assert len(mail["caveats"]) == 1


@pytest.mark.parametrize(
    ("by", "found"),
    [
        ({"$gte": "09:00", "$lt": "10:00"}, ["09:00"]),
        ({"$gt": "09:00"}, ["10:00"]),
        ({"$lte": "10:00"}, ["09:00", "10:00"]),
        ({"$eq": "10:00"}, ["10:00"]),
    ],
)
def test_it_compares(store: HubStore, by: dict[str, str], found: list[str]) -> None:
    keep(store)
    assert values(store.search((), filter={"value": by})) == found


def test_what_is_taken_away_stays_in_the_record(store: HubStore) -> None:
    store.put(ACME, TIME, SAID)
    store.delete(ACME, TIME)
    assert store.get(ACME, TIME) is None
    assert Claim.objects.count() == 2


def test_a_question_finds_what_is_near(store: HubStore, world: World) -> None:
    keep(store)
    embed_all()
    found = store.search(("team:sales",), query="when does acme want to be called?", limit=1)
    assert [(item.namespace, item.value["value"], item.score is not None) for item in found] == [(ACME, "09:00", True)]


def test_a_filter_that_is_not_known_is_refused(store: HubStore) -> None:
    keep(store)
    with pytest.raises(ValueError, match=r"\$near"):
        store.search((), filter={"value": {"$near": "09:00"}})


@pytest.mark.parametrize("place", [("team:sales",), ("team:sales", "customer:acme", "more")])
def test_a_place_is_a_scope_and_a_subject(store: HubStore, place: tuple[str, ...]) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put(place, TIME, SAID)
    with pytest.raises(InvalidNamespaceError):
        store.get(place, TIME)


def test_a_value_has_to_be_said(store: HubStore) -> None:
    with pytest.raises(ValueError, match='"value"'):
        store.put(ACME, TIME, {"content": "nine o'clock"})


def test_a_scope_of_others_stays_theirs(store: HubStore) -> None:
    with pytest.raises(NotAllowed):
        store.put(("user:somebody", "customer:acme"), TIME, SAID)


def test_what_waits_is_logged_where_nobody_listens(
    world: World, live_server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    with Hub(live_server.url, world.secrets["agent"]) as hub:
        store = HubStore(hub, "crm-main")
        for mail in MAILS:
            store.put(ACME, MAIL, mail)
    assert "is pending: sensitive_field" in caplog.text
