"""The measurement: one source map, three orders, the oracle beside each, and a second run that must change nothing.

1. every order goes to a scope of its own, so that its places start empty
2. after each order the ledgers and the queue equal the oracle's, row for row
3. the open cases are the same in all orders, and only places with a case hold another value
4. the first order is posted again: with the same keys each answer is a replay, with new keys each claim repeats one
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from memoryhub.learning.door import Door
from memoryhub.learning.heritages.comparing import Seen, differences, look
from memoryhub.learning.heritages.oracle import Place, expect, place_name
from memoryhub.learning.heritages.posting import Posted, post
from memoryhub.learning.heritages.reporting import Order, Report
from memoryhub.learning.heritages.rows import Heritages, Row, shuffled
from memoryhub.learning.heritages.source_maps import SourceMap
from memoryhub.learning.heritages.workspace import prepare

ORDERS = ("file", "second", "third")
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Run:
    """One order, posted and read back."""

    order: str
    rows: Sequence[Row]
    posted: Posted
    seen: Seen
    expected: Mapping[str, Place]


def measure(data: Heritages, source_map: SourceMap, url: str, tell: Tell, *, orders: Sequence[str] = ORDERS) -> Report:
    """Make a workspace for the map on the hub at `url`, post everything, and say what came out."""
    sites = (row.site for row in data.rows)
    tokens = prepare(source_map.name, source_map, sites, [f"order:{name}" for name in orders])
    report, runs = Report(source_map.name), list[Run]()
    with closing(Door(url, tokens.agent_token)) as crawler, closing(Door(url, tokens.owner_token)) as owner:
        for name in orders:
            run = _run(data, source_map, name, crawler, owner)
            report.orders.append(_summary(data, run))
            tell(f"{source_map.name}: {report.orders[-1].in_words()}")
            _hold(report, tell, f"order {name} beside the oracle", differences(run.expected, run.seen))
            for first in runs[:1]:
                _hold(report, tell, f"order {name} beside order {first.order}", _apart(first, run))
            runs.append(run)
        for key, what in (("first", "the same keys again"), ("second", "the same claims under new keys")):
            _hold(report, tell, what, _again(runs[0], key, crawler, owner))
    return report


def _hold(report: Report, tell: Tell, what: str, broken: Sequence[str]) -> None:
    tell(f"{report.source_map}: {what}: {f'{len(broken)} differences' if broken else 'nothing differs'}")
    report.broken += [f"{what}: {one}" for one in broken]


def _run(data: Heritages, source_map: SourceMap, name: str, crawler: Door, owner: Door) -> Run:
    rows = list(data.rows) if name == "file" else shuffled(data.rows, name)
    posted = post(crawler, rows, f"order:{name}", key="first")
    expected = expect(rows, lambda site: source_map.kind_of(site).tier)
    return Run(name, rows, posted, look(crawler, owner, f"order:{name}", posted), expected)


def _summary(data: Heritages, run: Run) -> Order:
    shown = {place_name(row.place): row.place for row in run.rows}
    in_force = [(shown[place], value) for place, values in run.seen.in_force.items() for value in values]
    return Order(
        name=run.order,
        claims=len(run.rows),
        places=len(run.expected),
        seconds=round(run.posted.seconds, 1),
        counts=dict(sorted(run.seen.counts.items())),
        cases=sum(len(cases) for cases in run.seen.cases.values()),
        true=sum(data.is_true(place, value) for place, value in in_force),
        in_force=len(in_force),
    )


def _apart(first: Run, other: Run) -> list[str]:
    """What differs between two orders and may not: which places have a case, and values where none is open."""
    broken = []
    if first.seen.cases.keys() != other.seen.cases.keys():
        broken.append(f"orders {first.order} and {other.order} leave other cases open")
    for place, values in first.seen.in_force.items():
        if place in first.seen.cases:
            first_between, other_between = first.expected[place].claimed, other.expected[place].claimed
            if first_between != other_between:
                broken.append(f"{place}: the case asks about other values in order {other.order}")
        elif values != other.seen.in_force.get(place):
            broken.append(f"{place}: no case, and another value in order {other.order}")
    return broken


def _again(first: Run, key: str, crawler: Door, owner: Door) -> list[str]:
    """Post one order once more. Under the keys of the first time every answer is a replay; under new ones nothing may
    change either, since every claim is a repeat."""
    scope, broken = f"order:{first.order}", []
    posted = post(crawler, first.rows, scope, key=key)
    if key == "first" and (posted.replayed, posted.claims) != (len(first.rows), first.posted.claims):
        broken.append(f"{len(first.rows) - posted.replayed} answers were no replay")
    if look(crawler, owner, scope, first.posted) != first.seen:
        broken.append("a ledger, the queue or the version of a case changed")
    return broken
