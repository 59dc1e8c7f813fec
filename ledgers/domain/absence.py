"""Who decides for whom while somebody is away: one stand-in per field and moment, and at most one more behind them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ledgers.domain.patterns import ANY, covers, overlap, specificity

# Rui for Ana, Bia for Rui, and nobody for Bia.
DEPTH = 2


class Clash(StrEnum):
    """Why an absence cannot be, beside the ones that are known."""

    TWICE = "twice"
    CYCLE = "cycle"
    TOO_DEEP = "too_deep"


@dataclass(frozen=True)
class Absence:
    """`delegate` decides for `member` from `begins` on and before `ends`, in the fields of these patterns."""

    member: str
    delegate: str
    begins: datetime
    ends: datetime
    fields: tuple[str, ...] = (ANY,)

    def holds(self, field: str, at: datetime) -> bool:
        return self.begins <= at < self.ends and any(covers(pattern, field) for pattern in self.fields)


def stand_ins(rows: Iterable[Absence], field: str, at: datetime) -> dict[str, str]:
    """Who decides for whom about a field at that moment."""
    return {row.member: row.delegate for row in rows if row.holds(field, at)}


def stand_in(member: str, found: Mapping[str, str], active: Collection[str]) -> str:
    """Who decides in the end for a member, themselves where nobody does; who left stands in for nobody."""
    for _step in range(DEPTH):
        behind = found.get(member)
        if behind is None or behind not in active:
            break
        member = behind
    return member


def clash(rows: Iterable[Absence], new: Absence) -> Clash | None:
    """What a new absence would break: two stand-ins for one person, somebody who stands in for themselves, or a chain
    of more than DEPTH, in some field at some moment."""
    rows = list(rows)
    if any(row.member == new.member and _meet(row, new) for row in rows):
        return Clash.TWICE
    chains = [new]
    for _step in range(DEPTH):
        chains = [longer for chain in chains for longer in _longer(chain, rows)]
        if any(chain.member == chain.delegate for chain in chains):
            return Clash.CYCLE
    return Clash.TOO_DEEP if chains else None


def _longer(chain: Absence, rows: Iterable[Absence]) -> Iterator[Absence]:
    """The chain with one more absence before it or behind it, as one absence from its first member to its last."""
    for row in rows:
        if row.delegate == chain.member and (met := _meet(chain, row)):
            yield Absence(row.member, chain.delegate, met.begins, met.ends, met.fields)
        if row.member == chain.delegate and (met := _meet(chain, row)):
            yield Absence(chain.member, row.delegate, met.begins, met.ends, met.fields)


def _meet(one: Absence, other: Absence) -> Absence | None:
    """When and where both hold, or None."""
    begins, ends = max(one.begins, other.begins), min(one.ends, other.ends)
    fields = tuple(
        max(left, right, key=specificity) for left in one.fields for right in other.fields if overlap(left, right)
    )
    return Absence(one.member, one.delegate, begins, ends, fields) if begins < ends and fields else None
