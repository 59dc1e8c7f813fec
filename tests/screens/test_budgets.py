"""How often each page asks the database, with ten rows on it and with fifty."""

from __future__ import annotations

import pytest

from tests.screens.budget import visits
from tests.screens.limits import QUESTIONS
from tests.screens.world import Firm

# Pages without a budget of their own: what they take today is held.
HELD = {
    **QUESTIONS,
    "fact as of another day": 20,
    "list of facts": 11,
    "my facts": 14,
    "inbox": 5,
    "registry": 14,
}
WHO_ASKS = 3


@pytest.mark.parametrize("count", [10, 50])
def test_no_page_asks_more_than_its_budget_however_many_rows_it_shows(firm: Firm, count: int) -> None:
    over = {}
    for name, asked in visits(firm, count):
        assert asked.status == (302 if name == "decide" else 200), name
        assert asked.door == WHO_ASKS, name
        if len(asked.own) > HELD[name]:
            over[name] = asked.own
    assert over == {}
