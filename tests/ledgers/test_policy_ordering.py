"""An order changed by buttons: what each makes of it, and that none can lift what nobody known said."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgers.domain.tiers import Tier
from ledgers.policies import ordering
from ledgers.policies.editing import LOCKED, EditRefused

ORDER: list[Any] = [["system_of_record", "counterparty"], "approved_document", "authorized_person", "unattributed"]
BILLING = "system_of_record:billing"


@pytest.mark.parametrize(
    ("made", "after"),
    [
        (ordering.moved(ORDER, "approved_document", -1), [ORDER[1], ORDER[0], ORDER[2], ORDER[3]]),
        (ordering.moved(ORDER, "counterparty", 1), [ORDER[1], ORDER[0], ORDER[2], ORDER[3]]),
        (ordering.tied(ORDER, "authorized_person"), [ORDER[0], ["approved_document", "authorized_person"], ORDER[3]]),
        (ordering.tied(ORDER, "approved_document"), [[*ORDER[0], "approved_document"], ORDER[2], ORDER[3]]),
        (ordering.set_apart(ORDER, "system_of_record"), ["counterparty", "system_of_record", *ORDER[1:]]),
        (ordering.set_apart(ORDER, "approved_document"), ORDER),
        (ordering.with_source(ORDER, BILLING), [BILLING, *ORDER]),
        (ordering.without([BILLING, *ORDER], BILLING), ORDER),
    ],
)
def test_each_button_makes_another_order(made: list[Any], after: list[Any]) -> None:
    assert made == after


def test_a_source_that_has_a_place_keeps_it() -> None:
    assert ordering.with_source([*ORDER[:1], BILLING, *ORDER[1:]], BILLING) == [*ORDER[:1], BILLING, *ORDER[1:]]


@pytest.mark.parametrize(
    ("refused", "code"),
    [
        (lambda: ordering.moved(ORDER, "system_of_record", -1), "tier_at_the_end"),
        (lambda: ordering.moved(ORDER, "authorized_person", 1), "tier_at_the_end"),
        (lambda: ordering.tied(ORDER, "counterparty"), "tier_at_the_end"),
        (lambda: ordering.moved(ORDER, LOCKED, -1), "tier_locked"),
        (lambda: ordering.tied(ORDER, LOCKED), "tier_locked"),
        (lambda: ordering.moved(ORDER, "rumour", -1), "entry_not_there"),
    ],
)
def test_what_has_no_meaning_is_refused(refused: Any, code: str) -> None:  # noqa: ANN401 - a call
    with pytest.raises(EditRefused, match=code):
        refused()


PRESSED: dict[str, Callable[[list[Any], str], list[Any]]] = {
    "up": lambda order, tier: ordering.moved(order, tier, -1),
    "down": lambda order, tier: ordering.moved(order, tier, 1),
    "tie": ordering.tied,
    "apart": ordering.set_apart,
}
PRESSES = st.lists(st.tuples(st.sampled_from(sorted(PRESSED)), st.sampled_from(list(Tier))), max_size=40)


@given(PRESSES)
def test_whatever_is_pressed_every_tier_keeps_one_place_and_outside_is_last(presses: list[tuple[str, Tier]]) -> None:
    order: list[Any] = [str(tier) for tier in Tier]
    for press, tier in presses:
        with contextlib.suppress(EditRefused):
            order = PRESSED[press](order, tier)
    flat = [entry for group in order for entry in ([group] if isinstance(group, str) else group)]
    assert sorted(flat) == sorted(Tier)
    assert order[-1] == LOCKED
