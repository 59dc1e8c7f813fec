"""One figure: what was measured beside the goal. The gate is twice the goal, since machines are shared and noisy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

GATE = 2.0


@dataclass(frozen=True)
class Figure:
    """`least` is for figures that should be high; `exact` for those no busy machine changes: they have no gate."""

    name: str
    value: float
    unit: str
    goal: float
    least: bool = False
    note: str = ""
    exact: bool = False

    @property
    def meets(self) -> str:
        """`goal`, `gate` or `missed`; `no goal` where none was set."""
        if math.isinf(self.goal):
            return "no goal"
        ratio = (self.goal / self.value if self.value else math.inf) if self.least else self.ratio
        return "goal" if ratio <= 1 else "gate" if ratio <= GATE and not self.exact else "missed"

    @property
    def ratio(self) -> float:
        return self.value / self.goal if self.goal else (1.0 if self.value == 0 else math.inf)

    @property
    def as_json(self) -> dict[str, Any]:  # Any: as JSON has it
        return {**asdict(self), "goal": None if math.isinf(self.goal) else self.goal, "meets": self.meets}

    @property
    def row(self) -> str:
        """As a row of a Markdown table."""
        sign = "at least" if self.least else "at most"
        measured, goal = f"{self.value:g} {self.unit}".strip(), f"{sign} {self.goal:g} {self.unit}".strip()
        goal = "" if math.isinf(self.goal) else goal
        return f"| {self.name} | {measured} | {goal} | {self.meets} | {self.note} |"


HEAD = "| figure | measured | goal | meets | remarks |\n| --- | --- | --- | --- | --- |"


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed; nothing measured is endless."""
    if not values:
        return math.inf
    return round(sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)], 4)
