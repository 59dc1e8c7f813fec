"""A result told: as canonical JSON, the same bytes for the same reading, and as a table of what would change.

It names ids, fields, sources and rules, and no value, subject or scope: what is stored of it survives an erasure.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from ledgers.backtest.buckets import CHANGES, Bucket, Change, Sample, Sorted
from ledgers.backtest.control import Control
from ledgers.backtest.forecast import MOST_A_DAY, Load
from ledgers.backtest.outcomes import Outcome
from ledgers.backtest.result import Result
from ledgers.services.journal import canonical, told

Said = dict[str, Any]  # JSON
# A spreadsheet takes a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def as_bytes(result: Result) -> bytes:
    return canonical(as_json(result)).encode()


def as_json(result: Result) -> Said:
    return {
        "engine": result.engine,
        "snapshot": result.snapshot,
        "base": {"version": result.version, "hash": result.base},
        "draft": {"hash": result.draft},
        "window": _window(result),
        "control": _control(result.control) | {"judged": result.judged, "as_today": result.as_today},
        "not_replayable": _unreadable(result.control),
        "decisions": result.control.decisions,
        "buckets": _counts(result.sorted.counts),
        "by_another_rule": result.sorted.by_another_rule,
        "fields": [{"field": key, **_counts(counts)} for key, counts in result.sorted.by_field()],
        "matrix": _matrix(result.sorted),
        "changes": {bucket.value: [asdict(one) for one in result.sorted.listed[bucket]] for bucket in CHANGES},
        "left_out": {
            bucket.value: result.sorted.counts[bucket] - len(result.sorted.listed[bucket]) for bucket in CHANGES
        },
        "samples": [
            {"bucket": bucket.value, **_sample(sample)}
            for (bucket, _key), samples in sorted(result.sorted.samples.items())
            for sample in samples
        ],
        "forecast": _forecast(result),
    }


def as_csv(said: Mapping[str, Any]) -> str:
    """The decisions that would come out otherwise, a row each, out of a result as JSON."""
    file = io.StringIO()
    rows = csv.writer(file)
    names = [one.name for one in fields(Change)]
    rows.writerow(["bucket", *names])
    for bucket, changes in sorted(said["changes"].items()):
        rows.writerows([bucket, *(cell(change[name]) for name in names)] for change in changes)
    return file.getvalue()


def cell(text: str) -> str:
    """A text that no spreadsheet calculates."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _window(result: Result) -> Said:
    return {
        "days": result.window.days,
        "scope": result.window.scope,
        "first": _moment(result.first),
        "last": _moment(result.last),
    }


def _control(control: Control) -> Said:
    return {
        "decisions": control.decisions,
        "reproduced": control.reproduced,
        "differences": control.found,
        "followed": control.followed,
        "listed": [
            {"transaction": one.transaction, "field": one.field, **asdict(one.what)} for one in control.differences
        ],
    }


def _unreadable(control: Control) -> Said:
    reasons = {reason.value: count for reason, count in control.unreadable.items() if count}
    listed = [{"transaction": number, "reason": reason.value} for number, reason in control.unread]
    return {"count": sum(reasons.values()), "reasons": reasons, "listed": listed}


def _counts(counts: Counter[Bucket]) -> dict[str, int]:
    return {bucket.value: counts[bucket] for bucket in Bucket}


def _matrix(found: Sorted) -> list[Said]:
    cells: dict[tuple[str, str, str], Counter[Bucket]] = {}
    for (key, stood, came, bucket), count in found.cells.items():
        cells.setdefault((key, stood, came), Counter())[bucket] += count
    return [
        {"field": key, "stood": stood, "came": came, **_counts(counts)}
        for (key, stood, came), counts in sorted(cells.items())
    ]


def _sample(sample: Sample) -> Said:
    judged = sample.judged
    return {**asdict(sample.change), "active": _outcome(judged.active), "draft": _outcome(judged.draft)}


def _outcome(outcome: Outcome) -> Said:
    made = outcome.decision
    return {
        "action": str(made.action),
        "status": made.status,
        "rule": made.rule,
        "reason": made.reason,
        "target": made.target,
        "fact": made.fact,
        "trace": [asdict(line) for line in made.trace],
    }


def _forecast(result: Result) -> Said:
    return {
        "days": result.days,
        "most_a_day": MOST_A_DAY,
        "owners": [_load(load) for load in result.loads],
    }


def _load(load: Load) -> Said:
    busiest = load.busiest
    return {
        "owner": load.owner,
        "active": load.active.total(),
        "draft": load.draft.total(),
        "busiest": {"day": busiest[0].isoformat(), "count": busiest[1]} if busiest else None,
        "warns": load.warns(),
        "by_day": [
            {"day": day.isoformat(), "active": load.active[day], "draft": load.draft[day]}
            for day in _days(load.active, load.draft)
        ],
    }


def _days(*counted: Iterable[Any]) -> list[Any]:
    return sorted({day for days in counted for day in days})


def _moment(moment: datetime | None) -> str | None:
    return told(moment) if moment else None
