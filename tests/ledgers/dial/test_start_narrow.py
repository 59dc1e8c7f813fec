"""A new workspace starts narrow: rules settle alone only what has an authority and hurts nobody, and personal notes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from escalations.start.setting_up import blank, document
from ledgers.dial import suggestions
from ledgers.domain.content import CONTENT
from ledgers.domain.policy import Policy, RegisteredField, parse
from ledgers.domain.shape import SENSITIVITIES
from ledgers.domain.tiers import Tier
from ledgers.policies.files import shipped
from memoryhub.accounts.models import Member
from tests.factories import ROOT

CRM = (Tier.SYSTEM_OF_RECORD, "crm")
# Where a firm keeps its facts, and where two talk to each other.
FIRM, PAIR = ("client:acme", "team:dev", "user:ana"), "pair:ana/luna"


def row(key: str, **said: str) -> dict[str, Any]:
    return {**blank([], Member(key="ana")), "field": key, **said}


ROWS = [
    row("company.plan", source="crm"),
    row("company.motto"),
    row("contact.primary", sensitivity="contact", source="crm"),
    row("payment.iban", type="iban", sensitivity="payment", source="crm"),
]
POLICIES: Mapping[str, Mapping[str, Any]] = {
    "shipped": shipped(),
    "the usual facts": document("shipped", ROWS),
    "an empty table": document("", ROWS),
}


def automatic(policy: Policy, key: str, scope: str, **registry: Any) -> bool:  # noqa: ANN401 - members of a field
    return policy.rule(RegisteredField(key, **registry), scope).automatic


@pytest.mark.parametrize("said", POLICIES.values(), ids=POLICIES)
def test_rules_settle_alone_what_has_an_authority_and_is_not_sensitive(said: Mapping[str, Any]) -> None:
    policy = parse(said)
    for pattern, field in policy.fields.items():
        key = pattern.replace("*", "anything")
        for scope in (*FIRM, PAIR):
            wanted = not field.sensitivity and (field.authoritative is not None or (pattern, scope) == ("note.*", PAIR))
            assert automatic(policy, key, scope) == wanted, (key, scope)
    assert said["automatic"] == ["@authoritative", {"field": "note.*", "scope": "pair:*"}]


@pytest.mark.parametrize("said", POLICIES.values(), ids=POLICIES)
def test_what_nobody_thought_of_waits_for_its_owner(said: Mapping[str, Any]) -> None:
    policy = parse(said)
    assert not automatic(policy, "new.field", "client:acme")
    # With an authority in the registry rules settle it, and no longer once the registry calls it sensitive.
    assert automatic(policy, "new.field", "client:acme", authoritative=CRM)
    for sensitivity in SENSITIVITIES:
        assert not automatic(policy, "new.field", "client:acme", authoritative=CRM, sensitivity=sensitivity)


def test_what_ships_looks_for_sensitive_content_in_harmless_fields() -> None:
    assert set(CONTENT) - {"bank_account"} <= parse(shipped()).detectors


def test_the_page_about_the_dial_names_the_counts_and_bounds_that_hold() -> None:
    text = (ROOT / "docs/autonomy.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| (widen|narrow|order) \| (\d+) \| (\d+) %", text, re.MULTILINE)
    assert told == [
        ("widen", str(suggestions.WIDEN_COUNT), f"{suggestions.WIDEN_LOW:.0%}"[:-1]),
        ("narrow", str(suggestions.NARROW_COUNT), f"{suggestions.NARROW_HIGH:.0%}"[:-1]),
        ("order", str(suggestions.ORDER_COUNT), f"{suggestions.ORDER_LOW:.0%}"[:-1]),
    ]
    assert f"at least {suggestions.OTHERS}" in text
    assert f"last {suggestions.DAYS} days" in text
