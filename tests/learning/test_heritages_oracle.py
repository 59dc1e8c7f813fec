"""The oracle on places small enough to work out by hand."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from memoryhub.learning.heritages import oracle
from memoryhub.learning.heritages.rows import Row

TIERS = {"r": "system_of_record", "d": "approved_document", "e": "approved_document", "w": "unattributed"}
ACCEPTED, SUPPORT, PENDING = "accepted", "support", "pending"
SUPERSEDED, REJECTED = "superseded", "rejected"

PLACES: list[tuple[str, str, list[str], str]] = [
    # what is said (site and value), what becomes of each, the value in force
    ("first stands", "wA", [ACCEPTED], "A"),
    ("repeat supports", "wA wA", [ACCEPTED, SUPPORT], "A"),
    ("weaker is refused", "dA wB", [ACCEPTED, REJECTED], "A"),
    ("stronger replaces", "wA dB", [SUPERSEDED, ACCEPTED], "B"),
    ("equal waits", "wA wB", [ACCEPTED, PENDING], "A"),
    ("support lifts, the waiting leaves", "wA wB dA", [ACCEPTED, REJECTED, SUPPORT], "A"),
    ("waiting becomes support", "dA eB rB", [SUPERSEDED, SUPPORT, ACCEPTED], "B"),
    ("two wait for one case", "dA eB eC eB", [ACCEPTED, PENDING, PENDING, PENDING], "A"),
    ("the strongest closes it", "dA eB rC wB", [SUPERSEDED, REJECTED, ACCEPTED, REJECTED], "C"),
    ("a support stays one", "wA wA dB", [SUPERSEDED, SUPPORT, ACCEPTED], "B"),
]  # fmt: skip


@pytest.mark.parametrize(("_name", "said", "outcomes", "value"), PLACES)
def test_a_place_comes_out_as_worked_out_by_hand(_name: str, said: str, outcomes: list[str], value: str) -> None:
    rows = [Row(number, "X", one[0], one[1]) for number, one in enumerate(said.split(), 1)]
    place = oracle.expect(rows, TIERS.__getitem__)["x"]
    assert [place.outcomes[row.number] for row in rows] == outcomes
    assert place.value == value
    assert place.has_case == (PENDING in outcomes)


def test_places_and_values_compare_as_the_design_says() -> None:
    rows = [
        Row(1, "Caf\u0065\u0301  Site ", "w", " A  B"),
        Row(2, "CAF\u00c9 site", "w", "A B"),
        Row(3, "café site", "w", "a b"),
    ]
    places = oracle.expect(rows, TIERS.__getitem__)
    assert list(places) == ["café site"]
    assert places["café site"].outcomes == {1: ACCEPTED, 2: SUPPORT, 3: PENDING}


def test_the_oracle_shares_nothing_with_the_deciding_code() -> None:
    for path in (Path(oracle.__file__), Path(oracle.__file__).with_name("rows.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        assert not [name for name in names if name.startswith(("ledgers", "escalations", "django"))]
