"""Two policies compared: exactly what the loops find, nothing missed and nothing made up."""

from __future__ import annotations

import copy
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgers.domain import outcome
from ledgers.domain.claim import Incoming, Kind
from ledgers.domain.compared import Comparison, Difference, Shift, compare, differences
from ledgers.domain.compared_told import serialized
from ledgers.domain.decision import decide
from ledgers.domain.patterns import covers
from ledgers.domain.policy import FieldRule, RegisteredField, parse
from ledgers.domain.situation import Decision, Situation
from ledgers.domain.space import SaidSource, voices
from ledgers.domain.tiers import Tier
from tests.ledgers.domain import brute

PROVE = bool(os.environ.get("PROVE"))
# Judging everything one by one takes minutes; in an ordinary run the loops judge every so many of their cases.
STRIDE = 1 if PROVE else 199
TIERS = [str(tier) for tier in Tier]
PLAN, NOTE, EMAIL = RegisteredField("plan"), RegisteredField("note.*", many=True), RegisteredField("mail", type="email")
CRM = SaidSource("crm", Tier.SYSTEM_OF_RECORD)
PORTAL = SaidSource("portal", Tier.COUNTERPARTY)
INBOX = SaidSource("inbox", Tier.AGENT_INFERENCE)
WEB = SaidSource("web", Tier.UNATTRIBUTED, external=True)
SOURCES = [CRM, PORTAL]
SCOPES = ("client:acme", "pair:ana/lia")

BASE: dict[str, Any] = {
    "tiers": TIERS,
    "automatic": ["plan", {"field": "note.*", "scope": "pair:*"}],
    "fields": {"plan": {"review_days": 30}, "mail": {"sensitivity": "contact"}},
}


def changed(**members: object) -> dict[str, Any]:
    return {**copy.deepcopy(BASE), **members}


def fields(**said: object) -> dict[str, Any]:
    return changed(fields={**BASE["fields"], **said})


SWAPPED = ["counterparty", "system_of_record", *TIERS[1:3], *TIERS[4:]]
TIED = [["system_of_record", "counterparty"], *TIERS[1:3], *TIERS[4:]]
MAIL_ALONE = {"mail": {"sensitivity": "contact"}}
# By name: two documents, and the field in which they differ.
PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any], RegisteredField]] = {
    "an order of its own": (BASE, fields(plan={"review_days": 30, "order": SWAPPED}), PLAN),
    "a tie group": (BASE, fields(plan={"review_days": 30, "order": TIED}), PLAN),
    "an authoritative source": (BASE, fields(plan={"authoritative": "counterparty:portal", "review_days": 30}), PLAN),
    "sensitivity put on": (BASE, fields(plan={"sensitivity": "payment"}) | {"automatic": ["*"]}, PLAN),
    "sensitivity taken off": (BASE, fields(mail={"sensitivity": ""}), EMAIL),
    "automatic scope widened": (BASE, changed(automatic=["plan", "note.*"]), NOTE),
    "automatic scope narrowed": (BASE, changed(automatic=[{"field": "plan", "scope": "client:*"}]), PLAN),
    "tiers in another order": (BASE, changed(tiers=SWAPPED), PLAN),
    "tiers in another order, for a sensitive field": (BASE, changed(tiers=SWAPPED), EMAIL),
    "tiers in another order, for many values": (BASE, changed(tiers=SWAPPED), NOTE),
    "another review interval": (BASE, fields(plan={"review_days": 90}), PLAN),
    "no review interval": (changed(fields=MAIL_ALONE), BASE, PLAN),
    "newer and weaker asks": (BASE, changed(newer_weaker="ask"), PLAN),
    "newer and weaker is on record alone": (BASE, changed(newer_weaker="record"), PLAN),
    "detectors less": (BASE, changed(detectors=["iban", "card"]), PLAN),
    "four eyes": (BASE, changed(four_eyes=["payment"]), PLAN),
    "four eyes in a sensitive field": (BASE, changed(four_eyes=["contact"]), EMAIL),
    "hours": (BASE, changed(sla_hours={"contact": 8, "payment": 2}), PLAN),
    "hours of a sensitive field": (BASE, changed(sla_hours={"contact": 8}), EMAIL),
}


