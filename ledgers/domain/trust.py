"""Whose weight a claim carries: its source's tier, unless what it is based on weighs less."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ledgers.domain.tiers import Tier

# Strong to weak as shipped: what is derived never gains on what it is derived from, in whatever order a field ranks.
_SHIPPED = tuple(Tier)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The tier a claim competes with, and the code of the reason when it is not its source's own."""

    tier: Tier
    reason: str = ""


def weakest(tiers: Iterable[Tier]) -> Tier:
    return max(tiers, key=_SHIPPED.index)


def weigh(
    tier: Tier, *, speaks_for_subject: bool, relayed: bool, quoted: bool, derived_from: Iterable[Tier] | None
) -> Weighed:
    """The tier of a claim posted through a source of `tier`.

    A counterparty weighs only about the subjects it is bound to; a message an agent passes on keeps its speaker's tier
    only if the quote holds the value; what is derived has the weakest tier of its line and never more than
    `agent_inference` (`derived_from` is None for a claim that is not derived).
    """
    if tier is Tier.COUNTERPARTY and not speaks_for_subject:
        return Weighed(Tier.UNATTRIBUTED, "not_bound_to_subject")
    if derived_from is not None:
        return Weighed(weakest([tier, Tier.AGENT_INFERENCE, *derived_from]), "derived")
    if relayed and not quoted:
        return Weighed(weakest([tier, Tier.AGENT_INFERENCE]), "value_not_in_quote")
    return Weighed(tier)
