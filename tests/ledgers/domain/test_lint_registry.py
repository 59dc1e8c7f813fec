"""What a policy asks of the registries: each finding with the least that brings it, and silence one step away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ledgers.domain.findings import Level
from ledgers.domain.lint_registry import Answering, RegisteredSource, RegistryReading, lint_registry
from ledgers.domain.policy import parse
from ledgers.domain.tiers import Tier

GOOD = RegistryReading(
    sources={"crm": RegisteredSource("system_of_record")},
    fields={"company.name": "", "payment.iban": "payment"},
    answering=(Answering("client:acme", "*", frozenset({"ana", "rui"})),),
    day_hours=9,
)


def document(**said: object) -> dict[str, Any]:
    fields = {"company.name": {"authoritative": "system_of_record:crm"}, "payment.iban": {"sensitivity": "payment"}}
    return {
        "tiers": [*map(str, Tier)],
        "automatic": ["company.name"],
        "four_eyes": ["payment"],
        "fields": fields,
        **said,
    }


def found(reading: RegistryReading, **said: object) -> list[str]:
    policy = parse(document(**said))
    return [f"{one.level} {one.code} {one.where}" for one in lint_registry(policy, reading)]


def test_nothing_is_found_where_the_registries_have_what_is_asked() -> None:
    assert found(GOOD) == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (None, "source_not_registered"),
        (RegisteredSource("unattributed", external=True), "external_above_internal"),
        (RegisteredSource("unattributed"), "external_above_internal"),
        (RegisteredSource("approved_document"), "source_of_other_tier"),
    ],
)
def test_a_source_is_registered_as_the_policy_names_it(source: RegisteredSource | None, code: str) -> None:
    reading = replace(GOOD, sources={"crm": source} if source else {})
    assert found(reading) == [f'blocking {code} fields."company.name".authoritative']


def test_a_source_in_an_order_counts_too_and_is_told_once() -> None:
    order = ["system_of_record:erp", *(str(tier) for tier in Tier)]
    fields = {"company.name": {"order": order}, "company.plan": {"order": order}}
    assert found(GOOD, fields=fields) == ['blocking source_not_registered fields."company.name".order[0]']


def test_a_field_has_an_owner() -> None:
    reading = replace(GOOD, answering=(Answering("*", "payment.*", frozenset({"ana", "rui"})),))
    assert found(reading) == ['blocking nobody_responsible fields."company.name"']


def test_where_two_people_have_to_agree_every_account_has_two() -> None:
    alone = Answering("client:bolt", "payment.*", frozenset({"ana"}))
    reading = replace(GOOD, answering=(*GOOD.answering, alone))
    assert found(reading) == ['blocking too_few_people fields."payment.iban"']
    assert found(reading, four_eyes=[]) == []
    elsewhere = replace(alone, field="company.*")
    assert found(replace(GOOD, answering=(*GOOD.answering, elsewhere))) == []


def test_a_field_that_only_the_registry_calls_sensitive_is_not_automatic() -> None:
    reading = replace(GOOD, fields={"company.name": "personal"})
    assert found(reading) == ["blocking automatic_sensitive automatic[0]"]
    said = {"company.name": {"sensitivity": ""}}
    assert found(reading, fields=said) == ['warning sensitive_to_rule fields."company.name"']


def test_what_is_taken_away_from_people_is_told_before_all_else() -> None:
    """Against the base and the registry alike; two people may want it, so it does not block."""
    before = replace(GOOD, before=parse(document()), forecast={"ana": 99.0})
    unmarked = {"company.name": {}, "payment.iban": {"sensitivity": ""}}
    lost = 'warning no_longer_sensitive fields."payment.iban"'
    one = 'warning one_person_for_two fields."payment.iban"'
    load = "warning many_cases automatic"
    assert found(before) == [load]
    assert found(before, fields=unmarked) == [lost, one, load]
    assert found(replace(before, before=None), fields=unmarked) == [lost, load]
    assert found(replace(before, fields={}), fields=unmarked)[:2] == [lost, one]
    by_rule = 'warning sensitive_to_rule fields."payment.iban"'
    assert found(before, fields=unmarked, automatic=["*"]) == [by_rule, load]
    sure = replace(before, authoritative=frozenset({"payment.iban"}))
    assert found(sure, fields=unmarked, automatic=["@authoritative"]) == [by_rule, load]
    assert found(before, fields=unmarked, automatic=["@authoritative"]) == [lost, one, load]
    assert found(before, four_eyes=[]) == [one, load]
    assert found(before, fields={"payment.iban": {"sensitivity": "contact"}}) == [one, load]
    # Left out, a mark stays in the registry; what a pattern marks is lost by a declaration that is closer.
    assert found(before, fields={}) == [load]
    wide = {"payment.*": {"sensitivity": "payment"}}
    pattern = replace(before, fields={"payment.*": "payment"}, before=parse(document(automatic=[], fields=wide)))
    closer = {**wide, "payment.iban": {}}
    assert found(pattern, automatic=[], fields=wide) == [load]
    assert found(pattern, automatic=[], fields=closer) == [lost, one, load]
    (told, *_rest) = lint_registry(parse(document(fields=unmarked)), before)
    assert told.params == {"field": "payment.iban", "sensitivity": "payment"}


@pytest.mark.parametrize(
    ("hours", "told"), [({"payment": 4}, False), ({"payment": 3}, True), ({"other": 8}, True), ({"other": 9}, False)]
)
def test_an_answer_is_not_wanted_sooner_than_anybody_is_back(hours: dict[str, int], told: bool) -> None:
    name = next(iter(hours))
    assert found(GOOD, sla_hours=hours) == ([f"warning shorter_than_a_day sla_hours.{name}"] if told else [])


def test_nobody_is_to_get_more_cases_than_they_can_decide() -> None:
    assert found(replace(GOOD, forecast={"ana": 20.0, "rui": 20.4})) == ["warning many_cases automatic"]


def test_only_hours_and_numbers_of_cases_do_not_block() -> None:
    reading = RegistryReading(forecast={"ana": 99.0})
    levels = {one.code: one.level for one in lint_registry(parse(document(sla_hours={"other": 1})), reading)}
    assert {code for code, level in levels.items() if level is Level.WARNING} == {"shorter_than_a_day", "many_cases"}
