"""Each message of a conversation of any length is in exactly one layer."""

from __future__ import annotations

import pytest

from memoryhub.conversations.layers import BATCH, WINDOW, layers


@pytest.mark.parametrize("last", range(201))
def test_each_message_is_in_exactly_one_layer(last: int) -> None:
    found = layers(last)
    parts = [
        range(1, found.summary + 1),
        range(found.summary + 1, found.waiting + 1),
        range(found.waiting + 1, last + 1),
    ]
    assert [number for part in parts for number in part] == list(range(1, last + 1))
    named = {name: [number for number in range(1, last + 1) if found.layer_of(number) == name] for name in NAMES}
    assert [named[name] for name in NAMES] == [list(part) for part in parts]


NAMES = ("summary", "waiting", "window")


@pytest.mark.parametrize("last", range(201))
def test_the_window_is_full_fewer_than_a_batch_wait_and_the_summary_goes_on_by_batches(last: int) -> None:
    found = layers(last)
    assert found.last - found.waiting == min(last, WINDOW)
    assert found.waiting - found.summary < BATCH
    assert found.summary % BATCH == 0
    assert found.summary >= layers(max(0, last - 1)).summary
