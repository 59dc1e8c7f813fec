"""What an order of authority may not say: it has to be total, with outside content alone and last."""

from __future__ import annotations

from ledgers.domain import shape
from ledgers.domain.findings import Finding, Findings, Written, blocking
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
                yield _again(order, entry, (places[entry], place), where)
            places.setdefault(entry, place)
    yield from _last(order, where)
    for tier in Tier:
        if tier is not Tier.UNATTRIBUTED and Entry(tier) not in places:
            yield blocking("missing_tier", where, tier=tier)
    for entry, place in places.items():
        if entry.source and place >= places.get(Entry(entry.tier), len(order.groups)):
            yield blocking("source_below_tier", f"{where}[{place}]", entry=entry, tier=entry.tier)


def _again(order: Order, entry: Entry, places: tuple[int, int], where: str) -> Finding:
    """An entry that stands in an order twice: what is wrong with that depends on what stands around it."""
    first, second = places
    here = f"{where}[{second}]"
    if first == second:
        return blocking("repeated_entry", here, entry=entry)
    tied = [other for place in places for other in order.groups[place] if other != entry]
    if tied:
        # Alike with some here and with others there, which are not alike among themselves.
        return blocking("tie_not_transitive", here, entry=entry, others=", ".join(map(str, tied)))
    if second > first + 1:
        return blocking("order_in_a_circle", here, entry=entry, other=order.groups[first + 1][0])
    return blocking("repeated_entry", here, entry=entry)


def _last(order: Order, where: str) -> Findings:
    outside = Entry(Tier.UNATTRIBUTED)
    for place, group in enumerate(order.groups):
        if outside in group and len(group) > 1:
            yield blocking("unattributed_tied", f"{where}[{place}]")
        elif outside in group and place < len(order.groups) - 1:
            yield blocking("unattributed_not_last", f"{where}[{place}]")
