"""The oracle against examples worked out by hand, and the five misreadings it has to tell from the law."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.ledgers.domain.claim_sets import corrected_sets, day, said, settled_sets
from tests.ledgers.domain.misreadings import MISREADINGS
from tests.ledgers.domain.oracle import Said, Stretch, standing, stretches, ties, value_at


def by_day(*rows: tuple[int, int | None, str]) -> tuple[Stretch, ...]:
    return tuple(Stretch(day(start), None if end is None else day(end), value) for start, end, value in rows)


def test_nothing_said_nothing_in_force() -> None:
    assert stretches([]) == ()


def test_the_later_date_is_in_force_at_equal_rank() -> None:
    assert stretches([said("k1", 2, 5, "new"), said("k2", 2, 1, "old")]) == by_day((1, 5, "old"), (5, None, "new"))


def test_rank_goes_before_date() -> None:
    assert stretches([said("k1", 3, 1, "strong"), said("k2", 1, 5, "late")]) == by_day((1, None, "strong"))


def test_the_start_counts_and_the_end_does_not() -> None:
    group = [said("k1", 1, 1, "a", end=4)]
    assert value_at(group, day(1)) == "a"
    assert value_at(group, day(4)) is None
    assert stretches(group) == by_day((1, 4, "a"))


def test_what_was_hidden_comes_back_when_the_stronger_ends() -> None:
    group = [said("k1", 3, 2, "trial", end=6), said("k2", 1, 4, "gold")]
    assert stretches(group) == by_day((2, 6, "trial"), (6, None, "gold"))


def test_one_claim_may_take_several_windows() -> None:
    group = [said("k1", 1, 0, "base"), said("k2", 2, 2, "x", end=3), said("k3", 2, 5, "y", end=6)]
    assert stretches(group) == by_day((0, 2, "base"), (2, 3, "x"), (3, 5, "base"), (5, 6, "y"), (6, None, "base"))


def test_a_retract_over_nothing_keeps_a_weaker_claim_down() -> None:
    assert stretches([said("k1", 3, 4, None), said("k2", 1, 1, "a")]) == by_day((1, 4, "a"))


def test_a_support_lifts_a_fact_only_while_it_holds() -> None:
    group = [said("k1", 1, 0, "a"), said("k2", 3, 2, "a", end=4), said("k3", 2, 1, "b")]
    assert stretches(group) == by_day((0, 1, "a"), (1, 2, "b"), (2, 4, "a"), (4, None, "b"))


def test_repeating_adds_no_rank() -> None:
    repeats = [said(f"k{number}", 1, number, "a") for number in range(5)]
    assert stretches([*repeats, said("k9", 2, 0, "b")]) == by_day((0, None, "b"))


def test_a_claim_not_admitted_is_not_there() -> None:
    group = [said("k1", 1, 0, "a"), replace(said("k2", 3, 1, "b"), admitted=False)]
    assert stretches(group) == by_day((0, None, "a"))


def test_an_owners_word_decides_between_equals() -> None:
    chosen = replace(said("k2", 2, 3, "b"), owner_word=True)
    group = [said("k1", 2, 3, "a"), chosen]
    assert not ties(group)
    assert stretches(group) == by_day((3, None, "b"))


def test_an_owners_choice_competes_with_the_date_it_was_given() -> None:
    chosen = replace(said("k2", 3, 2, "b"), dated=day(6), owner_word=True)
    group = [said("k1", 3, 4, "a"), chosen, said("k3", 3, 6, "c"), said("k4", 3, 7, "d")]
    assert stretches(group) == by_day((2, 7, "b"), (7, None, "d"))


def test_two_values_level_with_each_other_are_a_tie() -> None:
    group = [said("k1", 2, 3, "a"), said("k2", 2, 3, "b")]
    assert ties(group)
    with pytest.raises(ValueError, match="a tie"):
        value_at(group, day(3))


def test_level_claims_under_a_stronger_one_are_no_tie() -> None:
    group = [said("k1", 2, 3, "a", end=5), said("k2", 2, 3, "b", end=5), said("k3", 3, 0, "c")]
    assert not ties(group)


def test_a_correction_takes_out_its_target_and_uncovers_what_lay_beneath() -> None:
    group = [said("k1", 1, 0, "a"), said("k2", 2, 1, "b"), said("k3", 2, 4, "c", corrects="k2")]
    assert stretches(group) == by_day((0, 4, "a"), (4, None, "c"))


def test_a_correction_weaker_than_its_target_does_nothing() -> None:
    group = [said("k1", 2, 0, "a"), said("k2", 1, 0, "b", corrects="k1")]
    assert standing(group) == group[:1]


def test_a_correction_takes_weaker_supports_along_and_leaves_stronger_ones() -> None:
    group = [said("k1", 1, 0, "a"), said("k2", 1, 1, "a"), said("k3", 3, 2, "a"), said("k4", 2, 0, "b", corrects="k1")]
    assert [left.name for left in standing(group)] == ["k3", "k4"]
    assert stretches(group) == by_day((0, 2, "b"), (2, None, "a"))


BY_HAND: dict[str, list[Said]] = {
    "support lifts the whole fact": [said("k1", 1, 0, "a"), said("k2", 2, 1, "b"), said("k3", 3, 0, "a", end=2)],
    "a noop claim is dropped": [said("k1", 1, 0, "a"), said("k2", 3, 1, "a"), said("k3", 2, 2, "b")],
    "a retract over nothing is dropped": [said("k1", 3, 2, None), said("k2", 1, 0, "a")],
    "a loser never comes back": [said("k1", 2, 0, "a", end=3), said("k2", 1, 1, "b")],
    "a correction leaves a hole": [said("k1", 1, 0, "a"), said("k2", 2, 1, "b"), said("k3", 2, 4, "c", corrects="k2")],
}


@pytest.mark.parametrize("name", MISREADINGS)
def test_each_misreading_differs_on_an_example_worked_by_hand(name: str) -> None:
    group = BY_HAND[name]
    assert MISREADINGS[name](group) != stretches(group)


@pytest.mark.parametrize("name", MISREADINGS)
def test_the_random_sets_catch_each_misreading(name: str) -> None:
    """The generator of the property test must reach the sets that matter, not only those chosen by hand."""
    caught = 0
    sets = corrected_sets() if "correction" in name else settled_sets()

    @settings(max_examples=300, database=None, derandomize=True, deadline=None)
    @given(sets)
    def compare(group: tuple[Said, ...]) -> None:
        nonlocal caught
        caught += MISREADINGS[name](group) != stretches(group)

    compare()
    assert caught > 0


@settings(max_examples=200, deadline=None)
@given(settled_sets())
def test_the_oracle_itself_knows_no_order(group: tuple[Said, ...]) -> None:
    assert stretches(group) == stretches(tuple(reversed(group)))
