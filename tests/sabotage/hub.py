"""Breaks of a whole hub under chaos: each is switched on in its processes and must lose or spoil something."""

# ruff: noqa: ANN401 - wrappers take and give whatever they break
from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from escalations import triage
from ledgers.models import Transaction
from memoryhub.accounts import walls
from memoryhub.api import claims
from tests.sabotage import ledger
from tests.sabotage.guards import DROP_FACT_GUARDS, DROP_LOG_KEYS, ONE_DECISION

# How far a careless order of steps pulls them apart: a kill then falls between them within seconds.
APART = 0.1


def nothing() -> None:
    """For breaks that only touch the database or the settings."""


@dataclass(frozen=True)
class Broken:
    """`patch` runs in every process of the hub, `sql` in its database before the load; `faults` find it quickest."""

    what: str
    patch: Callable[[], None] = nothing
    sql: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    seconds: float = 20.0
    pause: float = 0.05
    long: bool = True


def no_slot_lock() -> None:
    """Nobody holds a slot while judging what waits in it."""
    ledger.no_lock()
    free = vars(triage)["lock"]
    vars(triage)["lock_free"] = free
    vars(triage)["lock_if_free"] = lambda slot_id: free([slot_id]).get(slot_id)


def log_outside_the_transaction() -> None:
    """The change is committed first, and its row in the log follows."""
    right = Transaction.save

    def later(self: Transaction, *args: Any, **kwargs: Any) -> None:
        def written() -> None:
            time.sleep(APART)
            with walls.inside(self.workspace_id):
                right(self, *args, **kwargs)

        transaction.on_commit(written)

    setattr(Transaction, "save", later)  # noqa: B010 - mypy forbids the plain assignment


def acknowledged_before_commit() -> None:
    """The author has the answer while the claim is still on its way to the disk."""
    right = vars(claims)["submit"]

    def early(**said: Any) -> Any:
        told: Future[Any] = Future()
        threading.Thread(target=_commit_late, args=(right, said, told)).start()
        return told.result()

    vars(claims)["submit"] = early
    vars(claims)["settled"] = lambda submitted: submitted.answer


def _commit_late(right: Callable[..., Any], said: dict[str, Any], told: Future[Any]) -> None:
    try:
        with walls.inside(said["workspace"]):
            told.set_result(right(**said))
            time.sleep(APART * 3)
    except BaseException as error:  # noqa: BLE001 - whoever waits is told, whatever it was
        if not told.done():
            told.set_exception(error)
    finally:
        connection.close()


def broken(key: str) -> Broken:
    return BROKEN[key]


BROKEN = {
    "I9-commit": Broken(
        "the database says a commit is done before it is on disk (synchronous_commit=off)",
        sql=("ALTER DATABASE memoryhub SET synchronous_commit = off", "ALTER SYSTEM SET wal_writer_delay = '2s'"),
        faults=("postmaster",),
    ),
    "I9-sweeper": Broken(
        "no sweeper: the broker alone remembers what waits",
        settings={"OUTBOX_SWEEP_SECONDS": "86400"},
        faults=("worker", "broker forgets"),
        seconds=10.0,
    ),
    "I9-ack": Broken("a claim is acknowledged before it is committed", acknowledged_before_commit, long=False),
    "CHAOS-lock": Broken("no lock of slots", no_slot_lock, faults=("broker forgets",), seconds=30.0, pause=0.0),
    "CHAOS-index": Broken(
        "no unique index on the decision, and bells are not counted",
        ledger.bells_are_not_counted,
        (ONE_DECISION,),
        faults=("line", "worker"),
    ),
    "CHAOS-log": Broken(
        "the log is written outside the transaction",
        log_outside_the_transaction,
        (DROP_FACT_GUARDS, DROP_LOG_KEYS),
        faults=("worker", "web worker", "backend"),
    ),
}
