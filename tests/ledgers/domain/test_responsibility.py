"""Who is responsible for a fact, and who may propose a change to it."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgers.domain.responsibility import Responsibility, find, may_propose, owner_of, person_of, tie

HOURS = Responsibility(
    "hours", scope="team:ops", field="working.hours", subject="worker:*",
    owner_is_self=True, backup="ops", proposers=("self",),
)  # fmt: skip
FINANCE = Responsibility(
    "finance", scope="team:finance", field="rule.*", owner="fernanda", backup="eva", proposers=("member:fernanda",)
)


def test_own_working_hours_yes_a_colleagues_no() -> None:
    assert may_propose(HOURS, "member:jo", "worker:jo", "team:ops")
    assert not may_propose(HOURS, "member:jo", "worker:bea", "team:ops")
    assert owner_of(HOURS, "team:ops", "worker:bea") == "bea"


def test_a_sales_assistants_claim_on_a_finance_rule_waits_for_finance() -> None:
    row = find([HOURS, FINANCE], "team:finance", "rule.discount", "rule:discount")
    assert row is FINANCE
    assert not may_propose(row, "agent:sales-assistant", "rule:discount", "team:finance")
    assert owner_of(row, "team:finance", "rule:discount") == "fernanda"


def test_nobody_may_propose_where_nobody_is_responsible() -> None:
    assert find([HOURS, FINANCE], "client:acme", "rule.discount", "customer:acme") is None
    assert not may_propose(None, "member:ana", "customer:acme", "client:acme")


@pytest.mark.parametrize(
    ("entry", "author", "right"),
    [
        ("*", "agent:inbox", True),
        ("member:*", "member:ana", True),
        ("member:*", "agent:ana", False),
        ("agent:inbox-*", "agent:inbox-2", True),
        ("agent:inbox-*", "agent:inbox", False),
        ("agent:inbox", "agent:inbox", True),
        ("agent:inbox", "agent:inbox-2", False),
        ("agent:inbox", "member:inbox", False),
    ],
)
def test_proposers_are_keys_and_patterns_of_them(entry: str, author: str, right: bool) -> None:
    row = Responsibility("r", owner="ana", backup="eva", proposers=(entry,))
    assert may_propose(row, author, "customer:acme", "client:acme") is right


@pytest.mark.parametrize(
    ("scope", "subject", "person"),
    [
        ("user:U1", "code", "u1"),
        ("pair:u1/c1", "person:somebody", "u1"),
        ("client:acme", "Client : ACME", "acme"),
        ("team:ops", "worker:jo", "jo"),
        ("team:ops", "jo", "jo"),
    ],
)
def test_self_is_the_person_of_a_personal_scope_else_of_the_subject(scope: str, subject: str, person: str) -> None:
    assert person_of(scope, subject) == person


def test_self_compares_keys_case_folded_for_agents_and_members_alike() -> None:
    row = Responsibility("r", owner="ana", backup="eva", proposers=("self",))
    assert may_propose(row, "agent:Acme", "client:ACME", "client:acme")
    assert may_propose(row, "member:acme", "client:acme", "client:acme")
    assert not may_propose(row, "member:acme", "client:acme", "user:ana")


NARROW_TO_WIDE = [
    Responsibility("1", scope="client:acme", field="payment.iban", subject="customer:acme"),
    Responsibility("2", scope="client:acme", field="payment.iban", subject="customer:*"),
    Responsibility("3", scope="client:acme", field="payment.iban"),
    Responsibility("4", scope="client:acme", field="payment.*", subject="customer:acme"),
    Responsibility("5", scope="client:acme", subject="customer:acme"),
    Responsibility("6", scope="client:*", field="payment.iban", subject="customer:acme"),
    Responsibility("7", scope="cl*", field="payment.iban", subject="customer:acme"),
    Responsibility("8", field="payment.iban", subject="customer:acme"),
    Responsibility("9"),
]


def test_scope_is_more_specific_than_field_and_field_than_subject() -> None:
    for start in range(len(NARROW_TO_WIDE)):
        row = find(NARROW_TO_WIDE[start:], "client:acme", "payment.iban", "Customer: ACME")
        assert row is NARROW_TO_WIDE[start]


PATTERNS = st.sampled_from(["*", "a*", "ab*", "ab", "abc", "b*"])
ROWS = st.lists(st.tuples(PATTERNS, PATTERNS, PATTERNS), min_size=1, max_size=5, unique=True).map(
    lambda rows: [Responsibility(str(place), *row) for place, row in enumerate(rows)]
)
KEYS = st.sampled_from(["ab", "abc", "abd", "b", "c"])


@given(ROWS, KEYS, KEYS, KEYS)
def test_one_answer_whatever_the_order_of_rows_once_ties_are_refused(
    rows: list[Responsibility], scope: str, field: str, subject: str
) -> None:
    assert all(tie(rows, row) is None for row in rows)
    assert len({find(order, scope, field, subject) for order in permutations(rows)}) == 1


def test_rows_that_differ_only_in_how_the_subject_is_written_tie() -> None:
    one = Responsibility("1", scope="client:*", subject="Customer: ACME")
    other = Responsibility("2", scope="client:*", subject="customer:acme")
    assert tie([one], other) is one
    assert tie([one], one) is None
