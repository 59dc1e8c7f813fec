"""What a run found, for people and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.chaos.journal import read

# Examples of each violation, of however many there are.
SHOWN = 10


@dataclass(frozen=True)
class Report:
    """`found` has what is wrong by check; a run is good when nothing is."""

    seed: int
    broker: str
    seconds: float
    when: str
    acknowledged: int = 0
    repeated: int = 0
    refused: int = 0
    decided: int = 0
    too_late: int = 0
    retries: int = 0
    lost: int = 0
    duplicates: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    recovered: dict[str, dict[str, float]] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    broken: int = 0
    drained: float = 0.0
    oldest: float = 0.0
    found: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, seed: int, broker: str, seconds: float, journal: Path) -> Report:
        """Counted from the journal."""
        claims = [line for line in read(journal) if line["what"] == "claim"]
        decisions = [line for line in read(journal) if line["what"] == "decision"]
        taken = [line for line in claims if line["status"] in {201, 202}]
        return cls(
            seed,
            broker,
            seconds,
            datetime.now(UTC).isoformat(timespec="minutes"),
            acknowledged=len({line["id"] for line in taken}),
            repeated=sum(line["replayed"] for line in taken),
            refused=sum(line["status"] == 422 for line in claims),
            decided=sum(line["status"] == 200 for line in decisions),
            too_late=sum(line["status"] == 409 for line in decisions),
            retries=sum(line["tries"] - 1 for line in claims),
        )

    def with_(self, **members: Any) -> Report:  # noqa: ANN401 - members of this class
        found: dict[str, list[str]] = members["found"]
        lost = sum(said.startswith("lost") for said in found.get("I9 all acknowledged", []))
        return replace(self, **members, lost=lost, duplicates=len(found.get("I6 one claim per key", [])))

    @property
    def good(self) -> bool:
        return not any(self.found.values())

    @property
    def as_json(self) -> dict[str, Any]:  # Any: as JSON has it
        return {**asdict(self), "good": self.good}

    def lines(self) -> list[str]:
        """The same in words."""
        said = [
            f"seed {self.seed}, {self.broker}, {self.seconds:.0f} s, on {self.when}",
            f"  {self.acknowledged} claims acknowledged, {self.lost} lost, {self.duplicates} made twice",
            f"  {self.retries} retries, {self.broken} broken lines",
            f"  {self.repeated} answered again, {self.refused} refused",
            f"  statuses: {_listed(self.statuses)}",
            f"  cases: {self.decided} decided, {self.too_late} came too late",
            f"  faults: {_listed(self.faults)}",
            f"  nothing waited any more {self.drained} s after the last fault; longest wait ever {self.oldest} s",
        ]
        for kind, waits in self.recovered.items():
            said.append(f"  claims taken again after {kind}: median {waits['median']} s, longest {waits['longest']} s")
        for name, wrong in self.found.items():
            said.append(f"  {f'VIOLATED {len(wrong)} x' if wrong else 'holds   '} {name}")
            said += [f"      {line}" for line in wrong[:SHOWN]]
        return said


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {times}" for name, times in counts.items())
