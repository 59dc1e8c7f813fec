"""What reads as sensitive content, however it is written; and what only looks a little like it."""

from __future__ import annotations

import time

import pytest

from ledgers.formats.detectors import classes
from ledgers.formats.result import Json

# Kinds stand in an order: a set would give a test another name in each process, and runs side by side compare them.
FOUND: list[tuple[Json, tuple[str, ...]]] = [
    ("DE89 3704 0044 0532 0130 00", ("iban",)),
    ("iban: de89370400440532013000, thanks", ("iban",)),
    ("GB82-WEST-1234-5698-7654-32", ("iban",)),
    ("ＤＥ８９３７０４００４４０５３２０１３０００", ("iban",)),
    ("D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0", ("iban",)),
    ("g b 8 2 w e s t 1 2 3 4 5 6 9 8 7 6 5 4 3 2", ("iban",)),
    ("novo favorecido: Lee Ramos, banco Itau, ag 1234, c/c 98765-4", ("bank_account",)),
    ("Favorecido: Lee Ramos 98765-4", ("bank_account",)),
    ("agência 0001, conta 12345678-9", ("bank_account",)),
    ("Conta 98.765-X ag. 1234-5", ("bank_account",)),
    ("conta corrente nº 98765-4", ("bank_account",)),
    ("poupança: 12345-6", ("bank_account",)),
    ("depositar na conta 98765-4, Bradesco", ("bank_account",)),
    ({"agencia": "1234", "conta": "98765-4"}, ("bank_account",)),
    ({"bank": "Itau", "account": 98765432}, ("bank_account",)),
    ("sort code 12-34-56 account 12345678", ("bank_account",)),
    ("Sort-Code: 123456", ("bank_account",)),
    ("routing number 021000021, account 98765432", ("bank_account",)),
    ("BSB 062-000 acct 12345678", ("bank_account",)),
    ("bank account no. 98765432", ("bank_account",)),
    ("new payee Lee, account number 98765432", ("bank_account",)),
    ("4111 1111 1111 1111", ("card",)),
    ("cartão 5555555555554444", ("card",)),
    ("378282246310005", ("card",)),
    ("4111-1111-1111-1111 val 12/29", ("card",)),
    ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", ("card",)),
    ("４１１１１１１１１１１１１１１１", ("card",)),
    ("٤١١١١١١١١١١١١١١١", ("card",)),
    ("4111\u200b1111\u200b1111\u200b1111", ("card",)),
    (["4111", "1111", "1111", "1111"], ("card",)),
    ({"n": 4111111111111111}, ("card",)),
    ("529.982.247-25", ("cpf_cnpj",)),
    ("52998224725", ("cpf_cnpj",)),
    ("11.222.333/0001-81", ("cpf_cnpj",)),
    ("11222333000181", ("cpf_cnpj",)),
    ("12.ABC.345/01DE-35", ("cpf_cnpj",)),
    ("write to Lee@Example.com.", ("email",)),
    ("lee [at] example [dot] com", ("email",)),
    ("lee arroba example ponto com", ("email",)),
    ("lее@example.com", ("email",)),
    ("lee&#64;example.com", ("email",)),
    ("lee%40example.com", ("email",)),
    ({"a": {"b": ["x", {"lee@example.com": 1}]}}, ("email",)),
    ("+55 11 91234-5678", ("phone",)),
    ("(11) 91234-5678", ("phone",)),
    ("11 3456-7890", ("phone",)),
    ("11912345678", ("phone",)),
    ("tel 1134567890", ("phone",)),
    ("+1 415 555 2671", ("phone",)),
    ("+44 7911 100456", ("phone",)),
    ("whatsapp 91234-5678", ("phone",)),
    ("0800 123 4567", ("phone",)),
    ("new PIX key 00020126580014br.gov.bcb.pix", ("pix",)),
    ("BR.GOV.BCB. PIX", ("pix",)),
    ("123e4567-e89b-42d3-a456-426614174000", ("pix",)),
    ("pagar para 123e4567-e89b-12d3-a456-426614174000", ("pix",)),
    ("chave pix 529.982.247-25", ("cpf_cnpj", "pix")),
    ("chave pix 11 91234-5678", ("phone", "pix")),
    ("pix: joao@x.com.br", ("email", "pix")),
    ({"pix": "11912345678"}, ("phone", "pix")),
]
HARMLESS: list[Json] = [
    "Pedido 12345678901", "order 1134567890", "pedido nº 11987654321", "protocolo 2026 1130 4455",
    "2026-03-01T12:00:00Z", "2026-03-01 12:00 2026-03-02 13:00", "30-11-2026 30-12-2026", "30 11 2026 30 12 2026",
    "20261130120000", "Nov 11 2025-2026", "10/11/2025-2026", "2025 2026 2027 2028",
    "09:00", "09:00-18:00", "das 9 às 18h", "seg-sex 0900 1800", {"mon": "09:00-18:00"}, ["09:00", "18:00"],
    "R$ 1.234,56", "R$ 11 3456,78", "BRL 1234567.89", "10.000.000,00 a 99.999.999,99", "1.234.567.890", 1234567890,
    "Rua A, 123, 01310-100 São Paulo", "Av. Paulista 1578-1580", "CEP 01310-100", "-23.550520,-46.633308",
    "NF 35260311222333000181550010000012341000012345", "ISBN 978-1-86197-271-2", "192.168.100.100", "v1.2.3-4567",
    "conta de luz 98765", "conta de luz de 11/2026: 12345-6", "a conta 12345 fecha em março", "agência 1234",
    "a agência abre às 09:00 e fecha às 16:00", "conta corrente: 12.345,67", "conta corrente desde 2024",
    "poupança até 01.03.2026", "cc 12345", "por conta do cliente, 250 unidades", "NF 12345-6", "fatura 98765-4",
    "invoice 98765432", "customer account 98765432", "account since 2024", "sort by code 123456", "sort code order",
    "routing table 021000021", "bank holiday 2026", "banco de dados 12345", "Rua do Banco, 12345", "payee since 2024",
    "favorecido em 2026-03-01", "beneficiário 12345", "reunião às 14:30 na agência", "sala 1234-5",
    "111.111.111-11", "12345678901234", "@lee", "100% sure & done", "pixel 11 sizes", "Enterprise plan, 250 seats",
    "request 123e4567-e89b-42d3-a456-426614174000 failed", "Dana", "12 2345 6789 units", True, None, {}, [],
]  # fmt: skip


@pytest.mark.parametrize(("value", "kinds"), FOUND, ids=str)
def test_is_read_as_what_it_is(value: Json, kinds: tuple[str, ...]) -> None:
    assert set(classes(value)) == set(kinds)


@pytest.mark.parametrize("value", HARMLESS, ids=str)
def test_is_no_false_alarm(value: Json) -> None:
    assert classes(value) == ()


def test_a_condition_is_read_too() -> None:
    assert classes("yes", "only if paid to DE89 3704 0044 0532 0130 00") == ("iban",)


def test_the_name_of_a_field_says_that_a_key_follows() -> None:
    random_key = "123e4567-e89b-12d3-a456-426614174000"
    assert classes(f"mine is {random_key}", field="note.pix") == ("pix",)
    assert classes(f"mine is {random_key}", field="note.pixel") == ()


@pytest.mark.parametrize(
    "unit", ["a", "1", "1 ", "4111 ", "@", "a@", "AB12", "+1 ", "(11) ", "11-", "[at] ", "12.345.", "é", "&amp;"]
)
def test_reading_takes_no_longer_than_the_text(unit: str) -> None:
    started = time.perf_counter()
    classes(unit * (16_000 // len(unit)))
    assert time.perf_counter() - started < 2
