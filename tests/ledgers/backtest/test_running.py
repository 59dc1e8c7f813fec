"""One picture, nothing written, the same bytes: and who follows it may look on, store what they see, and end it."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection

from ledgers.backtest import report, running
from ledgers.backtest.aside import aside
from ledgers.backtest.result import Window
from ledgers.backtest.running import Cancelled, run
from ledgers.domain.policy import Policy, parse
from ledgers.models import Transaction
from tests.cases.world import World
from tests.invariants.saying import Said, rows, say, world
from tests.ledgers.backtest.drafting import ALL, PLAN, backtest, history, p0, with_field

DRAFT = with_field(PLAN, order=[*reversed(p0()["tiers"][:-1])])


@pytest.fixture
def busy(transactional_db: None) -> World:
    return history()


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who follows hears of every entry."""
    monkeypatch.setattr(running, "BEAT", 0.0)


def draft() -> Policy:
    return parse(DRAFT)


def tables() -> dict[str, str]:
    """A digest of every table of the product."""
    names = [name for name in connection.introspection.table_names() if name.startswith(("ledgers_", "escalations_"))]
    digest = "SELECT coalesce(md5(string_agg(held::text, '' ORDER BY held::text)), '') FROM {} held"
    return {name: str(rows(digest.format(name))[0][0]) for name in names}


def test_nothing_is_written(busy: World) -> None:
    before = tables()
    assert len(before) > 20
    backtest(busy, DRAFT)
    assert tables() == before


def test_the_same_bytes_each_time(busy: World) -> None:
    first, second = (report.as_bytes(backtest(busy, DRAFT)) for _time in range(2))
    assert first == second
    say(busy, Said(field=PLAN, value="gold", scope="client:later"))
    third = backtest(busy, DRAFT)
    assert report.as_bytes(third) != first


def test_the_snapshot_is_of_what_was_read_and_of_both_policies(busy: World) -> None:
    known = {backtest(busy, DRAFT).snapshot, backtest(busy, p0()).snapshot, backtest(busy, p0(name="other")).snapshot}
    known.add(backtest(busy, DRAFT, Window(scope="client:none")).snapshot)
    assert len(known) == 4
    assert all(len(snapshot) == 64 for snapshot in known)


def test_what_comes_in_meanwhile_changes_nothing(busy: World) -> None:
    def say_more(done: int, _total: int) -> None:
        if done == 0:
            say(busy, Said(field=PLAN, value="gold", scope="client:later"))

    before = report.as_bytes(backtest(busy, DRAFT))
    recorded = Transaction.objects.count()
    with aside(say_more) as progress:
        result = run(busy.workspace, draft(), ALL, progress=progress)
    assert Transaction.objects.count() == recorded + 1
    assert report.as_bytes(result) == before


def test_the_database_refuses_to_write_inside_the_reading(busy: World) -> None:
    def write(_done: int, _total: int) -> None:
        say(busy, Said(field=PLAN, value="gold", scope="client:later"))

    recorded = Transaction.objects.count()
    with pytest.raises(DatabaseError, match="read-only transaction"):
        run(busy.workspace, draft(), ALL, progress=write)
    assert Transaction.objects.count() == recorded


def test_who_follows_hears_how_far_it_is(busy: World, often: None) -> None:
    heard: list[tuple[int, int]] = []
    run(busy.workspace, draft(), ALL, progress=lambda done, total: heard.append((done, total)))
    recorded = Transaction.objects.count()
    assert heard[0] == (0, recorded)
    assert heard[-1] == (recorded, recorded)
    assert heard == sorted(heard)
    assert len(heard) > recorded


def test_it_ends_when_nobody_wants_it_any_more(busy: World, often: None) -> None:
    heard: list[int] = []

    def enough() -> bool:
        return len(heard) > 5

    with pytest.raises(Cancelled):
        run(busy.workspace, draft(), ALL, progress=lambda done, _total: heard.append(done), cancelled=enough)
    assert max(heard) < Transaction.objects.count() - 1
    # The connection is as it was.
    assert rows("SHOW default_transaction_isolation")[0][0] == "read committed"
    say(busy, Said(field=PLAN, value="gold", scope="client:later"))


def test_what_works_beside_raises_here(transactional_db: None) -> None:
    def fail() -> None:
        raise LookupError("nothing there")

    with aside(fail) as call, pytest.raises(LookupError, match="nothing there"):
        call()


def test_days_are_counted_back_from_an_instant() -> None:
    with pytest.raises(ValueError, match="from an instant"):
        _part = Window(days=30).part


def test_a_log_without_decisions_has_none_to_try(transactional_db: None) -> None:
    result = backtest(world(), DRAFT)
    assert (result.control.decisions, result.days, result.loads) == (0, 0, [])
    assert report.as_json(result)["window"] == {"days": None, "scope": "*", "first": None, "last": None}