def as_seen(found: Difference, scope: str) -> brute.Seen:
    case, pair = found.case, found.pair
    return brute.Seen(
        found.field, scope, str(case.comes), str(case.stands), str(case.dates), str(case.span), case.held,
        case.may_propose, case.assumed, case.days, case.content, case.stood, (pair.comes.source, str(pair.comes.tier)),
        (pair.stands.source, str(pair.stands.tier)) if pair.stands else None,
    )  # fmt: skip


def kind_of(scope: str, *documents: dict[str, Any]) -> str:
    """The narrowest pattern of an automatic scope that covers it."""
    patterns = [entry["scope"] for said in documents for entry in said["automatic"] if isinstance(entry, dict)]
    return max((pattern for pattern in patterns if covers(pattern, scope)), key=len, default="")


def told(
    old: dict[str, Any], new: dict[str, Any], field: RegisteredField, scopes: Sequence[str] = SCOPES
) -> dict[brute.Seen, tuple[Any, Any]]:
    """Every difference the comparison tells, scope by scope."""
    found: dict[brute.Seen, tuple[Any, Any]] = {}
    for one in differences(parse(old), parse(new), [field], SOURCES, scopes):
        for scope in scopes:
            if one.scopes == ("*",) or kind_of(scope, old, new) in one.scopes:
                found[as_seen(one, scope)] = one.was.key, one.becomes.key
    return found


