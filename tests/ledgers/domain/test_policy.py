"""What the written policy says about a field."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ledgers.domain.policy import Level, Policy, RegisteredField, digest, lint, parse
from ledgers.domain.tiers import Tier

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "ledgers" / "policies" / "shipped.toml"
P0 = ROOT / "tests" / "cases" / "p0.toml"
TIERS = [str(tier) for tier in Tier]


def policy(**members: object) -> Policy:
    return parse({"tiers": TIERS, "automatic": ["*"], **members})


def test_undeclared_fields_use_the_order_of_tiers() -> None:
    order = policy().rule(RegisteredField("company.plan"), "client:acme").order
    ranks = [order.rank(tier, "any") for tier in Tier]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_a_field_may_have_an_order_of_its_own() -> None:
    first = ["counterparty", *(tier for tier in TIERS if tier != "counterparty")]
    order = policy(fields={"diet": {"order": first}}).rule(RegisteredField("diet"), "client:p2").order
    assert order.rank(Tier.COUNTERPARTY, "portal") > order.rank(Tier.SYSTEM_OF_RECORD, "crm")


def test_a_tie_group_ranks_level_and_above_what_follows() -> None:
    written = [["system_of_record", "counterparty"], "approved_document", "authorized_person", "agent_inference"]
    order = policy(fields={"contact.primary": {"order": written}}).rule(RegisteredField("contact.primary"), "x").order
    assert order.rank(Tier.SYSTEM_OF_RECORD, "crm") == order.rank(Tier.COUNTERPARTY, "portal")
    assert order.rank(Tier.COUNTERPARTY, "portal") > order.rank(Tier.APPROVED_DOCUMENT, "handbook")


def test_a_named_source_ranks_above_the_rest_of_its_tier() -> None:
    order = (
        policy(fields={"payment.terms": {"order": ["system_of_record:billing", *TIERS]}})
        .rule(RegisteredField("payment.terms"), "client:acme")
        .order
    )
    assert order.rank(Tier.SYSTEM_OF_RECORD, "billing") > order.rank(Tier.SYSTEM_OF_RECORD, "crm")
    assert order.rank(Tier.AGENT_INFERENCE, "billing") == order.rank(Tier.AGENT_INFERENCE, "crm")


@pytest.mark.parametrize("declared", [True, False], ids=["by the policy", "by the registry"])
def test_an_authoritative_source_ranks_above_everything(declared: bool) -> None:
    said = {"authoritative": "approved_document:prices"} if declared else {}
    registered = RegisteredField("price.list", authoritative=None if declared else (Tier.APPROVED_DOCUMENT, "prices"))
    order = policy(fields={"price.list": said}).rule(registered, "team:dev").order
    assert order.rank(Tier.APPROVED_DOCUMENT, "prices") > order.rank(Tier.SYSTEM_OF_RECORD, "crm")
    assert order.rank(Tier.APPROVED_DOCUMENT, "other") < order.rank(Tier.SYSTEM_OF_RECORD, "crm")


def test_an_explicit_order_is_not_changed_by_the_authoritative_source() -> None:
    said = {"authoritative": "approved_document:prices", "order": TIERS}
    order = policy(fields={"price.list": said}).rule(RegisteredField("price.list"), "x").order
    assert order.rank(Tier.APPROVED_DOCUMENT, "prices") < order.rank(Tier.SYSTEM_OF_RECORD, "crm")


def test_sensitive_is_never_automatic_whoever_says_so() -> None:
    written = policy(fields={"contact.phone": {"sensitivity": "contact"}})
    assert not written.rule(RegisteredField("contact.phone"), "x").automatic
    assert not written.rule(RegisteredField("badge.number", sensitivity="permission"), "x").automatic
    assert written.rule(RegisteredField("company.plan"), "x").automatic


def test_the_registry_cannot_make_a_declared_field_less_sensitive_nor_the_policy_a_registered_one() -> None:
    written = policy(fields={"a": {"sensitivity": "contact"}, "b": {"sensitivity": ""}})
    assert written.rule(RegisteredField("a", sensitivity=""), "x").sensitivity == "contact"
    assert written.rule(RegisteredField("b", sensitivity="legal"), "x").sensitivity == "legal"


def test_the_most_specific_declaration_speaks_for_a_field() -> None:
    written = policy(
        fields={
            "price.*": {"review_days": 90},
            "price.list.*": {"review_days": 60},
            "price.list.retail": {"review_days": 30},
        }
    )
    days = {key: written.rule(RegisteredField(key), "x").review_days for key in ("price.a", "price.list.b", "prices")}
    assert days == {"price.a": 90, "price.list.b": 60, "prices": None}
    assert written.rule(RegisteredField("price.list.retail"), "x").review_days == 30


def test_automatic_scope_by_field_scope_and_authority() -> None:
    written = policy(
        automatic=["@authoritative", {"field": "note.*", "scope": "pair:*"}],
        fields={"company.plan": {"authoritative": "system_of_record:billing"}},
    )
    assert written.rule(RegisteredField("company.plan"), "client:acme").automatic
    assert not written.rule(RegisteredField("company.status"), "client:acme").automatic
    assert written.rule(RegisteredField("note.pets", many=True), "pair:u1/c1").automatic
    assert not written.rule(RegisteredField("note.pets", many=True), "client:acme").automatic


def test_four_eyes_by_class_and_by_field() -> None:
    written = policy(
        four_eyes=["payment"],
        fields={
            "payment.iban": {"sensitivity": "payment"},
            "payment.terms": {"sensitivity": "payment", "four_eyes": False},
            "rule.discount": {"four_eyes": True},
        },
    )
    held = {key: written.rule(RegisteredField(key), "x").four_eyes for key in written.fields}
    assert held == {"payment.iban": True, "payment.terms": False, "rule.discount": True}
    assert not written.rule(RegisteredField("company.plan"), "x").four_eyes


def test_hours_per_class_fall_back_to_other() -> None:
    written = policy(sla_hours={"payment": 2})
    assert (written.sla_hours("payment"), written.sla_hours("legal"), written.sla_hours("")) == (2, 24, 120)


def test_the_later_word_of_a_weaker_source_is_settled_per_field() -> None:
    written = policy(fields={"meeting.time": {"newer_weaker": "ask"}})
    assert written.rule(RegisteredField("meeting.time"), "x").newer_weaker == "ask"
    assert written.rule(RegisteredField("company.plan"), "x").newer_weaker == "caveat"


def test_the_digest_is_of_what_is_said_not_of_how() -> None:
    assert digest({"a": 1, "b": {"c": [1], "d": "é"}}) == digest({"b": {"d": "é", "c": [1]}, "a": 1})
    assert digest({"a": [1, 2]}) != digest({"a": [2, 1]})


@pytest.mark.parametrize("path", [SHIPPED, P0], ids=lambda path: path.stem)
def test_the_policies_of_the_house_have_nothing_blocking(path: Path) -> None:
    findings = lint(tomllib.loads(path.read_text()))
    assert {found.code for found in findings if found.level is Level.BLOCKING} == set()
    # The client's own word about its contact counts as much as ours: written on purpose.
    assert {found.code for found in findings} == {"tiers_tied"}


def test_the_shipped_policy_is_narrow() -> None:
    shipped = parse(tomllib.loads(SHIPPED.read_text()))
    automatic = {key for key in shipped.fields if shipped.rule(RegisteredField(key), "client:acme").automatic}
    assert automatic
    for key, said in shipped.fields.items():
        assert (key in automatic) == (said.authoritative is not None and not said.sensitivity)
        assert said.owner_role, key
        assert said.name, key
        assert said.name_pt, key
    sensitive = {said.sensitivity for said in shipped.fields.values()} - {None}
    assert sensitive == {"payment", "permission", "contact", "legal", "personal"}
    days = {
        key: shipped.fields[key].review_days for key in ("opening.hours", "rota.*", "price.*", "access.*", "contact.*")
    }
    assert days == {"opening.hours": 90, "rota.*": 90, "price.*": 90, "access.*": 30, "contact.*": 180}
