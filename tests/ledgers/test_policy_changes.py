"""Two documents side by side: what differs, and how two changes of one document come together."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledgers.policies.changes import changes, follow, leaves, merge

BASE: dict[str, Any] = {
    "tiers": ["a", "b"],
    "write_back_days": 5,
    "fields": {"diet": {"review_days": 30, "sensitivity": "personal"}, "skill": {}},
}


def said(**fields: Any) -> dict[str, Any]:  # noqa: ANN401  # JSON
    return {**BASE, "fields": {**BASE["fields"], **fields}}


def test_places_that_differ_are_told_with_what_was_and_what_is() -> None:
    after = {**said(diet={"review_days": 60}, food={"four_eyes": True}), "write_back_days": 5, "tiers": ["b", "a"]}
    assert changes(BASE, after) == [
        {"path": "fields.diet.review_days", "old": 30, "new": 60},
        {"path": "fields.diet.sensitivity", "old": "personal"},
        {"path": "fields.food.four_eyes", "new": True},
        {"path": "tiers", "old": ["a", "b"], "new": ["b", "a"]},
    ]


def test_true_is_not_one_and_a_key_with_a_dot_is_quoted() -> None:
    assert [one["path"] for one in changes({"x": {"a.b": 1}}, {"x": {"a.b": True}})] == ['x."a.b"']


def test_changes_of_different_places_come_together() -> None:
    ours = said(diet={"review_days": 60, "sensitivity": "personal"})
    theirs = {**said(skill={"values": "many"}), "write_back_days": 7}
    merged = merge(BASE, ours, theirs)
    assert merged.clashes == ()
    assert merged.document == {
        **said(diet={"review_days": 60, "sensitivity": "personal"}, skill={"values": "many"}),
        "write_back_days": 7,
    }


def test_what_both_changed_to_the_same_is_no_clash() -> None:
    ours = theirs = {**BASE, "write_back_days": 7}
    assert merge(BASE, ours, theirs).clashes == ()


def test_what_both_changed_to_something_else_clashes_until_somebody_chooses() -> None:
    ours, theirs = {**BASE, "write_back_days": 6}, {**BASE, "write_back_days": 7}
    merged = merge(BASE, ours, theirs)
    assert [(one.path, one.base, one.ours, one.theirs) for one in merged.clashes] == [("write_back_days", 5, 6, 7)]
    assert merged.document == ours
    assert merge(BASE, ours, theirs, keep_ours=["write_back_days"]).clashes == ()
    assert follow(merged.document, theirs, ["write_back_days"]) == theirs


def test_a_field_that_one_takes_out_and_the_other_changes_clashes() -> None:
    ours = {**BASE, "fields": {"skill": {}}}
    theirs = said(diet={"review_days": 60, "sensitivity": "personal"})
    clashes = merge(BASE, ours, theirs).clashes
    assert [(one.path, one.ours, one.theirs) for one in clashes] == [("fields.diet.review_days", None, 60)]


MEMBERS = st.dictionaries(
    st.sampled_from(["a", "b.c", "d"]), st.integers(0, 2) | st.lists(st.sampled_from("xyz"), max_size=2), max_size=3
)
DOCUMENTS = st.fixed_dictionaries(
    {}, optional={"fields": st.dictionaries(st.sampled_from(["f", "g.*"]), MEMBERS, max_size=2), "n": st.integers(0, 2)}
)


@given(DOCUMENTS, DOCUMENTS)
def test_nothing_differs_exactly_where_two_say_the_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert (changes(one, other) == []) == (leaves(one) == leaves(other))


@given(DOCUMENTS, DOCUMENTS, DOCUMENTS)
def test_a_merge_is_fair_to_both(base: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    one, other = merge(base, ours, theirs), merge(base, theirs, ours)
    assert {clash.path for clash in one.clashes} == {clash.path for clash in other.clashes}
    if not one.clashes:
        assert _held(one.document) == _held(other.document)


@given(DOCUMENTS, DOCUMENTS)
def test_where_one_side_changed_nothing_the_other_is_followed(base: dict[str, Any], changed: dict[str, Any]) -> None:
    assert _held(merge(base, base, changed).document) == _held(changed)
    assert _held(merge(base, changed, base).document) == _held(changed)


def _held(document: dict[str, Any]) -> dict[tuple[str, ...], Any]:
    """An empty table that something stands in, or that nobody wrote, says nothing."""
    return {place: value for place, value in leaves(document).items() if value != {}}
