"""I17: what comes from outside never outranks what comes from inside, whatever a policy says."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledgers.domain.policy import InvalidPolicy, Order, RegisteredField, parse
from ledgers.domain.tiers import Tier

ORDERS = 2000 if os.environ.get("PROVE") else 300
INSIDE = [tier for tier in Tier if tier is not Tier.UNATTRIBUTED]
FIELD = "contact.primary"
Written = list[str | list[str]]
# Made once: a strategy made while drawing is looked through anew for each example.
sources = st.sampled_from(["crm", "billing", "portal", "inbox", "web"])
some_sources, no_sources = st.sets(sources, max_size=3), st.just(set[str]())
all_tiers, inner_tiers = st.sampled_from(list(Tier)), st.sampled_from(INSIDE)
shuffled = st.permutations(list(Tier))


@st.composite
def written_orders(draw: st.DrawFn, *, lawful: bool, naming: bool = True) -> Written:
    """All six tiers in any order, some sources named, any neighbours tied; lawful ones have `unattributed` last."""
    tiers: list[str] = list(draw(shuffled))
    for source in sorted(draw(some_sources if naming else no_sources)):
        tier = draw(inner_tiers)
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
        tier = draw(inner_tiers if lawful else all_tiers)
        field["authoritative"] = f"{tier}:{draw(sources)}"
    return {"tiers": draw(written_orders(lawful=lawful, naming=False)), "fields": {FIELD: field}}


inside = st.tuples(inner_tiers, sources)
# From a source that is external, of whatever tier; or without a speaker.
outside = st.tuples(all_tiers, sources, st.just(True)) | st.tuples(st.just(Tier.UNATTRIBUTED), sources, st.just(False))


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
