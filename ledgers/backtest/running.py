"""One backtest: the log read once, in one picture of the whole, and nothing written.

1. take each decision again by its own version (the control run)
2. judge it by the policy in force and by the draft, with the same reading
3. sort what differs, and count what would wait for whom
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection

from ledgers.backtest.buckets import Bucket, bucket_of
from ledgers.backtest.control import Control
from ledgers.backtest.forecast import Forecast
from ledgers.backtest.outcomes import Outcome, outcome
from ledgers.backtest.people import Judged, Waiting
from ledgers.backtest.result import Result, Window
from ledgers.backtest.rules import Rules
from ledgers.domain.policy import Policy
from ledgers.models import Transaction
from ledgers.replay import reading
from ledgers.replay.reading import Log, Logged
from ledgers.replay.retaken import Entry, Retaken
from ledgers.services import policies
from ledgers.verify.picture import one_picture
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace

BEAT = 0.5  # seconds between two calls of whoever follows
JUDGED = frozenset({Transaction.Kind.CLAIM, Transaction.Kind.SETTLED})

Progress = Callable[[int, int], None]


class Cancelled(Exception):
    """Whoever asked wants no result any more."""


def run(
    workspace: Workspace,
    draft: Policy,
    window: Window,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Result:
    """Backtest a draft; raises Cancelled soon after `cancelled` says so.

    Both are called twice a second, inside the reading: what they store goes through `aside`.
    """
    with one_picture(), _reading_only(workspace):
        version, active = policies.active(workspace)
        log = Log(workspace, window.part)
        known = _Known(active, draft, reading.policies(workspace), Waiting(log.undone()))
        result = Result(window, version, active.digest, draft.digest)
        forecast = Forecast()
        for logged in _followed(log, progress, cancelled):
            _take(logged, known, result, forecast)
        result.loads = forecast.loads(workspace)
        result.snapshot = _snapshot(log, result)
    return result


@dataclass(frozen=True, slots=True)
class _Known:
    """What every decision is taken with."""

    active: Policy
    draft: Policy
    versions: Mapping[int, Policy]
    waiting: Waiting
    rules: Rules = field(default_factory=Rules)


@contextmanager
def _reading_only(workspace: Workspace) -> Iterator[None]:
    """The database itself refuses to write, unless this runs inside a transaction of somebody else."""
    alone = not connection.in_atomic_block
    with walls.inside(workspace):
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION READ ONLY")
        yield


def _followed(log: Log, progress: Progress, cancelled: Callable[[], bool]) -> Iterator[Logged]:
    """The log, with a word to whoever follows from time to time; the last one when all is read."""
    total, done, told = log.total(), 0, time.monotonic()
    progress(0, total)
    for logged in log:
        if time.monotonic() - told >= BEAT:
            if cancelled():
                raise Cancelled
            progress(done, total)
            told = time.monotonic()
        yield logged
        done += logged.counts
    progress(done, total)


def _take(logged: Logged, known: _Known, result: Result, forecast: Forecast) -> None:
    entry = logged.entry
    # What is of before the window only says what a person decided about in it; its control counts nowhere.
    control = result.control if logged.counts else Control()
    taken = control.take(entry, known.versions, known.rules)
    if taken is None:
        return
    judged = _judged(entry, taken, known)
    if judged is not None:
        known.waiting.note(entry, judged)
    against = known.waiting.contradicted(entry) if judged is None else None
    if not logged.counts:
        return
    result.first = min(result.first or logged.at, logged.at)
    result.last = max(result.last or logged.at, logged.at)
    if judged is None:
        result.sorted.add(Bucket.AGAINST_PERSON if against else Bucket.SAME, entry, against)
        return
    forecast.add(entry.slot, logged.at, judged)
    result.judged += 1
    result.as_today += judged.active.told == (entry.action, entry.status)
    result.sorted.add(bucket_of(judged), entry, judged)


def _judged(entry: Entry, taken: Retaken, known: _Known) -> Judged | None:
    """The claim under both policies; None where a person decided, or nothing was judged."""
    if taken.seen is None or taken.rule is None or taken.decision is None or entry.kind not in JUDGED:
        return None
    field, scope = entry.read["field"], entry.read["scope"]
    own = Outcome(taken.seen, taken.rule, taken.decision)
    active_rule = known.rules(known.active, field, scope)
    active = own if active_rule == own.rule else outcome(taken.seen, active_rule)
    draft_rule = known.rules(known.draft, field, scope)
    draft = active if draft_rule == active.rule else outcome(taken.seen, draft_rule)
    return Judged(active, draft)


def _snapshot(log: Log, result: Result) -> str:
    said = (log.digest, result.base, result.draft, result.engine)
    return hashlib.sha256("\n".join(said).encode()).hexdigest()
