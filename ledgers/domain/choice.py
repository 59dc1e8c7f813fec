"""An owner's choice: what was weighed, and what the chosen claim weighs from then on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from ledgers.domain.claim import Entry, Strength
from ledgers.domain.policy import Order


def strongest(weighed: Iterable[Entry], order: Order, now: datetime) -> Strength:
    """The rank of the strongest and the date of the latest claim weighed, with the owner's word.

    A date still ahead does not count: the choice would outdate what is scheduled between now and then, which nobody
    was shown.
    """
    strengths = [entry.strength for entry in weighed]
    top = max(strengths, key=lambda strength: strength.key(order))
    begun = [strength.dated for strength in strengths if strength.dated <= now]
    return Strength(top.tier, top.source, max(begun, default=top.dated), owner_word=True)


def chosen(entry: Entry, weighed: Iterable[Entry], order: Order, now: datetime) -> Entry:
    """The chosen claim as it competes from its date on; never dated before its own date."""
    strength = strongest([entry, *weighed], order, now)
    return replace(entry, strength=replace(strength, dated=max(strength.dated, entry.strength.dated)))
