"""Whatever comes in, reading never fails, and nothing comes out that was not said."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryhub.conversations.extracted import Why
from memoryhub.conversations.offline.folding import fold, seen
from memoryhub.conversations.offline.reading import read
from tests.conversations.offline.lines import both

# Real lines, cut and joined anywhere, find more than letters alone do.
SAID = sorted({message for table in ("nothing", "statements", "bounds") for row in both(table) for message in row[1:]})
PIECES = st.sampled_from(SAID).flatmap(lambda line: st.integers(0, len(line)).map(lambda end: line[:end]))
BETWEEN = st.sampled_from(
    (" ", ". ", ", ", " e ", " and ", "?! ", "\n", " se ", " if ", " até ", "*", "[", " \ud800 ", "\0", "ß")
)
MESSAGES = st.one_of(
    st.text(st.characters(), max_size=200),
    st.lists(st.one_of(PIECES, BETWEEN), max_size=9).map("".join),
)
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
LANGUAGES = st.sampled_from((None, "en", "pt-BR", "xx"))


@settings(max_examples=400, deadline=None)
@given(MESSAGES, DAYS, LANGUAGES)
def test_nothing_is_invented(message: str, said_on: date, language: str | None) -> None:
    reading = read(message, said_on=said_on, language=language)
    for kept in reading.remembered:
        assert kept.text
        assert kept.text in seen(message)
        assert kept.value in kept.text
        assert kept.condition in kept.text
    assert all(left.text in seen(message) and left.why in Why for left in reading.not_kept)
    assert reading == read(message, said_on=said_on, language=language)


@given(st.text(st.characters(), max_size=100))
def test_what_the_patterns_see_is_as_long_as_what_was_said(text: str) -> None:
    assert len(fold(text)) == len(text)


@pytest.mark.parametrize("piece", ["kkk ", "haha ", "oi ", "! ", "a\n", "* ", "[", "que eu ", "of my ", "if "])
@pytest.mark.parametrize("times", [140, 4000])
def test_no_message_keeps_the_reader_busy(piece: str, times: int) -> None:
    """Patterns that try every way of dividing such a line would not come back."""
    began = time.process_time()
    read(f"eu gosto {piece * times}x", said_on=date(2026, 11, 30))
    assert time.process_time() - began < 3
