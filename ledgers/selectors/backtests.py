"""Results of backtests, read in parts: a whole one may be megabytes, so the database cuts out what is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import F, Func, JSONField, QuerySet, Value

from ledgers.models import Backtest
from memoryhub.accounts.models import Workspace

Json = Mapping[str, Any]
Lines = list[dict[str, Any]]

# Lists of a result, and where it keeps them.
LISTS: dict[str, str] = {
    "differences": "$.control.listed",
    "not-replayable": "$.not_replayable.listed",
    **{bucket: f"$.changes.{bucket}" for bucket in "ABCD"},
    "matrix": "$.matrix",
    "samples": "$.samples",
}
LONG = ("changes", "samples", "matrix")
# The cells of the matrix in which anything changes.
CHANGED = "$.matrix[*] ? (@.A > 0 || @.B > 0 || @.C > 0 || @.D > 0)"


class Cut(Func):
    """What a path leads to, as a list."""

    function = "jsonb_path_query_array"
    template = "%(function)s(%(expressions)s::jsonpath)"
    output_field: ClassVar[JSONField] = JSONField()

    def __init__(self, path: str) -> None:
        super().__init__(F("result"), Value(path))


class Summary(Func):
    """A result without its long lists."""

    template = "(%(expressions)s::text[])"
    arg_joiner = " - "
    output_field: ClassVar[JSONField] = JSONField()

    def __init__(self) -> None:
        super().__init__(F("result"), Value("{" + ",".join(LONG) + "}"))


def backtests(workspace: Workspace) -> QuerySet[Backtest]:
    """Without their results."""
    rows = Backtest.objects.filter(workspace=workspace).defer("result")
    return rows.select_related("draft__base", "draft__created_by", "base", "asked_by")


def summary(backtest: Backtest) -> Json:
    """What was found, without the lists; empty for one that is not done."""
    return opened(backtest)[0]


def opened(backtest: Backtest, **paths: str) -> tuple[Json, dict[str, list[Any]]]:
    """The same with some parts of the lists."""
    parts = _read(backtest, {"said": Summary(), **_cuts(paths)})
    return parts.pop("said"), parts


def lines(backtest: Backtest, name: str, begin: int, count: int) -> Lines:
    """Some lines of a list of a result, from a number on."""
    return cut(backtest, lines=f"{LISTS[name]}[{begin} to {begin + count - 1}]")["lines"]


def cut(backtest: Backtest, **paths: str) -> dict[str, list[Any]]:  # Any: JSON
    """Several parts of a result at once."""
    return _read(backtest, _cuts(paths))


def by_changes(cells: Lines) -> Lines:
    """Cells of the matrix, the most changed first."""
    return sorted(cells, key=lambda cell: -sum(cell[bucket] for bucket in "ABCD"))


def _read(backtest: Backtest, parts: Mapping[str, Func]) -> dict[str, Any]:  # Any: JSON
    return dict(Backtest.objects.filter(pk=backtest.pk).values(**parts).get())


def _cuts(paths: Mapping[str, str]) -> dict[str, Func]:
    return {name: Cut(path) for name, path in paths.items()}
