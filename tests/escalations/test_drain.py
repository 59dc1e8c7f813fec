"""Draining the outbox: slot by slot, past what is held, and past what cannot be settled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import transaction

from escalations import bell, triage
from ledgers.models import Fact, Field, Outbox
from ledgers.services.locks import lock
from tests.cases.posting import in_thread
from tests.cases.world import World
from tests.invariants.saying import Said, day, store, world


def plan(place: World, client: str, value: str = "gold") -> Said:
    return Said(subject=f"client:{client}", value=value, effective_at=day(1))


@pytest.mark.django_db
def test_a_claim_that_cannot_be_settled_holds_nobody_up() -> None:
    place = world()
    broken = store(place, Said(field="job.title", value="CFO", effective_at=day(1)))
    fine = store(place, plan(place, "other"))
    field = Field.objects.get(workspace=place.workspace, key="job.title")
    field.key = "job.name"
    field.save()
    assert triage.drain() == 1
    assert Fact.objects.filter(claim=fine).exists()
    assert Outbox.objects.get().claim == broken
    assert Outbox.objects.get().tries == 1


@pytest.mark.django_db
def test_what_could_not_be_settled_is_settled_once_the_cause_is_gone() -> None:
    place = world()
    store(place, Said(field="job.title", value="CFO", effective_at=day(1)))
    Field.objects.filter(workspace=place.workspace, key="job.title").update(key="job.name")
    assert triage.drain() == 0
    Field.objects.filter(workspace=place.workspace, key="job.name").update(key="job.title")
    assert triage.drain() == 1
    assert Fact.objects.get().standing == Fact.Standing.TIMELINE


@pytest.mark.django_db(transaction=True)
def test_a_slot_somebody_holds_is_left_to_them() -> None:
    place = world()
    held, free = store(place, plan(place, "held")), store(place, plan(place, "free"))
    holding, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            lock([held.slot_id] if held.slot_id else [])
            holding.set()
            done.wait(10)

    with ThreadPoolExecutor(1) as pool:
        holder = pool.submit(in_thread(hold))
        assert holding.wait(10)
        assert triage.drain() == 1
        done.set()
        holder.result()
    assert Fact.objects.filter(claim=free).exists()
    assert triage.drain() == 1
    assert Fact.objects.filter(claim=held).exists()


@pytest.mark.django_db(transaction=True)
def test_whoever_held_the_slot_rings_for_what_was_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(bell, "ring", lambda: rung.append(True))
    place = world()
    mine, _theirs = store(place, plan(place, "held")), store(place, plan(place, "held"))
    triage.settle_now(mine.id)
    assert rung == [True]
    triage.drain()
    assert rung == [True]
    assert not Outbox.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_claim_is_stored_while_its_slot_is_held() -> None:
    """Otherwise a slot that is being drained would refuse what comes in."""
    place = world()
    first = store(place, plan(place, "held"))
    holding, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            lock([first.slot_id] if first.slot_id else [])
            holding.set()
            done.wait(10)

    with ThreadPoolExecutor(1) as pool:
        holder = pool.submit(in_thread(hold))
        assert holding.wait(10)
        try:
            second = store(place, plan(place, "held", "silver"))
        finally:
            done.set()
        holder.result()
    assert Outbox.objects.filter(claim=second).exists()
