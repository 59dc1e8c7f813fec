"""Every value type: what is taken, and the form in which it compares."""

from __future__ import annotations

from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from ledgers.formats import Json, canonical

ZONE = ZoneInfo("America/Sao_Paulo")
RANDOM_KEY = "123e4567-e89b-12d3-a456-426655440000"
PLANS = ["Basic", "Pro plan"]

TAKEN: list[tuple[str, Json, str, Json]] = [
    # type, posted, key, kept: a text is kept as it was written
    ("text", "  Rua\tA \n 1 ", "Rua A 1", "  Rua\tA \n 1 "),
    ("text", "Jose\u0301", "José", "Jose\u0301"),
    ("text", "09:00", "09:00", "09:00"),
    ("text", 30, "30", "30"),
    ("text", "Lee", "Lee", "Lee"),
    ("number", 30, "30", 30),
    ("number", "1.10", "1.1", 1.1),
    ("number", 1e3, "1000", 1000),
    ("number", Decimal("0.10"), "0.1", 0.1),
    ("number", "-0", "0", 0),
    ("number", 2**60, "1152921504606846976", "1152921504606846976"),
    ("number", "3.14159265358979323846", "3.14159265358979323846", "3.14159265358979323846"),
    ("money", "R$ 1.234,56", "BRL 1234.56", "BRL 1234.56"),
    ("money", "R$1.234.567", "BRL 1234567.00", "BRL 1234567.00"),
    ("money", "BRL 10", "BRL 10.00", "BRL 10.00"),
    ("money", "1,234.5 usd", "USD 1234.50", "USD 1234.50"),
    ("money", "1 234,50 €", "EUR 1234.50", "EUR 1234.50"),
    ("money", "-R$ 10,00", "BRL -10.00", "BRL -10.00"),
    ("money", "JPY 500", "JPY 500", "JPY 500"),
    ("money", "KWD 1.234", "KWD 1.234", "KWD 1.234"),
    ("money", {"amount": "1234.56", "currency": "BRL"}, "BRL 1234.56", "BRL 1234.56"),
    ("money", {"amount": 10, "currency": "brl"}, "BRL 10.00", "BRL 10.00"),
    # No rounding; a fourth decimal keeps three from being read as thousands.
    ("money", {"amount": "0.035", "currency": "BRL"}, "BRL 0.0350", "BRL 0.0350"),
    ("date", "2026-10-16", "2026-10-16", "2026-10-16"),
    ("date", "2028-02-29", "2028-02-29", "2028-02-29"),
    ("datetime", "2026-10-16T10:00:00-03:00", "2026-10-16T13:00:00Z", "2026-10-16T13:00:00Z"),
    ("datetime", "2026-10-16 10:00Z", "2026-10-16T10:00:00Z", "2026-10-16T10:00:00Z"),
    ("datetime", "2026-10-16T10:00:00.250Z", "2026-10-16T10:00:00.250000Z", "2026-10-16T10:00:00.250000Z"),
    ("datetime", "2026-10-16", "2026-10-16T03:00:00Z", "2026-10-16T03:00:00Z"),
    # Clocks jumped over this midnight: the day began at one.
    ("datetime", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-04T03:00:00Z"),
    ("email", " Lee@Example.COM ", "lee@example.com", "Lee@example.com"),
    ("phone", "(11) 91234-5678", "+5511912345678", "+5511912345678"),
    ("phone", "+1 202 555 0143", "+12025550143", "+12025550143"),
    ("phone", "+55 11 3333-4444 ramal 12", "+551133334444;ext=12", "+551133334444;ext=12"),
    ("iban", "de89 3704 0044 0532 0130 00", "DE89370400440532013000", "DE89370400440532013000"),
    ("iban", "BR1800360305000010009795493C1", "BR1800360305000010009795493C1", "BR1800360305000010009795493C1"),
    ("cpf_cnpj", "111.444.777-35", "11144477735", "11144477735"),
    ("cpf_cnpj", "11.222.333/0001-81", "11222333000181", "11222333000181"),
    ("cpf_cnpj", "12.abc.345/01de-35", "12ABC34501DE35", "12ABC34501DE35"),
    ("pix", "Lee@Example.com", "lee@example.com", "lee@example.com"),
    ("pix", "+55 11 91234-5678", "+5511912345678", "+5511912345678"),
    ("pix", "111.444.777-35", "11144477735", "11144477735"),
    ("pix", RANDOM_KEY.upper(), RANDOM_KEY, RANDOM_KEY),
    ("enum", " pro  PLAN", "Pro plan", "Pro plan"),
    ("json", {"b": 1.0, "a": ["x", None, True]}, '{"a":["x",null,true],"b":1}', {"a": ["x", None, True], "b": 1}),
    ("json", {"a": "Jose\u0301"}, '{"a":"José"}', {"a": "José"}),
    ("json", [], "[]", []),
    ("json", Decimal("0.5"), "0.5", 0.5),
]  # fmt: skip


@pytest.mark.parametrize(("type_", "posted", "key", "kept"), TAKEN)
def test_a_value_is_kept_in_one_form_and_reads_back_as_itself(type_: str, posted: Json, key: str, kept: Json) -> None:
    read = canonical(type_, posted, options=PLANS, zone=ZONE)
    assert (read.key, read.value) == (key, kept)
    assert type(read.value) is type(kept)
    assert canonical(type_, read.value, options=PLANS, zone=ZONE) == read


SAME: list[tuple[str, Json, Json]] = [
    ("text", "Rua A  1", "Rua A 1 "),
    ("number", 1, "1.00"),
    ("money", "R$ 1.234,50", {"amount": 1234.5, "currency": "BRL"}),
    ("datetime", "2026-08-24T23:30:00-03:00", "2026-08-25T02:30:00Z"),
    ("email", "LEE@example.com", "lee@EXAMPLE.com"),
    ("phone", "+55 (11) 91234.5678", "11 91234 5678"),
    ("json", {"a": 1, "b": 2}, {"b": 2.0, "a": 1}),
]
OTHER: list[tuple[str, Json, Json]] = [
    ("text", "Acme", "ACME"),
    ("text", "Jose", "José"),
    ("number", "1.1", "1.11"),
    ("money", "BRL 10.00", "USD 10.00"),
    ("phone", "+55 11 3333-4444", "+55 11 3333-4444 ramal 1"),
    ("json", {"a": "1"}, {"a": 1}),
]


@pytest.mark.parametrize(("type_", "one", "two"), SAME)
def test_two_ways_of_writing_a_value_compare_equal(type_: str, one: Json, two: Json) -> None:
    assert canonical(type_, one, zone=ZONE).key == canonical(type_, two, zone=ZONE).key


@pytest.mark.parametrize(("type_", "one", "two"), OTHER)
def test_two_values_do_not_compare_equal(type_: str, one: Json, two: Json) -> None:
    assert canonical(type_, one, zone=ZONE).key != canonical(type_, two, zone=ZONE).key
