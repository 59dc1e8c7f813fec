"""The order is a total preorder, and nothing from outside ever gets above anything of ours."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ledgers.domain.order import Entry, Order
from ledgers.domain.tiers import Tier

SOURCES = ("crm", "billing")
ENTRIES = st.builds(Entry, st.sampled_from(Tier), st.sampled_from(("", *SOURCES)))
# Orders as nobody should write them: outside content anywhere, tiers missing from the tail are added plainly.
ORDERS = st.lists(st.lists(ENTRIES, min_size=1, max_size=3).map(tuple), max_size=6).map(
    lambda groups: Order((*groups, *((Entry(tier),) for tier in Tier)))
)
INTERNAL = [tier for tier in Tier if tier is not Tier.UNATTRIBUTED]


@given(ORDERS, st.sampled_from(INTERNAL), st.sampled_from(SOURCES), st.sampled_from(Tier))
def test_outside_content_is_last_and_alone_in_any_order(order: Order, ours: Tier, source: str, theirs: Tier) -> None:
    inside = order.rank(ours, source)
    assert inside > order.rank(Tier.UNATTRIBUTED, source) == 0
    assert inside > order.rank(theirs, source, external=True) == 0


@given(ORDERS, st.sampled_from(INTERNAL), st.sampled_from(SOURCES))
def test_a_source_raised_to_the_top_is_strictly_the_strongest(order: Order, tier: Tier, source: str) -> None:
    raised = order.with_first(tier, source)
    others = [raised.rank(other, name) for other in Tier for name in SOURCES if (other, name) != (tier, source)]
    assert raised.rank(tier, source) > max(others)
    assert raised.rank(Tier.UNATTRIBUTED, source) == 0
