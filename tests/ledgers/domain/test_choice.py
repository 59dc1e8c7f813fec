"""What an owner's choice weighs: the strongest rank and the latest date before them, nothing still ahead."""

from __future__ import annotations

from datetime import UTC, datetime

from ledgers.domain.choice import chosen
from ledgers.domain.claim import ClaimId, Entry, Strength
from ledgers.domain.order import Order
from ledgers.domain.tiers import Tier

ORDER = Order.read(list(Tier))
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def entry(name: str, tier: Tier, month: int, year: int = 2026) -> Entry:
    dated = datetime(year, month, 1, tzinfo=UTC)
    return Entry(ClaimId(name), name, dated, None, Strength(tier, "any", dated), dated)


def test_the_choice_has_the_strongest_rank_and_the_latest_date_weighed() -> None:
    dana, lee = entry("dana", Tier.SYSTEM_OF_RECORD, 2), entry("lee", Tier.COUNTERPARTY, 11)
    strength = chosen(dana, [lee], ORDER, NOW).strength
    assert (strength.tier, strength.dated, strength.owner_word) == (Tier.SYSTEM_OF_RECORD, lee.start, True)


def test_a_losing_date_that_is_still_ahead_outdates_nothing_scheduled_before_it() -> None:
    dana, kim = entry("dana", Tier.SYSTEM_OF_RECORD, 2), entry("kim", Tier.SYSTEM_OF_RECORD, 6, 2027)
    scheduled = entry("lee", Tier.SYSTEM_OF_RECORD, 1, 2027)
    kept = chosen(dana, [kim], ORDER, NOW).strength
    assert kept.dated == dana.start
    assert kept.key(ORDER) < scheduled.strength.key(ORDER)


def test_a_chosen_claim_that_is_ahead_keeps_its_own_date() -> None:
    dana, kim = entry("dana", Tier.SYSTEM_OF_RECORD, 2), entry("kim", Tier.COUNTERPARTY, 6, 2027)
    assert chosen(kim, [dana], ORDER, NOW).strength.dated == kim.start
