"""Who is late is reminded, then the backup hears of it, then the admins: and nothing is decided by it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import connection
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from escalations import tasks
from escalations.models import Case, CaseEvent, Notice
from escalations.time import reminders, timekeeper
from ledgers import clock
from ledgers.selectors import facts
from ledgers.selectors.facts import Asked
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Role
from tests.cases.world import World
from tests.escalations.pressing import asking
from tests.factories import activate_document, make_workspace, read_policy
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db

# A Monday, nine o'clock in São Paulo: four working hours end at 16:00 UTC.
NINE = datetime(2026, 11, 30, 12, tzinfo=UTC)
STEPS = {50: "14:00", 90: "15:36", 100: "16:00", 150: "18:00"}
# Three times the time, in working hours: the next day at noon, local.
THREE_TIMES = "2026-12-01T15:00:00+00:00"


def on_the_day(settings: Settings, hour: str) -> None:
    settings.LEDGER_CLOCK = f"2026-11-30T{hour}:00+00:00"


def payment(settings: Settings, place: World, by: str = "crm-sync") -> Case:
    settings.LEDGER_CLOCK = NINE.isoformat()
    source = "people" if by in place.members else by
    return asking(say(place, Said("payment.iban", "BR-1", source, by, effective_at=day(1))))


def told(case: Case) -> set[tuple[str, str]]:
    return set(Notice.objects.filter(case=case).values_list("code", "member__key")) - {("case_opened", "ana")}


def codes(case: Case) -> list[str]:
    return list(CaseEvent.objects.filter(case=case).order_by("id").values_list("code", flat=True))


def test_silence_reminds_and_never_decides(settings: Settings) -> None:
    place = world()
    case = payment(settings, place, "ana")
    on_the_day(settings, "13:59")
    tasks.keep_time()
    assert told(case) == set()
    expected: set[tuple[str, str]] = set()
    for share, people in [(50, ["ana"]), (90, ["ana"]), (100, ["ana", "eva"]), (150, ["adm"])]:
        on_the_day(settings, STEPS[share])
        # Twice: who comes second finds it done.
        assert [timekeeper.sweep(), timekeeper.sweep()] == [1, 0]
        expected |= {(f"reminder_{share}", key) for key in people}
        assert told(case) == expected
    assert codes(case) == ["opened", "reminded_50", "reminded_90", "reminded_100", "reminded_150"]
    settings.LEDGER_CLOCK = THREE_TIMES
    tasks.keep_time()
    case.refresh_from_db()
    assert (case.state, case.decided_by, case.owner, case.reminds_at) == ("open", None, place.members["ana"], None)
    assert facts.page(place.workspace, ["*"], Asked(), limit=9) == []


def test_reminders_that_were_overtaken_are_left_out(settings: Settings) -> None:
    case = payment(settings, world(), "ana")
    settings.LEDGER_CLOCK = THREE_TIMES
    assert timekeeper.sweep() == 2
    assert codes(case) == ["opened", "reminded_100", "reminded_150"]


def test_a_decided_case_reminds_nobody(settings: Settings) -> None:
    case = payment(settings, world(), "ana")
    Case.objects.update(state=Case.State.CLOSED)
    settings.LEDGER_CLOCK = THREE_TIMES
    assert (timekeeper.sweep(), told(case)) == (0, set())


def test_whom_the_owner_handed_it_to_is_reminded_too(settings: Settings) -> None:
    place = world()
    case = payment(settings, place, "ana")
    Case.objects.update(assignee=place.members["rui"])
    on_the_day(settings, STEPS[50])
    timekeeper.sweep()
    assert told(case) == {("reminder_50", "ana"), ("reminder_50", "rui")}


def test_without_an_owner_the_backup_is_reminded(settings: Settings) -> None:
    place = world()
    Member.objects.filter(key="ana").update(active=False)
    case = payment(settings, place, "u1")
    on_the_day(settings, STEPS[50])
    timekeeper.sweep()
    assert told(case) >= {("reminder_50", "eva")}


def test_a_case_that_reaches_nobody_is_told_to_the_admins_at_once(settings: Settings) -> None:
    place = world()
    Member.objects.filter(key__in=["ana", "eva", "bia"]).update(active=False)
    case = payment(settings, place, "u1")
    assert told(case) == {("blocked", "adm")}
    assert codes(case) == ["opened", "blocked"]
    assert case.state == Case.State.OPEN


def test_a_case_whose_only_deciders_proposed_it_is_told_to_the_admins_at_once(settings: Settings) -> None:
    place = world()
    activate_document(place.workspace, {**read_policy("tests/cases/p0.toml"), "four_eyes": ["payment"]})
    Member.objects.filter(key__in=["eva", "bia"]).update(active=False)
    case = payment(settings, place, "ana")
    assert told(case) == {("blocked", "adm")}
    settings.LEDGER_CLOCK = THREE_TIMES
    tasks.keep_time()
    case.refresh_from_db()
    assert case.state == Case.State.OPEN


def test_an_owner_and_a_reviewer_are_enough_for_two(settings: Settings) -> None:
    place = world()
    activate_document(place.workspace, {**read_policy("tests/cases/p0.toml"), "four_eyes": ["payment"]})
    case = payment(settings, place, "u1")
    assert told(case) == set()
    assert place.members["bia"].has_role(Role.REVIEWER)


@pytest.mark.django_db(transaction=True)
def test_of_two_that_sweep_at_once_one_tells(settings: Settings) -> None:
    place = world()
    case = payment(settings, place, "ana")
    on_the_day(settings, STEPS[50])
    now = clock.now()
    with ThreadPoolExecutor() as pool, walls.inside(place.workspace):
        # The other has read the case, and waits for the row that is written here first.
        Case.objects.filter(pk=case.pk).update(reminded=50, reminds_at=None)
        other = pool.submit(_remind, place.workspace.pk, case.pk, now)
        while not waiting_for_a_lock():
            assert not other.done()
    assert other.result(timeout=30) == 0
    with walls.inside(place.workspace):
        assert told(case) == set()


def _remind(workspace: UUID, case: UUID, now: datetime) -> int:
    try:
        with walls.inside(workspace):
            return reminders.remind(case, now)
    finally:
        connection.close()


def waiting_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')")
        return cursor.fetchone() is not None


def test_a_sweep_asks_little_of_a_quiet_workspace(
    settings: Settings, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    settings.LEDGER_CLOCK = NINE.isoformat()
    for _number in range(5):
        make_workspace()
    # The list of workspaces, then in each: a savepoint and its end, entering, leaving, and three questions.
    with django_assert_max_num_queries(1 + 5 * 7):
        assert timekeeper.sweep() == 0
