"""The simulated month, small: its real conflicts are asked about, once each, and nothing else is."""

from __future__ import annotations

import pytest

from memoryhub.learning.month.events import planted, say
from memoryhub.learning.month.firm import SYSTEMS, Change, Holding, holdings
from memoryhub.learning.month.measuring import GOAL, simulate

DAYS = 9


def _firm() -> list[Holding]:
    """One conflict of each kind, and changes that rules settle alone."""
    return [
        Holding("acme", "contact.primary", "Dana", [Change(2, "Lee", by_client=True)]),
        Holding("acme", "contact.phone", "+5511912345678", [Change(3, "+5511987654321", by_client=False)]),
        Holding("acme", "payment.pix", "11222333000181", fraud=2),
        Holding("acme", "company.address", "Rua A, 1", [Change(3, "Rua B, 2", by_client=False)]),
        Holding("acme", "opening.hours", "09:00-18:00", [Change(2, "08:00-17:00", by_client=True)]),
        Holding("acme", "company.plan", "Team"),
    ]


@pytest.mark.django_db
def test_every_real_conflict_is_asked_about_once_and_nothing_else() -> None:
    result = simulate(_firm(), days=DAYS, seed=1)
    assert (result.planted, result.missed) == (3, 0)
    assert result.beyond == {}
    assert result.cases == {"conflict": 3}
    assert (result.true, result.facts) == (6, 6)


@pytest.mark.django_db
def test_a_week_of_a_small_firm_stays_under_the_goal() -> None:
    days, seed = 6, 7
    result = simulate(holdings(2, days, seed), days=days, seed=seed)
    assert result.claims == len(say(holdings(2, days, seed), days, seed)) > 120
    assert result.missed == 0
    assert result.beyond_per_1000 <= GOAL


def test_the_same_seed_gives_the_same_month_and_another_seed_another() -> None:
    assert say(holdings(3, 5, 1), 5, 1) == say(holdings(3, 5, 1), 5, 1)
    assert say(holdings(3, 5, 1), 5, 1) != say(holdings(3, 5, 2), 5, 2)


def test_a_month_of_fifty_clients_holds_what_the_goal_is_about() -> None:
    facts = holdings(50, 30, 1)
    said = say(facts, 30, 1)
    assert len(facts) == 50 * len(SYSTEMS) == 500
    assert {one.source for one in said} == {
        "crm",
        "billing",
        "plan",
        "profiles",
        "client-messages",
        "chat",
        "mail",
    }
    assert planted(facts) >= 5
    assert all(not one.dated for one in said if one.source in SYSTEMS.values())
