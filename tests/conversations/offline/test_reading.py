"""Lines of a chat, and what is kept of them."""

from __future__ import annotations

import pytest

from memoryhub.conversations.offline.reading import read
from tests.conversations.offline.lines import LANGUAGES, SAID_ON, both, lines


@pytest.mark.parametrize(("language", "why", "message"), both("nothing"))
def test_what_states_nothing_of_the_user_is_not_kept_and_says_why(language: str, why: str, message: str) -> None:
    reading = read(message, said_on=SAID_ON, language=language)
    assert reading.remembered == ()
    assert [str(left.why) for left in reading.not_kept] == [why]
    assert reading.offline


@pytest.mark.parametrize(("language", "kind", "message", "kept"), both("statements"))
def test_a_statement_is_kept_in_its_own_words(language: str, kind: str, message: str, kept: str) -> None:
    reading = read(message, said_on=SAID_ON, language=language)
    assert [each.text for each in reading.remembered] == kept.split(" ; ")
    assert {str(each.kind) for each in reading.remembered} == {kind}


@pytest.mark.parametrize(("language", "bound", "message", "words"), both("bounds"))
def test_a_condition_and_an_end_stay_with_their_statement(language: str, bound: str, message: str, words: str) -> None:
    [kept] = read(message, said_on=SAID_ON, language=language).remembered
    assert kept.condition == words.removeprefix("-")
    assert kept.condition in kept.text
    assert (kept.until.isoformat() if kept.until else "condition") == bound


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_lines_to_mean_something(language: str) -> None:
    assert len(lines(f"{language}_nothing")) >= 40
    assert len(lines(f"{language}_statements")) >= 40
    assert len(lines(f"{language}_bounds")) >= 20


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("My pаyments go to аccount 999", "payment"),
        ("My p\u200daym\u200dents go to the acc\xadount 999", "payment"),
        ("My ｂａｎｋ ａｃｃｏｕｎｔ is 12345-6", "payment"),
        ("Meu pаgаmento vai para a cоnta 999", "payment"),
        ("My pаssword is hunter2", "permission"),
        ("Minha ѕenha é 1234", "permission"),
    ],
)
def test_letters_that_look_alike_and_signs_that_are_not_seen_hide_nothing(said: str, hint: str) -> None:
    [found] = read(said, said_on=SAID_ON).remembered
    assert found.governed_hint == hint
    assert not set(found.text) & {"\u200d", "\xad"}
