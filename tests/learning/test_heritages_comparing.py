"""Each way a hub could differ from the oracle is told apart and named; a comparison that never fails proves nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoryhub.learning.heritages.comparing import Seen, differences
from memoryhub.learning.heritages.oracle import Place, expect
from memoryhub.learning.heritages.rows import Row

ROWS = [Row(1, "Mill", "a", "North"), Row(2, "Mill", "b", "South"), Row(3, "Well", "a", "East")]


def _expected() -> dict[str, Place]:
    return expect(ROWS, lambda _site: "approved_document")


def _right() -> Seen:
    return Seen(
        outcomes={1: "accepted", 2: "pending", 3: "accepted"},
        in_force={"mill": ["North"], "well": ["East"]},
        cases={"mill": [frozenset({2})]},
        versions={"mill": 1},
    )


def test_what_is_as_expected_has_no_differences() -> None:
    assert differences(_expected(), _right()) == []


BREAKS: list[tuple[str, Callable[[Seen], object], str]] = [
    ("a claim is lost", lambda seen: seen.outcomes.pop(2), "row 2: expected pending, the hub says None"),
    ("a claim is elsewhere", lambda seen: seen.outcomes.update({2: "rejected"}), "row 2: expected pending"),
    ("another value stands", lambda seen: seen.in_force.update(mill=["South"]), "mill: expected North in force"),
    ("two values stand", lambda seen: seen.in_force["mill"].append("South"), "mill: expected North in force"),
    ("no value stands", lambda seen: seen.in_force.pop("well"), "well: expected East in force"),
    ("the case is missing", lambda seen: seen.cases.pop("mill"), "mill: expected a case over rows"),
    ("the case is empty", lambda seen: seen.cases.update(mill=[frozenset()]), "mill: expected a case over rows"),
    ("there are two cases", lambda seen: seen.cases["mill"].append(frozenset({2})), "mill: expected a case"),
    ("a case without a tie", lambda seen: seen.cases.update(well=[frozenset({3})]), "well: expected a case over rows"),
    ("a place nobody named", lambda seen: seen.in_force.update(dock=["West"]), "dock: nothing was said about it"),
]  # fmt: skip


@pytest.mark.parametrize(("_name", "breaks", "says"), BREAKS, ids=[name for name, _break, _says in BREAKS])
def test_a_hub_that_differs_is_caught(_name: str, breaks: Callable[[Seen], object], says: str) -> None:
    seen = _right()
    breaks(seen)
    found = differences(_expected(), seen)
    assert len(found) == 1
    assert found[0].startswith(says)
