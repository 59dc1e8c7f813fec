"""The lists of a result, each in pages of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from ledgers.backtest.buckets import CHANGES
from ledgers.models import Backtest
from ledgers.policy_pages import backtest_control, backtest_load, backtest_told
from ledgers.policy_pages.backtest_result import notes
from ledgers.policy_pages.backtest_told import Names
from ledgers.policy_pages.heading import Heading
from ledgers.selectors import backtests
from memoryhub.accounts.errors import Words

A_PAGE, A_PAGE_OF_EXAMPLES = 50, 10
LISTS: Mapping[str, Words] = {
    "A": gettext_lazy("Something else stands by rule"),
    "B": gettext_lazy("Contradicts what a person decided"),
    "C": gettext_lazy("Was settled by rule, would go to a person"),
    "D": gettext_lazy("Went to a person, would be settled by rule"),
    "differences": gettext_lazy("Decisions that come out otherwise than recorded"),
    "not-replayable": gettext_lazy("Decisions that cannot be taken again"),
    "matrix": gettext_lazy("Changes by field and sources"),
    "samples": gettext_lazy("Examples with both traces"),
    "forecast": gettext_lazy("Questions by owner and day"),
}


def stretch(request: HttpRequest, backtest: Backtest, head: Heading, name: str) -> dict[str, object]:
    """Some lines of a list in words, from the one that was asked for on, and where it goes on."""
    begin, many = _begin(request), A_PAGE_OF_EXAMPLES if name == "samples" else A_PAGE
    lines = _read(backtest, name, begin, many + 1)
    told = [line for line in lines[:many] if isinstance(line, dict)]
    named = backtest_told.names(backtest.workspace, head.known, told)
    return {
        "title": LISTS[name],
        "lines": _worded(name, backtest, lines[:many], named, head),
        "first": begin > 0,
        "onward": begin + many if len(lines) > many else 0,
        "left_out": _left_out(backtest, name) if len(lines) <= many else 0,
    }


def _left_out(backtest: Backtest, name: str) -> int:
    """How many more there are than a result lists one by one."""
    if name not in tuple(CHANGES):
        return 0
    (count,) = backtests.cut(backtest, count=f"$.left_out.{name}")["count"]
    return int(count)


def _begin(request: HttpRequest) -> int:
    text = request.GET.get("from", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


def _read(backtest: Backtest, name: str, begin: int, count: int) -> Sequence[Any]:  # Any: JSON, or a day
    if name == "forecast":
        said = backtests.summary(backtest)
        called = backtest_load.called(backtest.workspace, [one["owner"] for one in said["forecast"]["owners"]])
        return backtest_load.by_day(said, called)[begin : begin + count]
    if name == "matrix":
        return backtests.by_changes(backtests.cut(backtest, cells=backtests.CHANGED)["cells"])[begin : begin + count]
    return backtests.lines(backtest, name, begin, count)


def _worded(name: str, backtest: Backtest, lines: Sequence[Any], named: Names, head: Heading) -> Sequence[object]:
    match name:
        case "differences":
            return backtest_control.differences(lines, named)
        case "not-replayable":
            return backtest_control.unreadable(lines)
        case "matrix":
            return backtest_told.cells(lines, named)
        case "samples":
            return backtest_told.examples(lines, named)
        case "forecast":
            return lines
    # Only its authors answer for what a draft contradicts.
    return backtest_told.rows(lines, named, notes(backtest, head.authors))
