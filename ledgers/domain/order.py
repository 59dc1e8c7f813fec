"""The written order of authority: who outranks whom in a field, as a total preorder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ledgers.domain.tiers import Tier

WEAKEST = 0


@dataclass(frozen=True)
class Entry:
    """A tier, or one source of it, which then has a place of its own."""

    tier: Tier
    source: str = ""

    def __str__(self) -> str:
        return f"{self.tier}:{self.source}" if self.source else str(self.tier)

    @classmethod
    def read(cls, text: str) -> Entry:
        """Read `tier` or `tier:source`; raises ValueError for a tier that does not exist."""
        tier, _, source = text.partition(":")
        return cls(Tier(tier), source)


Group = tuple[Entry, ...]


@dataclass(frozen=True)
class Order:
    """Groups of entries from strong to weak; the entries of one group are an explicit tie.

    What is external or unattributed is last and alone, whatever the groups say: it is never read from them.
    """

    groups: tuple[Group, ...]
    _ranks: Mapping[tuple[Tier, str], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        internal = [group for group in map(_internal, self.groups) if group]
        ranks = {
            (entry.tier, entry.source): len(internal) - place for place, group in enumerate(internal) for entry in group
        }
        object.__setattr__(self, "_ranks", MappingProxyType(ranks))

    def rank(self, tier: Tier, source: str, external: bool = False) -> int:
        """Higher is stronger; 0 is for what is external or unattributed, and for nothing else."""
        if external or tier is Tier.UNATTRIBUTED:
            return WEAKEST
        named = self._ranks.get((tier, source))
        return self._ranks[tier, ""] if named is None else named

    def with_first(self, tier: Tier, source: str) -> Order:
        """The same order with one source above everything else."""
        first = Entry(tier, source)
        rest = (tuple(entry for entry in group if entry != first) for group in self.groups)
        return Order(((first,), *(group for group in rest if group)))

    @classmethod
    def read(cls, written: Iterable[str | Sequence[str]]) -> Order:
        """Read an order as a policy writes it: entries, and lists of entries that tie."""
        return cls(tuple(tuple(map(Entry.read, [group] if isinstance(group, str) else group)) for group in written))


def _internal(group: Group) -> Group:
    return tuple(entry for entry in group if entry.tier is not Tier.UNATTRIBUTED)
