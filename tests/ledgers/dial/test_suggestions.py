"""What the counts suggest, and what no count can make them suggest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count as numbers
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest

from ledgers.dial import edits
from ledgers.dial.counting import rows
from ledgers.dial.law import Law
from ledgers.dial.reading import Question
from ledgers.dial.suggestions import OUTSIDE, Suggestion, suggest
from ledgers.domain.findings import Level
from ledgers.domain.minutes import Reread
from ledgers.domain.order import Entry
from ledgers.domain.policy import RegisteredField, lint, recorded
from ledgers.domain.space import Case, Comes, Dates, Stands, Voice
from ledgers.domain.staging import Pair, staged
from ledgers.domain.tiers import Tier
from tests.ledgers.dial.world import DOCUMENT

CRM = Voice("crm", Tier.SYSTEM_OF_RECORD)
BILLING = Voice("billing", Tier.SYSTEM_OF_RECORD)
CLIENT = Voice("client", Tier.COUNTERPARTY)
ANA_SAYS, BIA_SAYS = Voice("member-ana", Tier.AUTHORIZED_PERSON), Voice("member-bia", Tier.AUTHORIZED_PERSON)
PEOPLE = [uuid5(UUID(int=0), name) for name in ("ana", "bia", "eva")]
PLAN, SIZE = "company.plan", "company.size"
NOTHING: Mapping[str, str] = {}


def law(document: Mapping[str, Any] = DOCUMENT, sensitive: Mapping[str, str] = NOTHING) -> Law:
    """The fields as the policy declares them; `sensitive`: classes that the registry has for some by now."""
    registered = {key: RegisteredField(key, sensitivity=sensitive.get(key, "")) for key in document["fields"]}
    extra = {key: RegisteredField(key, sensitivity=said) for key, said in sensitive.items()}
    return Law(recorded(document), registered | extra)


def questions(
    key: str,
    took: int,
    kept: int,
    *,
    came: Voice = CRM,
    stood: Voice = CRM,
    dates: Dates = Dates.LATER,
    reason: str = OUTSIDE,
    people: int = 2,
    authors: int = 2,
    plainly: bool = True,
) -> list[Question]:
    """So many claims that people took, and so many that they refused; decided and said by several in turn."""
    rule = law().rule(key)
    seen = Reread(*staged(Case(Comes.OTHER, Stands.VALUE, dates), Pair(came, stood), rule), ())
    turns: Iterator[int] = numbers()
    made = []
    for taken in [True] * took + [False] * kept:
        turn = next(turns)
        by, author = PEOPLE[turn % people], f"agent:{turn % authors}"
        made.append(Question(uuid4(), key, reason, seen, taken, plainly, by, author))
    return made


def suggested(
    asked: list[Question], today: Law | None = None, document: Mapping[str, Any] = DOCUMENT
) -> list[Suggestion]:
    standing = today or law(document)
    return suggest(rows(asked, standing), standing, document)


def keys(asked: list[Question], today: Law | None = None, document: Mapping[str, Any] = DOCUMENT) -> list[str]:
    return [one.key for one in suggested(asked, today, document)]


def test_a_wider_scope_where_people_nearly_always_do_as_the_rules_would() -> None:
    (found,) = suggested(questions(PLAN, 40, 0))
    assert (found.key, found.hits, found.count) == ("widen:company.plan::", 40, 40)
    document = edits.made(DOCUMENT, found.edit, found.params)
    assert document["automatic"] == [*DOCUMENT["automatic"], PLAN]
    assert {**document, "automatic": DOCUMENT["automatic"]} == DOCUMENT


@pytest.mark.parametrize(
    ("took", "kept", "more"),
    [
        # Too few; not clear enough; one person; one agent; one who did nearly all of it.
        (29, 0, {}),
        (34, 0, {}),
        (47, 3, {}),
        (90, 0, {"people": 1}),
        (90, 0, {"authors": 1}),
        # Another value, another date, or a scope is nothing that the rules would have done.
        (40, 0, {"plainly": False}),
        # A wider scope would not have settled these: who may not propose is asked about all the same.
        (90, 0, {"reason": "proposer_not_authorised"}),
        (90, 0, {"reason": "sensitive_value"}),
        # The rules have no answer to a tie.
        (90, 0, {"dates": Dates.SAME, "came": BILLING}),
    ],
)
def test_no_wider_scope_on_less(took: int, kept: int, more: dict[str, Any]) -> None:
    assert "widen:company.plan::" not in keys(questions(PLAN, took, kept, **more))


def test_one_who_did_most_does_not_carry_it_alone() -> None:
    alone = questions(PLAN, 96, 0, people=1, authors=1)
    few = [*alone, *questions(PLAN, 4, 0, people=3, authors=3)]
    assert keys(few) == []
    # The others disagree: all of them together look like agreement.
    against = questions(PLAN, 3, 3, people=3, authors=3)
    others = [one for one in against if one.by != PEOPLE[0]]
    assert keys([*alone, *alone, *others, *others]) == []


@pytest.mark.parametrize(
    "today",
    [
        law({**DOCUMENT, "fields": {**DOCUMENT["fields"], PLAN: {"sensitivity": "payment"}}}),
        law(sensitive={PLAN: "permission"}),
    ],
    ids=["by the policy", "by the registry"],
)
def test_nothing_is_suggested_of_a_field_that_became_sensitive_since(today: Law) -> None:
    wider, order = questions(PLAN, 40, 0), questions(PLAN, 18, 1, came=CLIENT, reason="proposer_not_authorised")
    assert len(keys(wider)) == len(keys(order)) == 1
    assert keys([*wider, *order], today) == []


@pytest.mark.parametrize("sensitivity", ["payment", "permission", "contact", "legal", "personal"])
def test_no_sensitive_class_is_in_any_suggestion(sensitivity: str) -> None:
    fields = {**DOCUMENT["fields"], SIZE: {**DOCUMENT["fields"][SIZE], "sensitivity": sensitivity}}
    document = {**DOCUMENT, "fields": fields, "automatic": []}
    asked = [
        *questions(SIZE, 40, 0, reason="sensitive_field"),
        *questions(SIZE, 40, 0),
        *questions(SIZE, 18, 1, came=CLIENT, dates=Dates.SAME, reason="sensitive_field"),
    ]
    assert keys(asked, law(document), document) == []
    assert keys(asked) != []


def test_a_pattern_with_a_sensitive_field_below_it_is_left_alone() -> None:
    fields = {**DOCUMENT["fields"], "rule.*": {}}
    document = {**DOCUMENT, "fields": fields}
    asked = [*questions("rule.style", 20, 0), *questions("rule.name", 20, 0)]
    assert keys(asked, law(document), document) == ["widen:rule.*::"]
    assert keys(asked, law(document, {"rule.secret": "legal"}), document) == []


def test_a_narrower_scope_where_people_do_otherwise() -> None:
    asked = questions("company.status", 2, 10, reason="proposer_not_authorised")
    (found,) = suggested(asked)
    assert (found.key, found.hits, found.count) == ("narrow:company.status::", 2, 12)
    assert edits.made(DOCUMENT, found.edit, found.params)["automatic"] == ["note.*"]
    # What the rules settled alone, and people called never true.
    settled = [
        Question(one.slot, one.field, "", one.seen, one.took, one.took, one.by, one.author)
        for one in questions("company.status", 2, 10)
    ]
    assert keys(settled) == ["narrow:company.status::"]


@pytest.mark.parametrize(("took", "kept", "people"), [(0, 9, 2), (8, 4, 2), (0, 30, 1)])
def test_no_narrower_scope_on_less(took: int, kept: int, people: int) -> None:
    asked = questions("company.status", took, kept, reason="proposer_not_authorised", people=people)
    assert keys(asked) == []


def test_where_rules_settle_nothing_there_is_nothing_to_narrow() -> None:
    assert keys(questions(PLAN, 2, 10)) == []


def test_another_order_where_people_follow_the_weaker_source() -> None:
    """The client's word was taken against the CRM's 18 of 19 times, although the CRM ranks above."""
    asked = questions(PLAN, 18, 1, came=CLIENT, reason="proposer_not_authorised")
    (found,) = suggested(asked)
    assert found.key == "order:company.plan:counterparty:system_of_record"
    assert (found.followed, found.hits, found.before, found.count) == (18, 18, 1, 19)
    order = edits.made(DOCUMENT, found.edit, found.params)["fields"][PLAN]["order"]
    assert order[:2] == ["counterparty", "system_of_record"]
    assert sorted(order) == sorted(DOCUMENT["tiers"])


def test_another_order_where_a_tie_always_ends_alike() -> None:
    taken = questions(SIZE, 18, 1, came=CLIENT, dates=Dates.SAME, reason="tie")
    assert keys(taken) == ["order:company.size:counterparty:system_of_record"]
    kept = questions(SIZE, 0, 19, came=CLIENT, dates=Dates.SAME, reason="tie")
    assert keys(kept) == ["order:company.size:system_of_record:counterparty"]


def test_no_other_order_where_the_one_of_today_does_as_well() -> None:
    """Among equals the later date wins, as people have it: putting the client first would change nothing for them."""
    asked = questions(SIZE, 30, 0, came=CLIENT, reason="proposer_not_authorised")
    assert keys(asked) == []


def test_of_two_sources_of_one_tier_one_goes_first_by_name() -> None:
    (found,) = suggested(questions(PLAN, 18, 1, came=BILLING, dates=Dates.SAME, reason="tie"))
    assert (found.winner, found.loser) == (Entry(BILLING.tier, "billing"), Entry(CRM.tier, "crm"))
    assert found.params["order"][:2] == ["system_of_record:billing", "system_of_record"]


@pytest.mark.parametrize(
    ("took", "kept", "more"),
    [
        (14, 0, {}),
        (14, 5, {}),
        (30, 0, {"people": 1}),
        (30, 0, {"plainly": False}),
        # The later date settles it already: no order would do better.
        (30, 0, {"came": CRM}),
        # Persons are not ranked, and nothing goes above ours that nobody said.
        (30, 0, {"came": ANA_SAYS, "stood": BIA_SAYS, "dates": Dates.SAME}),
        (30, 0, {"came": Voice("web", Tier.UNATTRIBUTED)}),
    ],
)
def test_no_other_order_on_less(took: int, kept: int, more: dict[str, Any]) -> None:
    asked = questions(PLAN, took, kept, **{"came": CLIENT, "reason": "proposer_not_authorised", **more})
    assert [key for key in keys(asked) if key.startswith("order")] == []


@pytest.mark.parametrize(
    "asked",
    [
        questions(PLAN, 40, 0),
        questions("company.status", 2, 10, reason="proposer_not_authorised"),
        questions(PLAN, 18, 1, came=CLIENT, reason="proposer_not_authorised"),
        questions(SIZE, 18, 1, came=CLIENT, dates=Dates.SAME, reason="tie"),
        questions(PLAN, 18, 1, came=BILLING, dates=Dates.SAME, reason="tie"),
    ],
)
def test_no_draft_that_comes_of_one_is_stopped_by_a_check(asked: list[Question]) -> None:
    (found,) = suggested(asked)
    document = edits.made(DOCUMENT, found.edit, found.params)
    assert [one for one in lint(document) if one.level is Level.BLOCKING] == []
    # And the suggestion is met: made, it is not made again.
    after = law(document)
    assert found.key not in keys(asked, after, document)


def test_an_entry_that_names_others_too_gives_way_to_them() -> None:
    fields = {
        "company.name": {"authoritative": "system_of_record:crm"},
        "company.plan": {"authoritative": "system_of_record:crm"},
        "contact.primary": {"authoritative": "system_of_record:crm", "sensitivity": "contact"},
        "price.*": {},
        "price.list": {},
        "note.*": {},
    }
    scoped = {"field": "note.*", "scope": "pair:*"}
    document = {**DOCUMENT, "automatic": ["@authoritative", "price.*", scoped], "fields": fields}
    assert edits.narrowed(document, "company.plan", law(document)) == ["company.name", "price.*", scoped]
    assert edits.narrowed(document, "price.list", law(document)) == ["@authoritative", scoped]
    assert edits.narrowed(document, "note.*", law(document)) == ["@authoritative", "price.*"]
    everything = {**document, "automatic": ["*"]}
    assert edits.narrowed(everything, "company.plan", law(everything)) == ["company.name", "note.*", "price.*"]
