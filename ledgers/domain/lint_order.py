"""What an order of authority may not say: it has to be total, with outside content alone and last."""

from __future__ import annotations

from ledgers.domain import shape
from ledgers.domain.findings import Findings, Written, blocking
from ledgers.domain.order import Entry, Order
from ledgers.domain.tiers import Tier


def check_entry(value: Written, where: str) -> Findings:
    """`tier` or `tier:source`."""
    wrong = list(shape.text(value, where))
    yield from wrong
    if wrong:
        return
    tier, colon, source = value.partition(":")
    if tier not in set(Tier):
        yield blocking("unknown_tier", where, entry=value, allowed=", ".join(Tier))
    elif colon and not source:
        yield blocking("entry_without_source", where, entry=value)
    elif source and tier == Tier.UNATTRIBUTED:
        yield blocking("unattributed_source", where, entry=value)


def check_order(value: Written, where: str) -> Findings:
    """A list of entries and tie groups; every internal tier once, `unattributed` last and alone or left out."""
    wrong = [*shape.list_of(_check_group)(value, where)]
    yield from wrong
    if not wrong:
        yield from _total(Order.read(value), where)


def _check_group(value: Written, where: str) -> Findings:
    if isinstance(value, str):
        yield from check_entry(value, where)
    elif value == []:
        yield blocking("empty_group", where)
    else:
        yield from shape.list_of(check_entry)(value, where)


def _total(order: Order, where: str) -> Findings:
    places: dict[Entry, int] = {}
    for place, group in enumerate(order.groups):
        for entry in group:
            if entry in places:
                yield blocking("repeated_entry", f"{where}[{place}]", entry=entry)
            places.setdefault(entry, place)
    yield from _last(order, where)
    for tier in Tier:
        if tier is not Tier.UNATTRIBUTED and Entry(tier) not in places:
            yield blocking("missing_tier", where, tier=tier)
    for entry, place in places.items():
        if entry.source and place >= places.get(Entry(entry.tier), len(order.groups)):
            yield blocking("source_below_tier", f"{where}[{place}]", entry=entry, tier=entry.tier)


def _last(order: Order, where: str) -> Findings:
    outside = Entry(Tier.UNATTRIBUTED)
    for place, group in enumerate(order.groups):
        if outside in group and len(group) > 1:
            yield blocking("unattributed_tied", f"{where}[{place}]")
        elif outside in group and place < len(order.groups) - 1:
            yield blocking("unattributed_not_last", f"{where}[{place}]")
