"""Scopes that two policies treat alike, and what two documents say differently."""

from __future__ import annotations

from typing import Any

from ledgers.domain.amended import amended
from ledgers.domain.policy import RegisteredField, parse
from ledgers.domain.regions import kinds, regions
from ledgers.domain.tiers import Tier

TIERS = [str(tier) for tier in Tier]
PLAN = RegisteredField("plan")


def document(**members: object) -> dict[str, Any]:
    return {"tiers": TIERS, **members}


def in_scopes(*scopes: str) -> dict[str, Any]:
    return document(automatic=[{"field": "plan", "scope": scope} for scope in scopes])


def test_each_pattern_has_a_scope_that_no_narrower_one_covers() -> None:
    old, new = parse(in_scopes("client:*")), parse(in_scopes("client:acme", "client:ac*", "team:dev"))
    found = {kind.pattern: kind.witness for kind in kinds(old, new, [])}
    assert found["client:acme"] == "client:acme"
    assert found["client:ac*"].startswith("client:ac")
    assert found["client:ac*"] != "client:acme"
    assert found["client:*"].startswith("client:")
    assert not found["client:*"].startswith("client:ac")
    assert found["team:dev"] == "team:dev"
    assert not found[""].startswith("client:")


def test_a_registered_scope_stands_for_its_kind() -> None:
    old, new = parse(in_scopes("client:*")), parse(in_scopes())
    found = {kind.pattern: kind.witness for kind in kinds(old, new, ["client:zeta", "team:dev", "client:*"])}
    assert found == {"": "team:dev", "client:*": "client:zeta"}


def test_even_where_patterns_take_all_usual_names_one_is_left() -> None:
    old, new = parse(in_scopes("c*", "t*", "p*")), parse(in_scopes("À*"))
    found = {kind.pattern: kind.witness for kind in kinds(old, new, [])}
    assert found[""][0] not in "ctpÀ"


def test_kinds_with_one_rule_are_one_region() -> None:
    old, new = parse(in_scopes("client:*", "team:*")), parse(in_scopes("team:*", "user:*"))
    found = regions(old, new, PLAN, PLAN, kinds(old, new, []))
    assert {region.scopes: (region.old.automatic, region.new.automatic) for region in found} == {
        ("",): (False, False),
        ("client:*",): (True, False),
        ("team:*",): (True, True),
        ("user:*",): (False, True),
    }
    same = regions(old, new, RegisteredField("other"), RegisteredField("other"), kinds(old, new, []))
    assert [region.scopes for region in same] == [("*",)]


def test_members_that_mean_the_same_are_not_told() -> None:
    written_out = document(newer_weaker="caveat", sla_hours={"payment": 4}, write_back_days=5, automatic=[])
    assert amended(parse(document(name="One")), parse(written_out)) == ()


def test_every_member_of_a_document_is_told() -> None:
    order = ["counterparty", *(tier for tier in TIERS if tier != "counterparty")]
    new = document(
        tiers=order,
        automatic=["plan"],
        newer_weaker="ask",
        four_eyes=["legal"],
        detectors=["pix"],
        sla_hours={"legal": 30},
        write_back_days=9,
        fields={
            "plan": {"authoritative": "counterparty:portal", "order": order, "type": "enum", "options": ["a", "b"]}
        },
        admission=[{"allow": "never", "kinds": ["belief"]}],
    )
    found = {one.path: (one.old, one.new) for one in amended(parse(document()), parse(new))}
    assert found == {
        "tiers": (TIERS, order),
        "automatic": ([], [{"field": "plan", "scope": "*"}]),
        "newer_weaker": ("caveat", "ask"),
        "four_eyes": ([], ["legal"]),
        "detectors": (["iban", "pix", "card", "bank_account", "cpf_cnpj", "email", "phone"], ["pix"]),
        "sla_hours.legal": (24, 30),
        "write_back_days": (5, 9),
        'fields."plan"': (None, True),
        'fields."plan".authoritative': (None, "counterparty:portal"),
        'fields."plan".order': (None, order),
        'fields."plan".type': (None, "enum"),
        'fields."plan".options': (None, ["a", "b"]),
        "admission": ([], [{"allow": "never", "kinds": ["belief"]}]),
    }


def test_silence_and_not_sensitive_differ() -> None:
    silent, open_ = document(fields={"plan": {}}), document(fields={"plan": {"sensitivity": ""}})
    found = amended(parse(silent), parse(open_))
    assert [(one.path, one.old, one.new) for one in found] == [('fields."plan".sensitivity', None, "")]
