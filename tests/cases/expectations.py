"""Comparing what the hub answered with what a case says is right. Only the members a case names are compared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from fnmatch import fnmatchcase
from zoneinfo import ZoneInfo

from tests.cases.files import Table

MOMENTS = {"valid_from", "valid_to", "effective_at", "recorded_at"}
PATTERNS = {"rule"}


def instant(text: str, zone: ZoneInfo) -> datetime:
    """A date is the start of that day in the zone; anything else carries its own offset."""
    if len(text) == len("2026-01-01"):
        return datetime.combine(date.fromisoformat(text), time(), zone)
    return datetime.fromisoformat(text)


def same(member: str, expected: object, found: object, zone: ZoneInfo) -> bool:
    """Whether one member is as expected; "" stands for nothing there."""
    if expected == "":
        return found in ("", None)
    if member in MOMENTS:
        return bool(found) and instant(str(expected), zone) == datetime.fromisoformat(str(found))
    if member in PATTERNS:
        return fnmatchcase(str(found), str(expected))
    if isinstance(expected, list) and isinstance(found, list):
        return sorted(expected) == sorted(found)
    return expected == found


def differences(expected: Table, found: Table, zone: ZoneInfo) -> list[str]:
    """What of the expected members is not so, in words."""
    return [
        f"{member}: expected {value!r}, found {found.get(member)!r}"
        for member, value in expected.items()
        if not same(member, value, found.get(member), zone)
    ]


def check_rows(expected: Sequence[Table], found: Sequence[Table], zone: ZoneInfo) -> None:
    """Each expected row is met by exactly one found row, and none is left over."""
    assert len(found) == len(expected), f"expected {len(expected)} rows, found {len(found)}: {_short(found)}"
    left = list(found)
    for row in expected:
        at = next((place for place, other in enumerate(left) if not differences(row, other, zone)), None)
        assert at is not None, f"no row like {row}; left: {_short(left)}"
        del left[at]


def _short(rows: Sequence[Table]) -> str:
    return "\n".join(str({name: value for name, value in row.items() if name != "trace"}) for row in rows)
