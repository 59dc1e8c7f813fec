"""A summary is made of sentences that were said, holds the newest of each, and has an end."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from memoryhub.conversations.offline.summary import CHARACTER, LIMIT, USER, Line, summarise
from tests.conversations.offline.lines import SAID_ON, both

SAID = sorted(
    {row[-1] if len(row) == 3 else row[2] for table in ("nothing", "statements", "bounds") for row in both(table)}
)
TEXTS = st.one_of(st.sampled_from(SAID), st.text(st.characters(), max_size=300))
MESSAGES = st.lists(st.builds(Line, st.sampled_from((USER, CHARACTER)), TEXTS, st.just(SAID_ON)), max_size=40)


def _user(*texts: str) -> list[Line]:
    return [Line(USER, text, SAID_ON) for text in texts]


def test_statements_stay_and_small_talk_does_not() -> None:
    told = _user("oi, tudo bem?", "meu gato se chama Tobias", "*sorri*", "que lindo!", "I work at a bakery", "lol")
    assert summarise("", told) == "user: meu gato se chama Tobias\nuser: I work at a bakery"


def test_the_newest_of_two_values_stays() -> None:
    first = summarise("", _user("I live in Ghent", "I have two cats"))
    assert summarise(first, _user("I live in Bruges")) == "user: I have two cats\nuser: I live in Bruges"
    assert summarise(first, _user("I don't live in Ghent")) == "user: I have two cats\nuser: I don't live in Ghent"


def test_what_is_said_again_stands_once() -> None:
    first = summarise("", _user("gosto muito de samba"))
    assert summarise(first, _user("oi! gosto de samba")) == "user: gosto de samba"


def test_what_nothing_replaces_is_kept() -> None:
    first = summarise("", _user("I play the flute", "my sister lives in Ghent"))
    assert summarise(first, _user("I play the drums", "my brother lives in Ghent")).startswith(first)
    assert summarise(first, []) == first


def test_the_prose_of_a_model_is_kept_by_its_sentences() -> None:
    before = "The user lives in Ghent. They have a cat called Olive."
    assert summarise(before, []) == "The user lives in Ghent\nThey have a cat called Olive"


def test_a_day_is_written_out_beside_the_words_that_will_not_hold() -> None:
    assert (
        summarise("", [Line(USER, "amanhã tenho prova", date(2026, 11, 30))]) == "user: amanhã tenho prova (2026-12-01)"
    )


def test_of_the_character_only_names_numbers_and_plans_stay() -> None:
    told = [
        Line(CHARACTER, "*pours tea* How lovely. We will meet Marek at the bridge at 9 am. Do you like tea?", SAID_ON),
        Line(CHARACTER, "I see.", SAID_ON),
    ]
    assert summarise("", told) == "character: We will meet Marek at the bridge at 9 am"


def test_over_the_limit_statements_of_the_user_outlast_the_rest() -> None:
    people, goods = (
        ("Marek", "Ilse", "Bram", "Noor", "Tilda", "Oskar"),
        ("apples", "lanterns", "maps", "ropes", "salt", "boots"),
    )
    told = [
        Line(CHARACTER, f"{who} trades {what} {who[:2]}{what} for {what[::-1]}.", SAID_ON)
        for who in people
        for what in goods
    ]
    summary = summarise("", [*_user("I am allergic to bees"), *told])
    assert LIMIT - 60 < len(summary) <= LIMIT
    assert summary.startswith("user: I am allergic to bees\ncharacter: ")
    assert summary.endswith("for stoob")
    assert told[0].text.rstrip(".") not in summary


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.just(""), st.text(st.characters(), max_size=2000)), MESSAGES)
def test_it_is_bounded_and_always_the_same(previous: str, messages: list[Line]) -> None:
    summary = summarise(previous, messages)
    assert len(summary) <= LIMIT
    assert summary == summarise(previous, messages)
