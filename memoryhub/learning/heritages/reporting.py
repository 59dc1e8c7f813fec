"""What a measurement came to, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from memoryhub.learning.heritages.oracle import WAITS


@dataclass(frozen=True, slots=True)
class Order:
    """One order of posting: its counts by outcome, how long it took, and what stands at the end."""

    name: str
    claims: int
    places: int
    seconds: float
    counts: Mapping[str, int]
    cases: int
    true: int
    in_force: int

    @property
    def settled_by_rule(self) -> float:
        """The share of claims that no person has to look at."""
        return 1 - self.counts.get(WAITS, 0) / self.claims

    @property
    def cases_per_1000(self) -> float:
        return 1000 * self.cases / self.claims

    @property
    def true_share(self) -> float:
        """The share of values in force that the ground truth contains."""
        return self.true / self.in_force if self.in_force else 0.0

    def in_words(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items())
        return (
            f"order {self.name}: {self.claims} claims about {self.places} places in {self.seconds:.1f} s"
            f" ({self.claims / self.seconds:.0f}/s): {counts}; {self.cases} cases ({self.cases_per_1000:.1f} per 1,000"
            f" claims); settled by rule {self.settled_by_rule:.1%}; in force and true {self.true_share:.1%}"
        )


@dataclass
class Report:
    """One source map. `broken` lists everything that did not come out as the oracle says; empty when all held."""

    source_map: str
    orders: list[Order] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        return {
            "source_map": self.source_map,
            "orders": [
                {
                    **asdict(order),
                    "settled_by_rule": round(order.settled_by_rule, 4),
                    "cases_per_1000": round(order.cases_per_1000, 2),
                    "true_share": round(order.true_share, 4),
                }
                for order in self.orders
            ],
            "broken": self.broken,
        }
