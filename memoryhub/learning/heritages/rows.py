"""The claims as the files hold them. The data is not part of the project; where it is absent nothing is measured."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FILES = ("claims.csv", "groundtruths.csv")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of claims.csv: where a web site says that a place lies. `number` is its line, from 1."""

    number: int
    place: str
    site: str
    value: str


@dataclass(frozen=True, slots=True)
class Heritages:
    """The claims in file order, and for each place the true values, finest to coarsest, as one comma-separated line."""

    rows: Sequence[Row]
    truths: Mapping[str, str]

    def is_true(self, place: str, value: str) -> bool:
        """Whether the truth about a place names the value; a coarser place that contains it is true as well."""
        # Whole entries are compared, commas included: some names hold one.
        return f",{value}," in f",{self.truths.get(place, '')},"

    def of_places(self, number: int) -> Heritages:
        """The same for the first places only."""
        kept = set(list(dict.fromkeys(row.place for row in self.rows))[:number])
        return Heritages([row for row in self.rows if row.place in kept], self.truths)


def read(folder: Path) -> Heritages | None:
    """The data, or None where the folder does not hold it."""
    if not all((folder / name).is_file() for name in FILES):
        return None
    with (folder / FILES[0]).open(encoding="utf-8", newline="") as lines:
        rows = [
            Row(number, line["obj"], line["src"], line["value"]) for number, line in enumerate(csv.DictReader(lines), 1)
        ]
    with (folder / FILES[1]).open(encoding="utf-8", newline="") as lines:
        truths = {line["obj"]: line["value"] for line in csv.DictReader(lines)}
    return Heritages(rows, truths)


def shuffled(rows: Sequence[Row], name: str) -> list[Row]:
    """The rows in another order, the same on every machine: by the digest of the order's name and the line."""
    return sorted(rows, key=lambda row: hashlib.sha256(f"{name}:{row.number}".encode()).digest())
