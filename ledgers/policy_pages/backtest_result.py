"""The page of a result: whether the past comes out as recorded, and what the draft would do otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledgers.backtest.buckets import CHANGES
from ledgers.models import Backtest
from ledgers.policy_pages import backtest_control, backtest_load, backtest_told
from ledgers.policy_pages.backtest_told import figure
from ledgers.policy_pages.heading import Heading
from ledgers.selectors import backtests

# Lines of each list on this page; the whole list is a page of its own.
SHOWN, CELLS = 50, 15
# What has to be looked at one by one, and what is told in short.
PARTS = {
    "against": f"$.changes.B[0 to {SHOWN - 1}]",
    "to_rule": f"$.changes.D[0 to {SHOWN - 1}]",
    "contradicted": "$.changes.B[*].transaction",
    "differing": f"$.control.listed[0 to {SHOWN - 1}]",
    "cells": backtests.CHANGED,
    **{f"sample_{bucket}": f'$.samples[*] ? (@.bucket == "{bucket}")' for bucket in CHANGES},
}


def told(backtest: Backtest, head: Heading) -> dict[str, object]:
    """What the template tells, of a backtest that is done."""
    said, parts = backtests.opened(backtest, **PARTS)
    samples = [one for bucket in CHANGES for one in parts[f"sample_{bucket}"][:1]]
    lines = [*parts["against"], *parts["to_rule"]]
    named = backtest_told.names(backtest.workspace, head.known, [*lines, *samples])
    called = backtest_load.called(backtest.workspace, [*_owners(said), *_authors(backtest)])
    cells = backtests.by_changes(parts["cells"])
    return {
        "fresh": (backtest.hash, backtest.base_id) == (head.draft.hash, head.draft.base_id),
        "control": _control(said),
        "differing": backtest_control.differences(parts["differing"], named),
        "reasons": backtest_control.reasons(said),
        "buckets": backtest_told.totals(said),
        "against": backtest_told.rows(parts["against"], named, notes(backtest, called)),
        "unanswered": sum(number not in backtest.acknowledged for number in parts["contradicted"]),
        "to_rule": backtest_told.rows(parts["to_rule"], named),
        "counts": said["buckets"],
        "examples": backtest_told.examples(samples, named),
        "cells": backtest_told.cells(cells[:CELLS], named),
        "more_cells": max(0, len(cells) - CELLS),
        "loads": backtest_load.loads(said, called),
        "days": said["forecast"]["days"],
        "more_a_day": backtest_load.more_a_day(said),
        "most_a_day": said["forecast"]["most_a_day"],
    }


def notes(backtest: Backtest, called: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What was answered for which decision, and by whom."""
    return {number: {**one, "by": called[one["by"]]} for number, one in backtest.acknowledged.items()}


def _control(said: Mapping[str, Any]) -> dict[str, object]:
    control = said["control"]
    return {
        "all": figure(control["decisions"]),
        "same": figure(control["reproduced"]),
        "differences": control["differences"],
        "decisions": control["decisions"],
        "unread": said["not_replayable"]["count"],
        "unread_told": figure(said["not_replayable"]["count"]),
        "unchanged": figure(said["buckets"]["same"]),
        "changed": sum(said["buckets"][bucket] for bucket in CHANGES),
        "changed_told": figure(sum(said["buckets"][bucket] for bucket in CHANGES)),
    }


def _owners(said: Mapping[str, Any]) -> list[str]:
    return [one["owner"] for one in said["forecast"]["owners"]]


def _authors(backtest: Backtest) -> list[str]:
    return [one["by"] for one in backtest.acknowledged.values()]
