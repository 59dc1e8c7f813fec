"""I17: what comes from outside never outranks what comes from inside, whatever a policy says."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledgers.domain.policy import InvalidPolicy, Order, RegisteredField, parse
from ledgers.domain.tiers import Tier

ORDERS = 2000 if os.environ.get("PROVE") else 300
SOURCES = ["crm", "billing", "portal", "inbox", "web"]
FIELD = "contact.primary"
Written = list[str | list[str]]


@st.composite
def written_orders(draw: st.DrawFn, *, lawful: bool, naming: bool = True) -> Written:
    """All six tiers in any order, some sources named, any neighbours tied; lawful ones have `unattributed` last."""
    tiers: list[str] = list(draw(st.permutations(list(Tier))))
    named = draw(st.sets(st.sampled_from(SOURCES), max_size=3 if naming else 0))
    for source in sorted(named):
        tier = draw(st.sampled_from([tier for tier in Tier if tier is not Tier.UNATTRIBUTED]))
        tiers.insert(draw(st.integers(0, tiers.index(tier))), f"{tier}:{source}")
    if lawful:
        tiers.remove(Tier.UNATTRIBUTED)
    order: Written = []
    while tiers:
        size = draw(st.integers(1, min(3, len(tiers))))
        # A source named in an order stands above its own tier, never level with it.
        size = 1 if len({entry.partition(":")[0] for entry in tiers[:size]}) < size else size
        group, tiers = tiers[:size], tiers[size:]
        order.append(group[0] if size == 1 else group)
    return [*order, Tier.UNATTRIBUTED] if lawful else order


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    lawful = draw(st.sampled_from([True, True, True, False]))
    field: dict[str, Any] = {}
    if draw(st.booleans()):
        field["order"] = draw(written_orders(lawful=lawful))
    if draw(st.booleans()):
        tier = draw(st.sampled_from(list(Tier) if not lawful else [tier for tier in Tier if tier != "unattributed"]))
        field["authoritative"] = f"{tier}:{draw(st.sampled_from(SOURCES))}"
    return {"tiers": draw(written_orders(lawful=lawful, naming=False)), "fields": {FIELD: field}}


inside = st.tuples(st.sampled_from([tier for tier in Tier if tier is not Tier.UNATTRIBUTED]), st.sampled_from(SOURCES))
outside = st.tuples(st.sampled_from(list(Tier)), st.sampled_from(SOURCES), st.booleans()).filter(
    lambda claim: claim[2] or claim[0] is Tier.UNATTRIBUTED
)


@settings(max_examples=ORDERS, deadline=None)
@given(documents(), inside, outside)
def test_external_never_outranks_internal_in_any_policy(
    document: dict[str, Any], inner: tuple[Tier, str], outer: tuple[Tier, str, bool]
) -> None:
    try:
        rule = parse(document).rule(RegisteredField(FIELD), "client:acme")
    except InvalidPolicy:
        assume(False)
    tier, source, external = outer
    assert rule.order.rank(tier, source, external=external) < rule.order.rank(*inner)


@settings(max_examples=ORDERS, deadline=None)
@given(written_orders(lawful=False), inside, outside)
def test_the_order_itself_holds_when_nobody_checked_the_policy(
    written: Written, inner: tuple[Tier, str], outer: tuple[Tier, str, bool]
) -> None:
    """Lint refuses an order that puts outside content up; a row that got past it must not matter either."""
    order = Order.read(written)
    tier, source, external = outer
    assert order.rank(tier, source, external=external) < order.rank(*inner)
