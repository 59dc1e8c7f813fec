"""What the control run could not confirm, as the pages of a backtest tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ledgers.backtest.control import Unreadable
from ledgers.policy_pages.backtest_told import Names, figure
from ledgers.replay.retaken import Difference
from ledgers.wording_backtest import differs, reason

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Missed:
    """A decision that came out otherwise, or cannot be taken again, and why."""

    transaction: str
    field: str
    why: str


def differences(lines: Iterable[Json], named: Names) -> list[Missed]:
    return [Missed(line["transaction"], named.field(line["field"]), _differs(line)) for line in lines]


def _differs(line: Json) -> str:
    return differs(Difference(line["name"], line["said"], line["found"]))


def unreadable(lines: Iterable[Json]) -> list[Missed]:
    return [Missed(line["transaction"], "", reason(Unreadable(line["reason"]))) for line in lines]


def reasons(said: Json) -> list[tuple[str, str]]:
    """Why decisions cannot be taken again, and how many there are of each kind."""
    return [
        (reason(Unreadable(code)), figure(count)) for code, count in sorted(said["not_replayable"]["reasons"].items())
    ]
