"""What no field, or not this field, takes: the code a client sees, and what the message tells."""

from __future__ import annotations

from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from ledgers.formats import InvalidValue, Json, canonical

ZONE = ZoneInfo("America/Sao_Paulo")
TYPES = ["text", "number", "money", "date", "datetime", "email", "phone", "iban", "cpf_cnpj", "pix", "enum", "json"]


def _nested(levels: int) -> Json:
    value: Json = 1
    for _level in range(levels):
        value = [value]
    return value


WHATEVER_THE_TYPE: list[tuple[Json, str]] = [
    (None, "empty-value"),
    ("", "empty-value"),
    (" \t\n", "empty-value"),
    (" - ", "empty-value"),
    ("N/A", "empty-value"),
    ("x\x00y", "control-characters"),
    ("x\x1by", "control-characters"),
    ("x\x85y", "control-characters"),
    ({"a": "x\x00y"}, "control-characters"),
    ({"a\x00": 1}, "control-characters"),
    ("\udfff", "invalid-unicode"),
    ([{"\ud800": 1}], "invalid-unicode"),
    (float("inf"), "invalid-value"),
    (float("nan"), "invalid-value"),
    (Decimal("1e400"), "invalid-value"),
    (Decimal("1e99999999"), "invalid-value"),
    (int("9" * 4000), "number-out-of-range"),
    (10**30, "number-out-of-range"),
    (1e40, "number-out-of-range"),
    (Decimal("1e-40"), "number-out-of-range"),
    (Decimal("0." + "1" * 31), "number-out-of-range"),
    ("x" * 17_000, "value-too-large"),
    ("é" * 8_193, "value-too-large"),
    (["x" * 9_000, "x" * 9_000], "value-too-large"),
    (_nested(33), "too-deep"),
    (_nested(5_000), "too-deep"),
]


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(("posted", "code"), WHATEVER_THE_TYPE)
def test_no_type_takes_it(type_: str, posted: Json, code: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        canonical(type_, posted, empty_marks=["-", "n/a"], zone=ZONE)
    assert refused.value.code == refused.value.slug == code
    assert refused.value.errors[0]["pointer"] == "#/value"
    assert str(refused.value.detail)


@pytest.mark.parametrize(
    ("type_", "posted"),
    [
        ("number", 10**29),
        ("text", "x" * 16_384),
        ("json", _nested(32)),
        ("number", 0),
        ("json", False),
        ("json", {}),
        ("text", "-"),
    ],
)
def test_the_limits_themselves_are_taken(type_: str, posted: Json) -> None:
    assert canonical(type_, posted, zone=ZONE).key


REFUSED: list[tuple[str, Json, str, str]] = [
    ("text", 1.5, "invalid-value", "quotation marks"),
    ("text", True, "invalid-value", "quotation marks"),
    ("text", ["a"], "invalid-value", "quotation marks"),
    ("number", "1,5", "invalid-value", "with a point"),
    ("number", "1.234.567", "invalid-value", "with a point"),
    ("number", "٠.٥", "invalid-value", "with a point"),
    ("number", "1_0", "invalid-value", "with a point"),
    ("number", True, "invalid-value", "with a point"),
    ("number", "9" * 31, "number-out-of-range", "30 digits"),
    ("money", "R$ 1.234", "invalid-value", "thousands or a fraction"),
    ("money", "BRL 1,234", "invalid-value", "thousands or a fraction"),
    ("money", "R$ 12.34.567,00", "invalid-value", "grouped in threes"),
    ("money", "1.234,56", "invalid-value", "with its currency"),
    ("money", "$ 10.00", "invalid-value", "with its currency"),
    ("money", "QQQ 10.00", "invalid-value", "QQQ is not a currency"),
    ("money", 10, "invalid-value", "with its currency"),
    ("money", {"amount": "1.234,56", "currency": "BRL"}, "invalid-value", '"amount"'),
    ("money", {"amount": "1", "currency": "BRL", "tax": 1}, "invalid-value", '"amount"'),
    ("date", "16/10/2026", "invalid-value", "year-month-day"),
    ("date", "2026-10-16T00:00:00Z", "invalid-value", "year-month-day"),
    ("date", "2026-02-30", "invalid-value", "no such day"),
    ("date", "٢٠٢٦-١٠-١٦", "invalid-value", "year-month-day"),
    ("datetime", "2026-01-01T00:00:00", "naive-datetime", "offset"),
    ("datetime", "2026-02-30T00:00:00Z", "invalid-datetime", "no such day"),
    ("datetime", "2026-01-01T24:30:00Z", "invalid-datetime", "no such day"),
    ("datetime", "2026-02-30", "invalid-datetime", "no such day"),
    ("datetime", 1735689600, "invalid-datetime", "as text"),
    ("datetime", "9999-12-31T23:59:59-03:00", "datetime-out-of-range", "calendar"),
    ("datetime", "0001-01-01T00:00:00+03:00", "datetime-out-of-range", "calendar"),
    ("email", "lee@acme", "invalid-value", "e-mail address"),
    ("email", "lee at example.com", "invalid-value", "e-mail address"),
    ("phone", "123", "invalid-value", "area code"),
    ("phone", "1-800-FLOWERS", "invalid-value", "area code"),
    ("phone", 5511912345678, "invalid-value", "as text"),
    ("iban", "DE89 3704 0044 0532 0130 01", "invalid-value", "check digits"),
    ("iban", "BR-111", "invalid-value", "check digits"),
    ("cpf_cnpj", "111.444.777-36", "invalid-value", "check digits"),
    ("cpf_cnpj", 11144477735, "invalid-value", "loses its zeros"),
    ("pix", "11912345678", "invalid-value", "+55"),
    ("pix", "00020126580014br.gov.bcb.pix0136123e4567-e89b-12d3-a456-426655440000", "invalid-value", "payment code"),
    ("pix", f"{'a' * 60}@{'b' * 30}.com", "invalid-value", "77"),
    ("enum", "gold", "invalid-value", "Basic, Pro plan"),
    ("enum", 1, "invalid-value", "Basic, Pro plan"),
    ("json", {"n": 2**53 + 2}, "number-out-of-range", "as text"),
    ("json", Decimal("0.12345678901234567891"), "number-out-of-range", "as text"),
    ("json", {"é": 1, "e\u0301": 2}, "invalid-value", "same name"),
]  # fmt: skip


@pytest.mark.parametrize(("type_", "posted", "code", "says"), REFUSED)
def test_the_type_refuses_it_and_says_why(type_: str, posted: Json, code: str, says: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        canonical(type_, posted, options=["Basic", "Pro plan"], zone=ZONE)
    assert refused.value.code == code
    assert says in str(refused.value.detail)
