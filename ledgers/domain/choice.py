"""An owner's choice: what was weighed, and what the chosen claim weighs from then on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from ledgers.domain.claim import Entry, Strength
from ledgers.domain.policy import Order


def strongest(weighed: Iterable[Entry], order: Order) -> Strength:
    """The rank of the strongest and the date of the latest claim weighed, with the owner's word."""
    strengths = [entry.strength for entry in weighed]
    top = max(strengths, key=lambda strength: strength.key(order))
    return Strength(top.tier, top.source, max(strength.dated for strength in strengths), owner_word=True)


def chosen(entry: Entry, weighed: Iterable[Entry], order: Order, start: datetime | None = None) -> Entry:
    """The chosen claim as it competes from its date on; `start` replaces the claim's own date."""
    return replace(entry, strength=strongest([entry, *weighed], order), start=start or entry.start)
