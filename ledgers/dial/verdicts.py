"""What the rules would have made of a claim that a person decided, and whose fact met whose.

The claim is judged again from what the log says was read then, under the order of authority of today. Lifted are only
the stops that hand a claim to a person although authority and dates have an answer: a sensitive field or content, a
field outside the automatic scope, an author who may not propose, a look-alike. Where authority and dates have none (a
tie, a review that is past, a date nobody gave), neither have the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ledgers.backtest.outcomes import outcome
from ledgers.domain.minutes import Reread
from ledgers.domain.order import Entry, Order
from ledgers.domain.policy import FieldRule
from ledgers.domain.tiers import Tier


@dataclass(frozen=True, slots=True)
class Pair:
    """Whose fact stood (None: nothing did) and whose claim came: each a tier, or a source with a place of its own."""

    stood: Entry | None
    came: Entry


def verdict(seen: Reread, rule: FieldRule) -> bool | None:
    """Whether the rules would let stand what the claim says; None where they have no answer."""
    freed = replace(rule, automatic=True, sensitivity="", watched=frozenset())
    claim = replace(seen.claim, may_propose=True, content=(), lookalike=False)
    situation = replace(seen.situation, content=False)
    return outcome(Reread(claim, situation, seen.weighed), freed).stands


def pair(seen: Reread, order: Order) -> Pair:
    """The two that met where the claim begins to hold, else where it meets another value first."""
    claim, timeline = seen.claim.entry, seen.situation.timeline
    met = [window for window in timeline if claim.overlaps(window.start, window.end)]
    window = next(iter([one for one in met if one.value != claim.value] or met), None)
    came = Entry(claim.strength.tier, claim.strength.source)
    if window is None:
        return Pair(None, _placed(came, order))
    stood = Entry(window.entry.strength.tier, window.entry.strength.source)
    if _ranked_by_name(stood, came, order):
        return Pair(stood, came)
    return Pair(_placed(stood, order), _placed(came, order))


def _ranked_by_name(stood: Entry, came: Entry, order: Order) -> bool:
    """Two sources of one tier are told apart, two persons never: the dial ranks nobody."""
    one_tier = stood.tier == came.tier and stood.source != came.source
    return one_tier and stood.tier not in (Tier.AUTHORIZED_PERSON, Tier.UNATTRIBUTED)


def _placed(entry: Entry, order: Order) -> Entry:
    """The source where the order names it, else its tier."""
    named = any(entry in group for group in order.groups)
    return entry if named and entry.tier is not Tier.AUTHORIZED_PERSON else Entry(entry.tier)
