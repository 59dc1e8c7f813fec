"""A changed value is never taken for a repeated one, however near the two sentences are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryhub.conversations.offline.likeness import Relation, relation, same_facts
from tests.conversations.offline.lines import lines

CUT = 0.78
TEXTS = st.text(st.characters(), max_size=80)


@pytest.mark.parametrize(("expected", "known", "new"), lines("pairs"))
def test_near_in_meaning_is_told_apart_by_what_is_stated(expected: str, known: str, new: str) -> None:
    assert relation(known, new, 0.991, CUT) == expected
    assert relation(new, known, 0.991, CUT) == expected
    assert same_facts(known, new) is (expected == "duplicate")


def test_what_is_far_in_meaning_is_apart_whatever_the_words() -> None:
    assert relation("I like tea", "I like tea", CUT - 0.01, CUT) is Relation.APART


@given(TEXTS, TEXTS)
def test_it_never_fails_and_is_the_same_from_either_side(one: str, other: str) -> None:
    assert relation(one, other, 1.0, CUT) is relation(other, one, 1.0, CUT)
    assert same_facts(one, one)