@pytest.mark.parametrize("name", PAIRS)
def test_it_finds_what_the_loops_find(name: str) -> None:
    """Whatever it tells, the loops come to, and wherever they come to a difference, it tells it."""
    old, new, field = PAIRS[name]
    before, after = parse(old), parse(new)
    # A second scope says the same again, but for what is about scopes.
    scopes = SCOPES if "scope" in name else SCOPES[:1]
    found, judged, differing = told(old, new, field, scopes), 0, 0
    assert found
    for seen in list(found)[:: 1 + len(found) // 200]:
        assert brute.ends(seen, field, before, after) == found[seen], seen
    for seen in brute.every(before, after, field, SOURCES, scopes, start=len(name), stride=STRIDE):
        ends = brute.ends(seen, field, before, after)
        assert found.get(seen, (ends[0], ends[0])) == ends, seen
        assert (seen in found) == (ends[0] != ends[1])
        judged += 1
        differing += ends[0] != ends[1]
    assert judged > 300
    assert not PROVE or differing == len(found)


@pytest.mark.parametrize("name", PAIRS if PROVE else [*PAIRS][::4])
def test_groups_count_every_difference_and_no_other(name: str) -> None:
    old, new, field = PAIRS[name]
    policies = parse(old), parse(new)
    one_by_one = Counter((one.field, one.scopes) for one in differences(*policies, [field], SOURCES, SCOPES))
    grouped: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for group in compare(*policies, [field], SOURCES, SCOPES).groups:
        grouped[group.field, group.scopes] += group.count
    assert grouped == one_by_one


@pytest.mark.parametrize("name", PAIRS)
def test_the_example_of_each_group_ends_as_it_tells(name: str) -> None:
    """Built anew by the loops, from the case the example is of; and its traces are those of its two outcomes."""
    old, new, field = PAIRS[name]
    before, after = parse(old), parse(new)
    for group in compare(before, after, [field], SOURCES, SCOPES).groups:
        shown = group.example
        one = Difference(group.field, group.scopes, shown.case, shown.pair, group.was, group.becomes)
        assert brute.ends(as_seen(one, shown.scope), field, before, after) == (group.was.key, group.becomes.key)
        for ends, trace in ((group.was, shown.was), (group.becomes, shown.becomes)):
            decided = next(line for line in trace if line.step == "decide")
            assert decided.code == (f"decide.owner.{ends.reason}" if ends.waits else f"decide.{ends.action}")
            assert decided.params == {"rule": ends.rule}
        assert (shown.stood is None) == (shown.case.stands == "nothing")


def test_two_policies_that_differ_for_one_pair_of_sources_are_told_apart() -> None:
    """Planted: only these two change places, and only in one field."""
    first = ["system_of_record:billing", "system_of_record:crm", *TIERS]
    second = ["system_of_record:crm", "system_of_record:billing", *TIERS]
    old, new = (parse(fields(plan={"order": order})) for order in (first, second))
    sources = [CRM, SaidSource("billing", Tier.SYSTEM_OF_RECORD), PORTAL]
    found = list(differences(old, new, [PLAN, NOTE, EMAIL], sources, SCOPES))
    assert {(one.pair.comes.source, one.pair.stands and one.pair.stands.source) for one in found} == {
        ("crm", "billing"), ("billing", "crm"),
    }  # fmt: skip
    assert {one.field for one in found} == {"plan"}
    assert all(not one.pair.comes.reason for one in found)


def test_one_day_of_review_more_is_found() -> None:
    """Planted: only a fact that is one day older than the shorter interval is judged otherwise."""
    old, new = parse(fields(plan={"review_days": 30})), parse(fields(plan={"review_days": 31}))
    found = list(differences(old, new, [PLAN], [INBOX], ["client:acme"]))
    plain = [one for one in found if one.case.may_propose and not one.case.content and not one.case.stood]
    assert {one.case.days for one in found} == {31}
    assert [
        (one.case.comes, one.case.dates, one.was.reason, one.becomes.reason) for one in plain
        if one.case.comes == "other" and one.case.span == "open"
    ] == [("other", "older", "past_review", ""), ("other", "same", "", "tie")]  # fmt: skip


def test_a_single_case_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted in the law itself: under one of two policies that decide alike, one case in thousands ends otherwise."""

    def planted(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision:
        decision = decide(claim, situation, rule)
        over_nothing = claim.kind is Kind.RETRACT and not situation.timeline and not situation.held
        ahead = claim.entry.start > situation.reading.now and not claim.may_propose
        return (
            replace(decision, status="planted") if over_nothing and ahead and rule.newer_weaker == "ask" else decision
        )

    sensitive = {"mail": {"sensitivity": "contact"}}
    old, new = parse(changed(fields=sensitive)), parse(changed(fields=sensitive, newer_weaker="ask"))
    assert compare(old, new, [EMAIL], [WEB], ["client:acme"]).groups == ()
    monkeypatch.setattr(outcome, "decide", planted)
    (group,) = compare(old, new, [EMAIL], [WEB], ["client:acme"]).groups
    assert (group.count, group.was.status, group.becomes.status) == (1, "accepted", "planted")
    assert (group.example.comes.value, group.example.stood, group.example.case.held) == (None, None, False)


def test_fields_are_compared_each_for_itself() -> None:
    """What is judged once for several fields is alike under both policies, not under one."""
    same = {"review_days": 30}
    old = parse(changed(automatic=["*"], fields={"a": same, "b": same, "c": same}))
    others = {"a": {"review_days": 90}, "b": {**same, "newer_weaker": "ask"}, "c": {**same, "order": SWAPPED}}
    new = parse(changed(automatic=["*"], fields=others))
    fields = [RegisteredField(key) for key in "abc"]
    alone = [group for one in fields for group in compare(old, new, [one], SOURCES, SCOPES).groups]
    assert list(compare(old, new, fields, SOURCES, SCOPES).groups) == alone
    assert len({group.field for group in alone}) == 3


def test_sources_are_heard_in_every_way_they_count() -> None:
    heard = [(voice.source, str(voice.tier), voice.reason) for voice in voices([WEB, INBOX, PORTAL, CRM])]
    assert heard == [
        ("crm", "system_of_record", ""), ("portal", "counterparty", ""), ("inbox", "agent_inference", ""),
        ("web", "unattributed", ""), ("crm", "agent_inference", "derived"), ("portal", "agent_inference", "derived"),
        ("portal", "unattributed", "not_bound_to_subject"),
    ]  # fmt: skip


def test_another_name_for_the_same_policy_is_no_difference() -> None:
    found = compare(parse(BASE), parse(changed(name="Another")), [PLAN, NOTE, EMAIL], SOURCES, SCOPES)
    assert found == Comparison()


def test_a_field_that_a_pattern_spoke_for_is_compared_under_its_own_rule() -> None:
    old, new = parse(BASE), parse(fields(**{"note.price": {"review_days": 7, "sensitivity": "payment"}}))
    found = compare(old, new, [NOTE], SOURCES, SCOPES)
    assert {group.field for group in found.groups} == {"note.price"}
    assert {one.path for one in found.amended} == {
        'fields."note.price"', 'fields."note.price".review_days', 'fields."note.price".sensitivity',
    }  # fmt: skip


def test_a_mark_taken_out_leaves_the_registry_too() -> None:
    marked = RegisteredField("mail", type="email", sensitivity="contact")
    silent = compare(parse(BASE), parse(fields(mail={"review_days": 9})), [marked], SOURCES, SCOPES)
    assert not any(group.shift is Shift.TO_RULE for group in silent.groups)
    taken = compare(parse(BASE), parse(fields(mail={"sensitivity": ""})), [marked], SOURCES, SCOPES)
    assert any(group.shift is Shift.TO_RULE for group in taken.groups)


def test_groups_name_the_scopes_they_are_about() -> None:
    old, new, field = PAIRS["automatic scope widened"]
    found = compare(parse(old), parse(new), [field], SOURCES, SCOPES)
    assert {group.scopes for group in found.groups} == {("",)}
    assert {group.example.scope for group in found.groups} == {"client:acme"}


def test_the_same_question_has_the_same_answer() -> None:
    old, new = parse(BASE), parse(changed(tiers=SWAPPED))
    first = serialized(compare(old, new, [PLAN, NOTE, EMAIL], SOURCES, SCOPES))
    again = serialized(compare(old, new, [EMAIL, NOTE, PLAN], SOURCES[::-1], SCOPES[::-1]))
    assert first == again
    assert b"plan" in first


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A small policy that lint lets pass."""
    order = draw(st.permutations(TIERS[:-1]))
    said: dict[str, Any] = {"review_days": draw(st.sampled_from([7, 30]))} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        tied = draw(st.integers(0, 3))
        own = draw(st.permutations(TIERS[:-1]))
        said["order"] = [*own[:tied], [own[tied], own[tied + 1]], *own[tied + 2 :]]
    if draw(st.booleans()):
        said["newer_weaker"] = draw(st.sampled_from(["record", "caveat", "ask"]))
    sensitivity = draw(st.sampled_from(["", "", "payment", "personal"]))
    automatic = [] if sensitivity else draw(st.sampled_from([[], ["plan"], [{"field": "plan", "scope": "pair:*"}]]))
    return {
        "tiers": list(order),
        "fields": {"plan": {**said, **({"sensitivity": sensitivity} if sensitivity else {})}},
        "automatic": automatic,
        "detectors": draw(st.sampled_from([[], ["iban", "email"]])),
        "four_eyes": draw(st.sampled_from([[], ["payment"]])),
    }


@settings(max_examples=60 if PROVE else 4, deadline=None)
@given(documents(), documents(), st.integers(0, 500))
def test_any_two_small_policies(old: dict[str, Any], new: dict[str, Any], start: int) -> None:
    before, after = parse(old), parse(new)
    found = told(old, new, PLAN)
    for seen in brute.every(before, after, PLAN, SOURCES, SCOPES, start=start, stride=501):
        ends = brute.ends(seen, PLAN, before, after)
        assert found.get(seen, (ends[0], ends[0])) == ends, seen
        assert (seen in found) == (ends[0] != ends[1])
