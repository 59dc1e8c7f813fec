"""What holds for any value: reading a kept value again changes nothing, and nothing but InvalidValue comes out."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from ledgers.formats import InvalidKey, InvalidValue, Json, canonical, contains
from ledgers.formats.keys import subject_key

ZONE = ZoneInfo("America/Sao_Paulo")
TYPES = ["text", "number", "money", "date", "datetime", "email", "phone", "iban", "cpf_cnpj", "pix", "enum", "json"]
anything = st.text(st.characters(codec=None), max_size=40)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.decimals() | anything
values = st.recursive(scalars, lambda child: st.lists(child, max_size=3) | st.dictionaries(anything, child, max_size=3))
amounts = st.decimals(min_value=-(10**12), max_value=10**12, places=4)


@given(type_=st.sampled_from(TYPES), value=values)
def test_any_value_is_refused_by_name_or_reads_back_as_itself(type_: str, value: Json) -> None:
    with suppress(InvalidValue):
        read = canonical(type_, value, options=["a", "b"], zone=ZONE)
        assert canonical(type_, read.value, options=["a", "b"], zone=ZONE) == read


@given(amount=amounts, currency=st.sampled_from(["BRL", "USD", "JPY", "KWD"]))
def test_money_keeps_its_amount_and_reads_back_as_itself(amount: Decimal, currency: str) -> None:
    read = canonical("money", {"amount": str(amount), "currency": currency}, zone=ZONE)
    assert canonical("money", read.value, zone=ZONE) == read
    assert Decimal(read.key.removeprefix(currency)) == amount


@given(moment=st.datetimes(timezones=st.timezones()))
def test_an_instant_reads_back_as_itself(moment: object) -> None:
    with suppress(InvalidValue):
        read = canonical("datetime", str(moment), zone=ZONE)
        assert canonical("datetime", read.value, zone=ZONE) == read


@given(words=st.text(max_size=30), before=st.text(max_size=10), after=st.text(max_size=10))
def test_a_quote_says_the_text_it_holds_between_blanks(words: str, before: str, after: str) -> None:
    with suppress(InvalidValue):
        read = canonical("text", words, zone=ZONE)
        assert contains("text", f"{before} {words} {after}", read.key, zone=ZONE)


@given(type_=st.sampled_from(TYPES), value=values, text=st.text(max_size=60))
def test_any_quote_can_be_asked(type_: str, value: Json, text: str) -> None:
    with suppress(InvalidValue):
        read = canonical(type_, value, options=["a", "b"], zone=ZONE)
        assert contains(type_, text, read.key, zone=ZONE) in {True, False}


@given(text=anything)
def test_a_subject_is_refused_by_name_or_keys_as_itself(text: str) -> None:
    with suppress(InvalidKey):
        key, shown = subject_key(text)
        assert subject_key(shown) == (key, shown)
        assert subject_key(key)[0] == key
