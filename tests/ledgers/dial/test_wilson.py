"""The interval of a share: against values that were published or worked out by hand."""

from __future__ import annotations

import pytest

from ledgers.dial.wilson import Z, interval


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [
        # R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
        # 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_it_is_what_was_published(hits: int, count: int, low: float, high: float) -> None:
    found = interval(hits, count)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_it_is_what_comes_out_by_hand() -> None:
    # 18 of 19: z = 1.96, z² = 3.8415; (18 + 1.92073) / 22.8415 ± 1.96 · sqrt(18 · 1 / 19 + 0.96036) / 22.8415
    found = interval(18, 19)
    assert found.low == pytest.approx(0.87213 - 0.11852, abs=1e-4)
    assert found.high == pytest.approx(0.87213 + 0.11852, abs=1e-4)
    # All of n: from n / (n + z²) to 1; none of n the other way round.
    assert interval(35, 35).low == pytest.approx(35 / 38.84146, abs=1e-5)
    assert interval(0, 35).high == pytest.approx(3.84146 / 38.84146, abs=1e-5)


def test_its_ends_are_the_shares_from_which_the_count_is_just_that_far() -> None:
    """What the interval means, asked of every small count: at its ends the count is z deviations away."""
    for count in range(1, 25):
        for hits in range(count + 1):
            found, share = interval(hits, count), hits / count
            assert 0 <= found.low <= share <= found.high <= 1
            for end in (found.low, found.high):
                assert abs(share - end) == pytest.approx(Z * (end * (1 - end) / count) ** 0.5, abs=1e-9)


def test_both_sides_are_told_alike_and_more_is_known_by_more() -> None:
    for count in (1, 7, 40):
        for hits in range(count + 1):
            one, other = interval(hits, count), interval(count - hits, count)
            assert one.low == pytest.approx(1 - other.high)
            more = interval(2 * hits, 2 * count)
            assert more.high - more.low < one.high - one.low


def test_of_nothing_everything_is_possible() -> None:
    assert (interval(0, 0).low, interval(0, 0).high) == (0, 1)


@pytest.mark.parametrize(("hits", "count"), [(-1, 3), (4, 3), (1, 0)])
def test_what_is_no_count_is_refused(hits: int, count: int) -> None:
    with pytest.raises(ValueError, match="no count"):
        interval(hits, count)
