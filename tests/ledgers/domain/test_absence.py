"""Who stands in for whom: one at a time, never in a circle, and no further than two."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ledgers.domain.absence import Absence, Clash, clash, stand_in, stand_ins

MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
ACTIVE = {"ana", "bia", "rui", "eva"}


def day(number: int) -> datetime:
    return MONDAY + timedelta(days=number)


def away(member: str, delegate: str, begins: int = 0, ends: int = 10, *fields: str) -> Absence:
    return Absence(member, delegate, day(begins), day(ends), fields or ("*",))


ANA = away("ana", "rui")


@pytest.mark.parametrize(
    ("at", "field", "found"),
    [
        (day(0), "price.list", {"ana": "rui"}),
        (day(10) - timedelta(microseconds=1), "price.list", {"ana": "rui"}),
        (day(10), "price.list", {}),
        (day(0) - timedelta(microseconds=1), "price.list", {}),
    ],
)
def test_a_stand_in_decides_from_the_first_moment_to_before_the_last(
    at: datetime, field: str, found: dict[str, str]
) -> None:
    assert stand_ins([ANA], field, at) == found


def test_only_in_the_fields_named() -> None:
    row = away("ana", "rui", 0, 10, "contact.*", "price.list")
    assert stand_ins([row], "contact.phone", MONDAY)
    assert stand_ins([row], "price.list", MONDAY)
    assert not stand_ins([row], "payment.iban", MONDAY)


def test_two_stand_in_one_after_the_other_and_no_third() -> None:
    found = {"ana": "rui", "rui": "bia", "bia": "eva"}
    assert stand_in("ana", found, ACTIVE) == "bia"
    assert stand_in("eva", found, ACTIVE) == "eva"


def test_who_left_stands_in_for_nobody() -> None:
    assert stand_in("ana", {"ana": "rui"}, ACTIVE - {"rui"}) == "ana"
    assert stand_in("ana", {"ana": "rui", "rui": "bia"}, ACTIVE - {"bia"}) == "rui"


@pytest.mark.parametrize(
    ("known", "new", "expected"),
    [
        ([], ANA, None),
        ([ANA], away("ana", "bia", 5, 20), Clash.TWICE),
        ([ANA], away("ana", "bia", 10, 20), None),
        ([away("ana", "rui", 0, 10, "contact.*")], away("ana", "bia", 0, 10, "payment.*"), None),
        ([away("ana", "rui", 0, 10, "contact.*")], away("ana", "bia", 0, 10, "contact.phone"), Clash.TWICE),
        ([ANA], away("rui", "ana"), Clash.CYCLE),
        ([ANA], away("rui", "ana", 10, 20), None),
        ([ANA], away("rui", "bia"), None),
        ([ANA, away("rui", "bia")], away("bia", "ana"), Clash.CYCLE),
        ([ANA, away("rui", "bia")], away("bia", "eva"), Clash.TOO_DEEP),
        ([away("rui", "bia"), away("bia", "eva")], ANA, Clash.TOO_DEEP),
        ([ANA, away("bia", "eva")], away("rui", "bia"), Clash.TOO_DEEP),
        # Three in a row, and never all three at once.
        ([ANA, away("rui", "bia", 0, 5)], away("bia", "eva", 5, 10), None),
        ([away("ana", "rui", 0, 10, "contact.*"), away("rui", "bia")], away("bia", "eva", 0, 10, "price.*"), None),
        ([away("ana", "rui", 0, 10, "contact.*"), away("rui", "bia")], away("bia", "eva", 0, 10, "contact.phone"),
         Clash.TOO_DEEP),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(known: list[Absence], new: Absence, expected: Clash | None) -> None:
    assert clash(known, new) == expected
    assert clash([*reversed(known)], new) == expected
