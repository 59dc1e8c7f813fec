"""I12: a claim that comes while its subject is erased is counted before or begins anew; none lands where all is empty.

Two connections: this one holds its transaction open, and the other one waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import pytest
from django.db import transaction

from escalations import erasing, triage
from ledgers.errors import InvalidClaim
from ledgers.models import Claim, Erasure, Fact, Outbox
from ledgers.replay.replaying import replay
from ledgers.services import unknown
from ledgers.services.fields import save_field
from memoryhub.accounts import walls
from tests.cases.posting import in_thread
from tests.cases.world import World
from tests.escalations.test_look_alikes import press
from tests.invariants.saying import Said, count, day, say, store
from tests.invariants.test_i12_erase_keeps_the_proof import place
from tests.local.processes import until

__all__ = ["place"]
PERSON = "customer:ada"
PLAN = Said(subject=PERSON, value="gold", effective_at=day(1))
LATER = Said(subject=PERSON, value="silver", effective_at=day(9))
# A place of the same subject in which nothing was said before.
NEW = Said(subject=PERSON, field="company.address", value="Rua das Palmeiras, 1", effective_at=day(9))
Result = TypeVar("Result")


@contextmanager
def held_up(other: Callable[[], Result]) -> Iterator[Future[Result]]:
    """What the block does stays uncommitted until `other`, on its own connection, waits for it or is through."""
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        done: Future[Result] = Future()
        yield done
        running = pool.submit(in_thread(other))
        running.add_done_callback(lambda found: _hand_over(found, done))
        until(lambda: running.done() or _somebody_waits_for_us(), "the other connection")


def _somebody_waits_for_us() -> bool:
    """For a lock of this very connection: others on this server wait for locks of their own."""
    return count("SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))") > 0


def _hand_over(found: Future[Result], done: Future[Result]) -> None:
    error = found.exception()
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(found.result())


def erase(place: World, confirmed: int) -> Erasure:
    with walls.inside(place.workspace):
        return erasing.erase(
            workspace=place.workspace, by=place.members["rui"], subject=PERSON, reason="request", confirmed=confirmed
        )


def refused(late: Future[Erasure]) -> str:
    with pytest.raises(InvalidClaim) as caught:
        late.result()
    return str(caught.value.detail)


def places() -> list[tuple[str, str]]:
    """Who each claim that says something is about, as it was said and by the place where it stands."""
    rows = Claim.objects.filter(erased_at__isnull=True, slot__isnull=False).order_by("id")
    return list(rows.values_list("subject", "slot__subject__key"))


@pytest.mark.parametrize("said", [LATER, NEW], ids=["known", "new"])
def test_who_comes_while_it_is_erased_begins_anew(place: World, said: Said) -> None:
    before = say(place, PLAN)
    with held_up(lambda: store(place, said)) as late:
        erase(place, 1)
    claim = late.result()
    assert places() == [(PERSON, PERSON)]
    triage.drain()
    assert Fact.objects.get(claim=claim, recorded_during__upper_inf=True).standing == "timeline"
    assert Erasure.objects.get().claims == [before.id]
    assert replay(place.workspace).same


@pytest.mark.parametrize("said", [LATER, NEW], ids=["known", "new"])
def test_what_is_stored_meanwhile_is_looked_at_first(place: World, said: Said) -> None:
    before = say(place, PLAN)
    with held_up(lambda: erase(place, 1)) as late:
        store(place, said)
    assert refused(late) == "There are 2 claims by now. Look again and confirm."
    before.refresh_from_db()
    assert (before.value, before.erased_at) == ("gold", None)
    erase(place, 2)
    assert places() == []


def test_what_is_given_its_place_meanwhile_is_looked_at_first(place: World) -> None:
    claim = unread(place)
    with held_up(lambda: erase(place, 1)) as late:
        give_place(place)
    assert refused(late) == "There are 1 claims by now. Look again and confirm."
    assert places() == [(PERSON, PERSON)]
    erase(place, 1)
    assert places() == []
    assert not Outbox.objects.filter(claim=claim).exists()


def test_what_is_erased_meanwhile_is_given_no_place(place: World) -> None:
    claim = unread(place)
    with held_up(lambda: give_place(place)) as late:
        erase(place, 1)
    assert late.result() == (0, 0)
    claim.refresh_from_db()
    assert (claim.slot_id, claim.value) == (None, None)
    assert not Outbox.objects.filter(claim=claim).exists()


def unread(place: World) -> Claim:
    """A claim that waits for somebody to register its field."""
    save_field(workspace=place.workspace, by=place.members["adm"], key="somebody.knows")
    return store(place, Said(subject=PERSON, field="nobody.knows", value="blue", effective_at=day(9)))


def give_place(place: World) -> tuple[int, int]:
    return unknown.place(workspace=place.workspace, key="nobody.knows", field="somebody.knows")


def test_nothing_is_the_same_as_a_subject_that_was_erased(place: World) -> None:
    say(place, PLAN)
    # The first letter is Cyrillic.
    waits = say(place, Said(subject="customer:\u0430da", value="silver", effective_at=day(9)))
    erase(place, 1)
    answer = press(place, waits, "same")
    assert (answer.http, answer.body["errors"][0]["pointer"]) == (422, "#/choice")
    assert press(place, waits, "another").http == 200
    assert {key for _said, key in places()} == {"customer:\u0430da"}
