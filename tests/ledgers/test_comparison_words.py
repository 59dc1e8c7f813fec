"""What a comparison of two policies says to whoever edits them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from django.utils import translation

from ledgers.comparison_words import explain, lines
from ledgers.domain.compared import Shift, compare
from ledgers.domain.policy import RegisteredField, parse
from ledgers.domain.space import SaidSource
from ledgers.domain.tiers import Tier

TIERS = [str(tier) for tier in Tier]
FIELDS = [RegisteredField("contact.primary"), RegisteredField("note.*", many=True), RegisteredField("diet")]
NAMES = {"contact.primary": "Main contact"}
SOURCES = [
    SaidSource("crm", Tier.SYSTEM_OF_RECORD, "CRM"),
    SaidSource("portal", Tier.COUNTERPARTY, "the client"),
    SaidSource("web", Tier.UNATTRIBUTED, external=True),
]
TIED = [["system_of_record", "counterparty"], *TIERS[1:3], TIERS[4]]


def document(**members: object) -> dict[str, Any]:
    return {"tiers": TIERS, "automatic": ["contact.primary", "diet"], **members}


OLD = document()
# Of everything something.
NEW = document(
    fields={"contact.primary": {"order": TIED, "review_days": 30}, "diet": {"sensitivity": "personal"}},
    automatic=["contact.primary", {"field": "note.*", "scope": "pair:*"}],
    newer_weaker="ask",
    detectors=["iban"],
    sla_hours={"payment": 2},
    four_eyes=["payment"],
)


@cache
def both_ways() -> list[Any]:
    return [
        group
        for old, new in ((OLD, NEW), (NEW, OLD))
        for group in compare(parse(old), parse(new), FIELDS, SOURCES, ["client:acme"]).groups
    ]


def test_a_group_is_a_sentence_with_an_example() -> None:
    tied = document(fields={"contact.primary": {"order": TIED}})
    found = compare(parse(OLD), parse(tied), FIELDS, SOURCES, ["client:acme"]).groups
    groups = [group for group in found if group.shift is Shift.TO_OWNER and group.was.action == "reject_conflict"]
    words = explain(groups[0], NAMES)
    assert words.sentence == (
        "For “Main contact”, when a value of CRM stands and the client says another value with the same date: "
        "before settled by rule for CRM: not taken over (weaker source); "
        "after to its owner (two values with the same rank and date)."
    )
    assert " ".join(words.example) == (
        "customer:acme in client:acme. CRM has “Dana” since 1 Jan 2026. the client says “Lee” from 1 Jan 2026."
    )
    assert "Its source (other party, own data) ranks below that of the other fact (system of record)." in words.was
    assert (
        "Both sources have the same rank in this field (other party, own data and system of record)." in words.becomes
    )
    assert words.becomes[-1] == "Stopped: two values with the same rank and date. The owner decides."


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_every_group_can_be_said(language: str) -> None:
    groups = both_ways()
    assert {group.shift for group in groups} == set(Shift)
    with translation.override(language):
        for group in groups:
            words = explain(group, NAMES)
            said = [words.sentence, words.count, words.shift, *words.example, *words.was, *words.becomes]
            assert all(said)
            # A code that has no words is shown as it is.
            assert not [text for text in said if re.search(r"%\(|\b[a-z]+\.[a-z]+_[a-z]+\b|_", text)]


def test_the_values_of_an_example_fit_their_field() -> None:
    fields = [RegisteredField(key) for key in ("access.crm", "company.plan", "contact.primary")]
    marked = document(fields={"access.crm": {"sensitivity": "permission"}}, automatic=["*"])
    told = set()
    for old, new in ((document(automatic=[]), document(automatic=["*"])), (marked, document(automatic=["*"]))):
        for group in compare(parse(old), parse(new), fields, SOURCES, []).groups:
            case, value = group.example.case, group.example.comes.value
            if value is not None and not case.content and not case.stood:
                told.add((group.field, value))
    assert {("access.crm", "admin"), ("company.plan", "B"), ("contact.primary", "Lee")} <= told


def test_portuguese_is_not_english() -> None:
    groups = both_ways()
    english = [explain(group, NAMES).sentence for group in groups]
    with translation.override("pt-br"):
        portuguese = [explain(group, NAMES).sentence for group in groups]
    assert not set(english) & set(portuguese)


def test_scopes_are_named_where_they_count() -> None:
    said = [explain(group, NAMES).sentence for group in both_ways()]
    assert any("“note.*” in pair:*, when" in text for text in said)


def test_what_the_documents_say_otherwise_is_listed() -> None:
    said = list(lines(compare(parse(OLD), parse(NEW), FIELDS, SOURCES, []), NAMES))
    assert "  sla_hours.payment: 4 → 2" in said
    assert "  newer_weaker: caveat → ask" in said
    assert '  fields."contact.primary".review_days: not said → 30' in said
    assert list(lines(compare(parse(OLD), parse(OLD), FIELDS, SOURCES, []), NAMES)) == [
        "No case would be decided otherwise."
    ]
