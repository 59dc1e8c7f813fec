"""Made-up claims are put on stage as the services would: they end as the comparison of policies says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ledgers.domain.decision import decide
from ledgers.domain.policy import FieldRule, RegisteredField, parse
from ledgers.domain.space import Case, Comes, Dates, Span, Stands, Voice, ages, cases
from ledgers.domain.staging import NOW, OVER, RUNS_OUT, Pair, carried, comes_from, staged, stood_from
from ledgers.domain.supposed import Came, Judged, Stood, Supposed, judge
from ledgers.domain.tiers import Tier

TIERS = [str(tier) for tier in Tier]
POLICY = parse(
    {
        "tiers": TIERS,
        "automatic": ["plain", "many"],
        "fields": {
            "plain": {"review_days": 90},
            "left": {"newer_weaker": "ask"},
            "guarded": {"sensitivity": "payment", "review_days": 30},
            "many": {"values": "many"},
            "tied": {
                "order": [["system_of_record", "counterparty"], *TIERS[1:3], "agent_inference"],
                "review_days": 90,
            },
        },
    }
)
CRM, CLIENT = Voice("crm", Tier.SYSTEM_OF_RECORD), Voice("client", Tier.COUNTERPARTY)
STRANGER = Voice("client", Tier.UNATTRIBUTED, "not_bound_to_subject")
PAIRS = [Pair(CLIENT, CRM), Pair(CRM, CRM), Pair(STRANGER, CLIENT)]
ALONE = [Pair(CRM), Pair(CLIENT), Pair(STRANGER)]


def rule(key: str) -> FieldRule:
    return POLICY.rule(RegisteredField(key, many=key == "many"), "*")


def supposed(case: Case, pair: Pair, of: FieldRule) -> Supposed:
    carries = carried(case, pair.comes, of)
    came = Came(
        case.comes,
        pair.comes,
        None if case.assumed else comes_from(case),
        OVER if case.span is Span.ENDED else None,
        NOW,
        may_propose=case.may_propose,
        content=carries[0] if carries else "",
    )
    if pair.stands is None:
        return Supposed(None, came, held=case.held)
    stood = Stood(
        case.stands,
        pair.stands,
        stood_from(case),
        RUNS_OUT if case.span is Span.UNTIL else None,
        NOW - timedelta(days=case.days),
        chosen=case.dates is Dates.CHOSEN,
        content=case.stood,
    )
    return Supposed(stood, came, held=case.held)


@pytest.mark.parametrize("key", list(POLICY.fields))
def test_what_is_made_up_ends_as_the_comparison_of_policies_says(key: str) -> None:
    """Every thirteenth case of the whole space, each with another pair."""
    of, every = rule(key), cases(ages(rule(key).review_days))[::13]
    for number, case in enumerate(every):
        pair = (ALONE if case.stands is Stands.NOTHING else PAIRS)[number % 3]
        found = judge(supposed(case, pair, of), of, UTC)
        assert found.decision == decide(*staged(case, pair, of), of), (case, pair)
    assert len(every) > 100


def day(number: int) -> datetime:
    return datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=number)


def later(key: str = "plain", **said: object) -> Judged:
    stood = Stood(Stands.VALUE, CRM, day(0), None, day(0))
    came = Came(**{"comes": Comes.OTHER, "voice": CRM, "since": day(20), "until": None, "at": day(30), **said})  # type: ignore[arg-type]  # members of a claim
    return judge(Supposed(stood, came), rule(key), UTC)


def test_what_holds_then_is_told_window_by_window() -> None:
    after = [(window.value, window.start, window.end) for window in later(until=day(40)).after]
    assert after == [("stood", day(0), day(20)), ("comes", day(20), day(40)), ("stood", day(40), None)]


def test_a_correction_without_a_date_takes_the_dates_of_what_it_corrects() -> None:
    found = later(comes=Comes.CORRECT, since=None)
    assert (found.decision.rule, found.decision.status) == ("correct.replaces", "accepted")
    assert [(window.value, window.start) for window in found.after] == [("comes", day(0))]


def test_a_subject_that_looks_like_another_waits_before_anything_else() -> None:
    assert later(lookalike=True).decision.reason == "lookalike_subject"


def test_whoever_is_asked_has_the_hours_of_the_gravest_class() -> None:
    assert later("guarded").treated == "payment"
    assert later(content="email").treated == "contact"
    assert (later().treated, later().waits) == ("", False)
