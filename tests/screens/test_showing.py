"""Values in words, masks, and comparing sign by sign: no database."""

from __future__ import annotations

import pytest
from django.utils import translation

from escalations.card.difference import difference
from ledgers.formats.result import Json
from ledgers.showing import masked, shown
from ledgers.templatetags.quoting import breakable, visible


@pytest.mark.parametrize(
    ("value", "kind", "english", "portuguese"),
    [
        ("BRL 1234.50", "money", "R$1,234.50", "R$\xa01.234,50"),
        ("1234.5", "number", "1,234.5", "1.234,5"),
        (1234.5, "number", "1,234.5", "1.234,5"),
        ("2026-11-15", "date", "15 Nov 2026", "15 de nov. de 2026"),
        ("2026-13-45", "date", "2026-13-45", "2026-13-45"),
        ("half", "number", "half", "half"),
        ({"b": 1, "a": [2]}, "json", '{"a": [2], "b": 1}', '{"a": [2], "b": 1}'),
    ],
)
def test_values_are_written_as_the_reader_writes_them(value: Json, kind: str, english: str, portuguese: str) -> None:
    with translation.override("en"):
        assert shown(value, kind) == english
    with translation.override("pt-br"):
        assert shown(value, kind) == portuguese


@pytest.mark.parametrize(
    ("value", "mask"),
    [
        ("Dana Souza", "D•••"),
        ("+5511987651234", "•••1234"),
        ("BR-111", "B•••"),
        ("1234", "•••"),
        ("ana@acme.com", "a•••"),
    ],
)
def test_a_mask_tells_values_apart_and_not_what_they_are(value: str, mask: str) -> None:
    assert masked(value) == mask


def test_hidden_signs_are_shown_by_number_and_markup_is_text() -> None:
    assert visible("a\u202eb<b>\n") == 'a<span class="unseen">U+202E</span>b&lt;b&gt;\n'


def test_the_difference_names_what_was_taken_out_and_put_in() -> None:
    found = difference("BR-111", "BR-119")
    assert found is not None
    assert [(piece.kind, piece.text) for piece in found.pieces] == [("same", "BR-11"), ("removed", "1"), ("added", "9")]


@pytest.mark.parametrize(("old", "new"), [("Dana", "Dаna"), ("Café Sul", "CAFE SUL"), ("acme-1", "acme 1")])
def test_values_that_look_alike_are_called_so(old: str, new: str) -> None:
    found = difference(old, new)
    assert found is not None
    assert found.lookalike


@pytest.mark.parametrize(("old", "new"), [("Dana", "Lee"), ("same", "same"), ("", "x"), ("a" * 401, "a" * 400 + "b")])
def test_what_cannot_be_compared_is_not(old: str, new: str) -> None:
    assert difference(old, new) is None


def test_a_long_word_may_break_behind_its_signs_and_stays_escaped() -> None:
    assert breakable("ana.maria@padaria.example") == "ana.<wbr>maria@<wbr>padaria.<wbr>example"
    assert breakable("see a.b of x@y.z") == "see a.b of x@y.z"
    assert breakable("<script>@x.example.org") == "&lt;script&gt;@<wbr>x.<wbr>example.<wbr>org"
    assert "U+202E" in breakable("ana.maria@padaria.\u202eexample")
